import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Registration } from '#contract/accounts/api.ts'
import { PASSWORD_MIN } from '#contract/accounts/rules.ts'
import { authForm } from '../platform/addresses.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useHasScript } from '../ui/use-has-script.ts'
import { PasswordHint } from './password-hint.tsx'
import { RejectedNote, useFieldErrors, useRejectedForm } from './rejected-form.tsx'
import { useRegister } from './sign-in.ts'

export function RegisterForm() {
  const registration = useRegister()
  const hasScript = useHasScript()
  const rejected = useRejectedForm('register')
  // No default values: with them, what was typed before the script had come would be overwritten.
  const { register, handleSubmit, watch, formState } = useForm({
    resolver: zodResolver(Registration),
    errors: useFieldErrors<Registration>(rejected),
  })
  const { errors, isSubmitted } = formState
  const [password = '', ...personal] = watch(['password', 'username', 'email'])
  return (
    <form
      method="post"
      action={authForm('register')}
      noValidate={hasScript}
      className="space-y-4"
      onSubmit={handleSubmit((input) => registration.mutate(input))}
    >
      {!isSubmitted && <RejectedNote rejected={rejected} />}
      <Field
        label="Username"
        required
        defaultValue={rejected?.values.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...register('username')}
      />
      <Field
        label="Email"
        type="email"
        required
        defaultValue={rejected?.values.email}
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <Field
        label="Full name (optional)"
        defaultValue={rejected?.values.fullName}
        autoComplete="name"
        error={errors.fullName?.message}
        {...register('fullName')}
      />
      <Field
        label="Password"
        type="password"
        required
        minLength={PASSWORD_MIN}
        autoComplete="new-password"
        error={errors.password?.message}
        hint={<PasswordHint password={password} personal={personal.map((text = '') => text)} />}
        {...register('password')}
      />
      <Button type="submit" isBusy={registration.isPending}>
        Create account
      </Button>
    </form>
  )
}
