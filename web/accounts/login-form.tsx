import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { Credentials } from '#contract/accounts/api.ts'
import { authForm, FORGOT_PASSWORD } from '../platform/addresses.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useHasScript } from '../ui/use-has-script.ts'
import { RejectedNote, useFieldErrors, useRejectedForm } from './rejected-form.tsx'
import { useLogin } from './sign-in.ts'

/** @param onStep hears that a code is asked for, and what it is sent with */
export function LoginForm({ onStep }: { onStep(step: string): void }) {
  const login = useLogin(onStep)
  const hasScript = useHasScript()
  const rejected = useRejectedForm('login')
  // No default values: with them, what was typed before the script had come would be overwritten.
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Credentials),
    errors: useFieldErrors<Credentials>(rejected),
  })
  const { errors, isSubmitted } = formState
  return (
    <form
      method="post"
      action={authForm('login')}
      noValidate={hasScript}
      className="space-y-4"
      onSubmit={handleSubmit((input) => login.mutate(input))}
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
        label="Password"
        type="password"
        required
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <div className="flex items-center justify-between gap-4">
        <Button type="submit" isBusy={login.isPending}>
          Login
        </Button>
        <Link className="inline-flex min-h-11 items-center underline underline-offset-4" to={FORGOT_PASSWORD}>
          Forgot your password?
        </Link>
      </div>
    </form>
  )
}
