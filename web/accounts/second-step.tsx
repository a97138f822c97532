import { useEffect, useRef, useState } from 'react'
import { type FinishedSignIn, GOOGLE_NEEDS_PASSWORD } from '#contract/accounts/google-flow.ts'
import { t } from '#contract/language/language.ts'
import { ApiError, type InputOf, reasonOf, useApi } from '../platform/api.ts'
import { authForm } from '../platform/paths.ts'
import { useMutation } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { showErrorToast } from '../ui/toast-store.ts'
import { exchangeSignIn } from './google-exchange.ts'
import { rejectionOf } from './google-sign-in.ts'
import { RejectedNote, useRejectedForm } from './rejected-form.tsx'
import { useSignIn, welcomeBack } from './sign-in.ts'
import { clearWaitingStep, stepIn } from './waiting-step.ts'

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
      showErrorToast('Login failed', reasonOf(error, 'Please sign in again.'))
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
      <h2 className="type-title">{t('One more step')}</h2>
      <p className="text-muted">
        {t('Enter the 6-digit code from your authenticator app, or a recovery code.')}
      </p>
      {!signIn.isError && <RejectedNote rejected={rejected} />}
      <input type="hidden" name="step" value={step} />
      <Field
        ref={field}
        label={t('Code')}
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
          {t('Sign in')}
        </Button>
        <Button look="outline" onClick={onEnd}>
          {t('Back')}
        </Button>
      </div>
    </form>
  )
}

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
      await exchangeSignIn(api, signIn, { password })
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
      <h2 className="type-title">{t('One more step')}</h2>
      <p className="text-muted">{GOOGLE_NEEDS_PASSWORD}</p>
      <Field label={t('Email')} value={signIn.email} readOnly autoComplete="username" />
      <PasswordField
        ref={field}
        label={t('Password')}
        autoComplete="current-password"
        value={password}
        error={link.error ? (rejectionOf(link.error) ?? 'Please try again.') : undefined}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={link.isPending}>
          {t('Link and sign in')}
        </Button>
        <Button look="outline" onClick={onEnd}>
          {t('Back')}
        </Button>
      </div>
    </form>
  )
}
