import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type FinishedSignIn, GOOGLE_NEEDS_PASSWORD } from '#contract/accounts/google-flow.ts'
import { useApi } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { exchangeSignIn } from './google-exchange.ts'
import { rejectionOf } from './google-sign-in.ts'
import { clearWaitingStep, stepIn } from './waiting-step.ts'

/** Links a Google sign-in to an existing account with its password. `onEnd` returns to the first step. */
export function GooglePasswordForm({
  signIn,
  onStep,
  onEnd,
}: {
  signIn: FinishedSignIn
  onStep(step: string): void
  onEnd(): void
}) {
  const api = useApi()
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const link = useMutation({
    mutationFn: async () => {
      await exchangeSignIn(api, signIn, password)
      clearWaitingStep()
      window.location.reload()
    },
    onError: (error) => {
      const step = stepIn(error)
      if (step !== null) onStep(step)
    },
  })
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        link.mutate()
      }}
    >
      <h2 className="text-2xl">One more step</h2>
      <p className="text-muted">{GOOGLE_NEEDS_PASSWORD}</p>
      <Field label="Email" value={signIn.email} readOnly autoComplete="username" />
      <Field
        ref={field}
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={link.error ? (rejectionOf(link.error) ?? 'Please try again.') : undefined}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={link.isPending}>
          Link and sign in
        </Button>
        <Button look="outline" onClick={onEnd}>
          Back
        </Button>
      </div>
    </form>
  )
}
