import { checkVAT, countries } from 'jsvat-next'
import { z } from 'zod'
import { VAT_NUMBER_MESSAGES, type VatNumber } from '#contract/checkout/shipping.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import { invalidInput } from '../errors.ts'
import { now } from '../platform/clock.ts'
import type { Settings } from '../settings/settings.ts'

const VIES_TIMEOUT_MS = 4000
/** VIES returns a different shape while a country's register is unavailable. */
const ViesResponse = z.object({ valid: z.boolean(), name: z.string().optional() })

/**
 * Checks the VAT number of a business customer: its format and check digits, then the EU's register VIES. If VIES is
 * unavailable, the number counts as not verified.
 * @param typed empty for none
 * @returns null without a number, or if the shop has no use for it
 * @throws ShopError 400
 */
export async function checkVatNumber(
  { taxes }: Settings,
  viesUrl: string,
  typed: string | null | undefined,
): Promise<VatNumber | null> {
  const hasUse = taxes.mode !== 'none' && taxes.home !== null && EU_COUNTRIES.includes(taxes.home)
  if (!typed || !hasUse) return null
  const { isValid, value: id, country } = checkVAT(typed, countries)
  const code = country?.isoCode.short
  if (!isValid || !id || !code || !EU_COUNTRIES.includes(code)) throw problem(VAT_NUMBER_MESSAGES.format)
  const found = await findInVies(viesUrl, id)
  if (found?.valid === false) throw problem(VAT_NUMBER_MESSAGES.notRegistered)
  // VIES writes '---' for countries that don't publish names.
  const name = found?.name && found.name !== '---' ? found.name : null
  return { id, country: code, isVerified: found !== null, checkedAt: now().toISOString(), name }
}

/** Returns null if VIES is unavailable. */
async function findInVies(viesUrl: string, id: string): Promise<z.output<typeof ViesResponse> | null> {
  try {
    const response = await fetch(`${viesUrl}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ countryCode: id.slice(0, 2), vatNumber: id.slice(2) }),
      signal: AbortSignal.timeout(VIES_TIMEOUT_MS),
    })
    return ViesResponse.safeParse(await response.json()).data ?? null
  } catch {
    // Any failure of the register leaves the number unverified.
    return null
  }
}

const problem = (message: string) => invalidInput(message, [{ path: 'vatId', message }])
