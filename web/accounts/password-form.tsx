import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { PasswordChange } from '#contract/accounts/api.ts'
import { ADMIN_PASSWORD_MIN, PASSWORD_MIN } from '#contract/accounts/rules.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { AccountName } from './account-name.tsx'
import { PasswordHint } from './password-hint.tsx'
import { useChangePassword } from './profile.ts'
import type { User } from './queries.ts'

export function PasswordForm({ user }: { user: User }) {
  const change = useChangePassword()
  const { register, handleSubmit, watch, reset, formState } = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const { errors } = formState
  const { username, email, role } = user
  const min = role === 'admin' ? ADMIN_PASSWORD_MIN : PASSWORD_MIN
  return (
    <form
      noValidate
      className="mt-4 space-y-4"
      onSubmit={handleSubmit((input) => change.mutate(input, { onSuccess: () => reset() }))}
    >
      <AccountName username={username} />
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        hint={<PasswordHint password={watch('newPassword')} personal={[username, email]} min={min} />}
        {...register('newPassword')}
      />
      <Button type="submit" look="outline" isBusy={change.isPending}>
        Change password
      </Button>
    </form>
  )
}
