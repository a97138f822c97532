import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { PasswordChange } from '#contract/accounts/api.ts'
import { type PasswordStrength, passwordStrength } from '#contract/accounts/password-strength.ts'
import { ADMIN_PASSWORD_MIN, PASSWORD_MIN } from '#contract/accounts/rules.ts'
import { t } from '#contract/language/language.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useChangePassword } from './profile.ts'
import { AccountName } from './proof-dialog.tsx'
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
      className="space-y-4"
      onSubmit={handleSubmit((input) => change.mutate(input, { onSuccess: () => reset() }))}
    >
      <AccountName username={username} />
      <PasswordField
        label={t('Current password')}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <PasswordField
        label={t('New password')}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        hint={<PasswordHint password={watch('newPassword')} personal={[username, email]} min={min} />}
        {...register('newPassword')}
      />
      <Button type="submit" look="outline" isBusy={change.isPending}>
        {t('Change password')}
      </Button>
    </form>
  )
}

const BARS: Record<PasswordStrength['level'], string> = {
  'too-short': 'w-1/12 bg-sale',
  guessable: 'w-1/6 bg-sale',
  weak: 'w-1/3 bg-sale',
  fair: 'w-2/3 bg-accent',
  strong: 'w-full bg-success',
}

/** Rates a password while the user types. Never rejects one. */
export function PasswordHint({
  password,
  personal = [],
  min = PASSWORD_MIN,
}: {
  password: string
  personal?: string[]
  min?: number
}) {
  if (password === '')
    return <span>{t('Use at least {min} characters. Longer is better than complicated.', { min })}</span>
  const { level, hint } =
    password.length < min
      ? { level: 'too-short' as const, hint: t('Use at least {min} characters.', { min }) }
      : passwordStrength(password, personal)
  return (
    <span className="block">
      <span aria-hidden="true" className="mt-2 block h-1.5 overflow-hidden rounded-full bg-hairline">
        <span className={`block h-full rounded-full transition-all duration-200 ${BARS[level]}`} />
      </span>
      <span aria-live="polite" className="mt-1 block">
        {hint}
      </span>
    </span>
  )
}
