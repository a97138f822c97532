import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Registration } from '#contract/accounts.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordHint } from './password-hint.tsx'
import { useRegister } from './sign-in.ts'

export function RegisterForm() {
  const registration = useRegister()
  const { register, handleSubmit, watch, formState } = useForm({
    resolver: zodResolver(Registration),
    defaultValues: { username: '', email: '', fullName: '', password: '' },
  })
  const { errors } = formState
  return (
    <form noValidate className="space-y-4" onSubmit={handleSubmit((input) => registration.mutate(input))}>
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...register('username')}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <Field
        label="Full name (optional)"
        autoComplete="name"
        error={errors.fullName?.message}
        {...register('fullName')}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        error={errors.password?.message}
        hint={<PasswordHint password={watch('password')} personal={[watch('username'), watch('email')]} />}
        {...register('password')}
      />
      <Button type="submit" isBusy={registration.isPending}>
        Create account
      </Button>
    </form>
  )
}
