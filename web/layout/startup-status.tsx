import { useEffect, useState } from 'react'
import { useUser } from '../accounts/queries.ts'
import { readToken } from '../platform/auth-token.ts'
import { Pending } from '../ui/pending.tsx'

/** On public pages: a small status that covers nothing while it is checked who is here (contract section 7). */
export function StartupStatus() {
  const { isChecking } = useUser()
  const [hasToken, setHasToken] = useState(false)
  useEffect(() => setHasToken(readToken() !== null), [])
  if (!isChecking || !hasToken) return null
  return <Pending>Initializing application...</Pending>
}
