import { useEffect, useRef, useState } from 'react'
import { ApiError, type InputOf, reasonOf } from '../platform/api.ts'
import { authForm } from '../platform/paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { RejectedNote, useRejectedForm } from './rejected-form.tsx'
import { useSignIn, welcomeBack } from './sign-in.ts'
import { clearWaitingStep } from './waiting-step.ts'

/** Second step of a sign-in. `onEnd` returns to the first step, on request or after a timeout. */
export function CodeForm({ step, onEnd }: { step: string; onEnd(): void }) {
  const [code, setCode] = useState('')
  const rejected = useRejectedForm('code')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const signIn = useSignIn(
    (api, input: InputOf<'POST /api/auth/sign-in-code'>) => api.call('POST /api/auth/sign-in-code', input),
    (user) => {
      clearWaitingStep()
      welcomeBack(user)
    },
    (error) => {
      if (!(error instanceof ApiError) || error.code !== 'step_ended') return
      showToast('Login failed', reasonOf(error, 'Please sign in again.'), { isDestructive: true })
      onEnd()
    },
  )
  return (
    <form
      method="post"
      action={authForm('code')}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        signIn.mutate({ step, code })
      }}
    >
      <h2 className="text-2xl">One more step</h2>
      <p className="text-muted">Enter the 6-digit code from your authenticator app, or a recovery code.</p>
      {!signIn.isError && <RejectedNote rejected={rejected} />}
      <input type="hidden" name="step" value={step} />
      <Field
        ref={field}
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        error={signIn.error ? reasonOf(signIn.error, 'Please try again.') : undefined}
        onChange={({ target }) => setCode(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={signIn.isPending}>
          Sign in
        </Button>
        <Button look="outline" onClick={onEnd}>
          Back
        </Button>
      </div>
    </form>
  )
}
