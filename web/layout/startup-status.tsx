import { useEffect, useState } from 'react'
import { useUser } from '../accounts/queries.ts'
import { readToken } from '../platform/auth-token.ts'
import { Spinner } from '../ui/spinner.tsx'

/** On public pages: a small status that covers nothing while it is checked who is here (contract section 7). */
export function StartupStatus() {
  const { isChecking } = useUser()
  const [hasToken, setHasToken] = useState(false)
  useEffect(() => setHasToken(readToken() !== null), [])
  if (!isChecking || !hasToken) return null
  return (
    <div className="pointer-events-none fixed bottom-4 left-4 z-40 rounded-full border border-hairline bg-surface px-4 py-2 text-sm shadow-float">
      <Spinner>Initializing application...</Spinner>
    </div>
  )
}
