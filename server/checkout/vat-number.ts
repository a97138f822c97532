import type { QuotePlace } from '#contract/checkout/quote-api.ts'
import { isoCountry } from '#contract/checkout/rules.ts'
import { VAT_NUMBER_MESSAGES, type VatNumber } from '#contract/checkout/shipping.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import { taxPlaceOf } from '#contract/pricing/territories.ts'
import type { Config } from '../config.ts'
import { invalidInput } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { countAttempt, type Limit } from '../platform/http/limits.ts'
import type { Settings } from '../settings/settings.ts'
import { readVatNumber } from '../vat-numbers/read.ts'
import { type Register, verifyNumber } from '../vat-numbers/vat-numbers.ts'
import { queueRejectedNumberEmail } from './vat-number-emails.ts'

/** Queries to VIES per IP address. A number that VIES answered about in the last 24 hours doesn't count. */
const QUERIES: Limit = { name: 'vat-numbers', points: 10, seconds: 60 * 60 }

/**
 * Checks the VAT number of a business customer: its format and check digits, then the EU's register VIES. Call it
 * outside transactions.
 * @param typed empty for none
 * @param addressKey limits queries per IP address
 * @returns null without a number, or if the shop has no use for it
 * @throws ShopError 400, 429
 */
export async function checkVatNumber(
  db: Db,
  settings: Settings,
  config: Config,
  typed: string | null | undefined,
  addressKey: string,
): Promise<VatNumber | null> {
  if (!typed || !usesVatNumbers(settings)) return null
  const number = readVatNumber(typed)
  if (!number) throw problem(VAT_NUMBER_MESSAGES.format)
  const register = registerOf(db, settings, config, () => countAttempt(db, QUERIES, addressKey))
  const answer = await verifyNumber(db, register, number.id)
  if (answer?.isValid === false) throw problem(VAT_NUMBER_MESSAGES.notRegistered)
  return {
    ...number,
    state: answer ? 'verified' : 'unverified',
    isAccepted: answer !== null || settings.taxes.acceptsUnverifiedNumbers,
    checkedAt: (answer?.at ?? now()).toISOString(),
    name: answer?.name ?? null,
    consultationNumber: answer?.consultationNumber ?? null,
  }
}

/**
 * Returns whether the checkout requests a VAT number at a place, because a business there may owe the VAT itself: it is in
 * another EU country than the shop.
 */
export function asksForVatNumber(
  settings: Settings,
  { country, state = '', zipCode = '' }: QuotePlace,
): boolean {
  const { home } = settings.taxes
  if (!usesVatNumbers(settings) || home === null) return false
  const { isInEu, countries } = taxPlaceOf({
    country: isoCountry(country),
    region: state,
    postalCode: zipCode,
  })
  return isInEu && !countries.includes(home)
}

/** @throws ShopError 400 if the store owner requires a VAT number at the place */
export function requireVatNumber(settings: Settings, place: QuotePlace): void {
  const isRequired = settings.vatNumberField === 'required' && asksForVatNumber(settings, place)
  if (isRequired) throw problem(VAT_NUMBER_MESSAGES.required)
}

/** Returns whether the shop is registered for VAT in the EU, and requests VAT numbers. */
export function usesVatNumbers({ taxes, vatNumberField }: Settings): boolean {
  if (vatNumberField === 'off') return false
  return taxes.mode !== 'none' && taxes.home !== null && EU_COUNTRIES.includes(taxes.home)
}

/** @param beforeQuery called before each query */
export function registerOf(
  db: Db,
  { business }: Settings,
  config: Config,
  beforeQuery?: () => Promise<unknown>,
): Register {
  return {
    viesUrl: config.viesUrl,
    requester: readVatNumber(business.vatId)?.id ?? null,
    ...(beforeQuery && { beforeQuery }),
    onRequesterRejected: (requester) =>
      inTransaction(db, (db) => queueRejectedNumberEmail(db, config, requester)),
  }
}

const problem = (message: string) => invalidInput(message, [{ path: 'vatId', message }])
