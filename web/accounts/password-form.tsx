import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { PasswordChange } from '#contract/accounts.ts'
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
  return (
    <section aria-labelledby="password">
      <h2 id="password" className="text-2xl">
        Password
      </h2>
      <form
        noValidate
        className="mt-4 space-y-4"
        onSubmit={handleSubmit((input) => change.mutate(input, { onSuccess: () => reset() }))}
      >
        <AccountName username={user.username} />
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
          hint={<PasswordHint password={watch('newPassword')} personal={[user.username, user.email]} />}
          {...register('newPassword')}
        />
        <Button type="submit" look="outline" isBusy={change.isPending}>
          Change password
        </Button>
      </form>
    </section>
  )
}
