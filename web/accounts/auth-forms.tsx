import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent, ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Credentials, Registration } from '#contract/accounts/api.ts'
import { PASSWORD_MIN } from '#contract/accounts/rules.ts'
import { t } from '#contract/language/language.ts'
import type { RejectedForm } from '#contract/page-forms.ts'
import { authForm, FORGOT_PASSWORD } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useHasScript } from '../ui/use-has-script.ts'
import { PasswordHint } from './password-form.tsx'
import { RejectedNote, useFieldErrors, useRejectedForm } from './rejected-form.tsx'
import { useLogin, useRegister } from './sign-in.ts'

/** @param onStep called with the step's token if the account needs a code */
export function LoginForm({ onStep }: { onStep(step: string): void }) {
  const login = useLogin(onStep)
  const rejected = useRejectedForm('login')
  // No default values: they would overwrite text typed before the script loaded.
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Credentials),
    errors: useFieldErrors<Credentials>(rejected),
  })
  const { errors, isSubmitted } = formState
  return (
    <PlainForm
      name="login"
      rejected={isSubmitted ? null : rejected}
      onSubmit={handleSubmit((input) => login.mutate(input))}
    >
      <Field
        {...USERNAME}
        defaultValue={rejected?.values.username}
        error={errors.username?.message}
        {...register('username')}
      />
      <PasswordField
        label={t('Password')}
        required
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <div className="flex items-center justify-between gap-4">
        <Button type="submit" isBusy={login.isPending}>
          {t('Login')}
        </Button>
        <Link className="inline-flex min-h-11 items-center underline underline-offset-4" to={FORGOT_PASSWORD}>
          {t('Forgot your password?')}
        </Link>
      </div>
    </PlainForm>
  )
}

export function RegisterForm() {
  const registration = useRegister()
  const rejected = useRejectedForm('register')
  // No default values: they would overwrite text typed before the script loaded.
  const { register, handleSubmit, watch, formState } = useForm({
    resolver: zodResolver(Registration),
    errors: useFieldErrors<Registration>(rejected),
  })
  const { errors, isSubmitted } = formState
  const [password = '', ...personal] = watch(['password', 'username', 'email'])
  return (
    <PlainForm
      name="register"
      rejected={isSubmitted ? null : rejected}
      onSubmit={handleSubmit((input) => registration.mutate(input))}
    >
      <Field
        {...USERNAME}
        defaultValue={rejected?.values.username}
        error={errors.username?.message}
        {...register('username')}
      />
      <Field
        label={t('Email')}
        type="email"
        required
        defaultValue={rejected?.values.email}
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <Field
        label={t('Full name (optional)')}
        defaultValue={rejected?.values.fullName}
        autoComplete="name"
        error={errors.fullName?.message}
        {...register('fullName')}
      />
      <PasswordField
        label={t('Password')}
        required
        minLength={PASSWORD_MIN}
        autoComplete="new-password"
        error={errors.password?.message}
        hint={<PasswordHint password={password} personal={personal.map((text = '') => text)} />}
        {...register('password')}
      />
      <Button type="submit" isBusy={registration.isPending}>
        {t('Create account')}
      </Button>
    </PlainForm>
  )
}

const USERNAME = {
  label: 'Username',
  required: true,
  autoComplete: 'username',
  autoCapitalize: 'none',
  spellCheck: false,
}

/** A form that also works without JavaScript. The next page then shows why it was rejected. */
function PlainForm({
  name,
  rejected,
  onSubmit,
  children,
}: {
  name: 'login' | 'register'
  rejected: RejectedForm | null
  onSubmit(event: FormEvent): Promise<void>
  children: ReactNode
}) {
  const hasScript = useHasScript()
  return (
    <form
      method="post"
      action={authForm(name)}
      noValidate={hasScript}
      className="space-y-4"
      onSubmit={(event) => void onSubmit(event)}
    >
      <RejectedNote rejected={rejected} />
      {children}
    </form>
  )
}
