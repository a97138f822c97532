import { type PasswordStrength, passwordStrength } from '#contract/accounts/password-strength.ts'
import { PASSWORD_MIN } from '#contract/accounts/rules.ts'

const BARS: Record<PasswordStrength['level'], string> = {
  'too-short': 'w-1/12 bg-sale',
  guessable: 'w-1/6 bg-sale',
  weak: 'w-1/3 bg-sale',
  fair: 'w-2/3 bg-accent',
  strong: 'w-full bg-success',
}

/** How hard a password is to guess, said while it is typed; it forbids nothing. */
export function PasswordHint({
  password,
  personal = [],
  min = PASSWORD_MIN,
}: {
  password: string
  personal?: string[]
  min?: number
}) {
  if (password === '') return <span>At least {min} characters; longer is better than complicated.</span>
  const { level, hint } =
    password.length < min
      ? { level: 'too-short' as const, hint: `At least ${min} characters are needed.` }
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
