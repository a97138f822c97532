import { z } from 'zod'
import type { OutsideFetch } from '../platform/outside-fetch.ts'
import { reasonOf, unavailable } from './graphql-answer.ts'
import { PlatformError } from './platform.ts'

const ANSWER_WITHIN_MS = 15_000

const Granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
/** `seconds`: for how long it is good, a day mostly. */
export type Grant = { token: string; seconds: number }

/** Asks for a token by the client-credentials grant, as apps made since 2026 must. @throws PlatformError */
export async function askForToken(
  { storeUrl, apiKey, apiSecret }: { storeUrl: string; apiKey: string; apiSecret: string },
  stopping: AbortSignal,
  fetchOutside: OutsideFetch,
): Promise<Grant> {
  const response = await fetchOutside(`${storeUrl}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: apiKey,
      client_secret: apiSecret,
    }).toString(),
    signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  }).catch((cause: unknown) => {
    stopping.throwIfAborted()
    throw unavailable(reasonOf(cause), cause)
  })
  if (response.status >= 500 || response.status === 429) {
    throw unavailable(`${response.status}: ${response.statusText}`)
  }
  const granted = response.ok ? Granted.safeParse(await response.json().catch(() => null)) : null
  if (granted?.success) return { token: granted.data.access_token, seconds: granted.data.expires_in }
  // The platform says 400 or 401 to a wrong key or secret; for an admin both are the same mistake.
  const message = 'The platform refused the shop. Please check the store URL, API key and access token.'
  throw new PlatformError('refused', message, `401: no token granted (${response.status})`)
}
