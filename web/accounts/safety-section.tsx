import { useQuery } from '@tanstack/react-query'
import { useApi } from '../platform/api-context.ts'
import { Spinner } from '../ui/spinner.tsx'
import { PasskeyList } from './passkey-list.tsx'
import type { User } from './queries.ts'
import { safetyQuery } from './safety.ts'
import { SecondFactor } from './second-factor.tsx'

/** How else one signs in: passkeys for everybody, an authenticator app for admins. */
export function SafetySection({ user }: { user: User }) {
  const { data: safety, isError } = useQuery(safetyQuery(useApi()))
  if (isError) return <p role="alert">Your passkeys could not be loaded. Please try again later.</p>
  if (!safety) return <Spinner />
  return (
    <>
      <PasskeyList safety={safety} />
      {(user.role === 'admin' || safety.secondFactor) && <SecondFactor safety={safety} />}
    </>
  )
}
