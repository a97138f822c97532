import { z } from 'zod'
import { createSafeFetch } from '../platform/safe-fetch.ts'

export const VIES_TIMEOUT_MS = 4000
const RESPONSE_MAX_BYTES = 64 * 1024

/** VIES returns another shape if it is unavailable or rejects the requester. */
const Response = z.union([
  z.object({ valid: z.boolean(), name: z.string().optional(), requestIdentifier: z.string().optional() }),
  z.object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) }),
])

/** @property name the registered name, or null if the country doesn't publish names */
export type ViesAnswer = { isValid: boolean; name: string | null; consultationNumber: string | null }
/** `rejected` if VIES doesn't know the requester's number, `unavailable` if it couldn't answer. */
type Outcome = ViesAnswer | 'rejected' | 'unavailable'

/**
 * Queries VIES for a VAT number.
 * @param requester the shop's own number, which VIES needs for a consultation number
 */
export async function queryVies(viesUrl: string, id: string, requester: string | null): Promise<Outcome> {
  try {
    const send = createSafeFetch([new URL(viesUrl).origin], undefined, VIES_TIMEOUT_MS)
    const response = await send(`${viesUrl}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        countryCode: id.slice(0, 2),
        vatNumber: id.slice(2),
        ...(requester && {
          requesterMemberStateCode: requester.slice(0, 2),
          requesterNumber: requester.slice(2),
        }),
      }),
      maxBytes: RESPONSE_MAX_BYTES,
    })
    return outcomeOf(Response.safeParse(await response.json()).data)
  } catch {
    // Any failure of the register leaves the number unverified.
    return 'unavailable'
  }
}

function outcomeOf(response: z.output<typeof Response> | undefined): Outcome {
  if (!response) return 'unavailable'
  if ('errorWrappers' in response)
    return response.errorWrappers[0]?.error === 'INVALID_REQUESTER_INFO' ? 'rejected' : 'unavailable'
  const { valid, name, requestIdentifier } = response
  // VIES writes '---' for countries that don't publish names.
  return {
    isValid: valid,
    name: name && name !== '---' ? name : null,
    consultationNumber: requestIdentifier || null,
  }
}
