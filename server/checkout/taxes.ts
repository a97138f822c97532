import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { VAT_NUMBER_MESSAGES } from '#contract/checkout/shipping.ts'
import { findCartId, type Owner } from '../cart/queries.ts'
import { invalidInput, ShopError, tooManyRequests } from '../errors.ts'
import { type PaymentGateway, ProviderError } from '../payments/provider.ts'
import { reportFrequentTaxes, reportTaxLimit } from '../payments/provider-emails.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { countAttempt, findEndOfLimit, type Limit } from '../platform/http/limits.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { saveCalculation, TaxesMissing, type TaxRequest } from '../pricing/pricing.ts'
import { countPaidSince } from './queries.ts'

/** A shopper who changes the address and the cart needs fewer than ten. */
const PER_CART: Limit = { name: 'tax-calculations-cart', points: 20, seconds: 60 * 60 }
/**
 * Each calculation costs the store owner a fee, and a program can fill any number of carts. The shop's limit is far
 * above what its orders need. Repeated requests for the same taxes don't count.
 */
const PER_SHOP = { name: 'tax-calculations-shop', least: 500, perOrderOfDay: 20, seconds: 60 * 60 }
/** The part of the shop's limit that one IP address can use, so that it can't stop the checkouts of all others. */
const PER_ADDRESS = { name: 'tax-calculations', part: 1 / 5 }
/** The part that all IP addresses with more than `few` calculations can use together. The rest is for other shoppers. */
const FREQUENT = { name: 'tax-calculations-frequent', part: 1 / 2, few: 10 }
const SHOP = 'shop'
const DAY_MS = 24 * 60 * 60_000
/** Maximum number of attempts, because the cart or the settings can change during a calculation. */
const TRIES = 3

/** `addressKey` limits calculations per IP address. */
export type TaxPayer = { owner: Owner; addressKey: string }

/**
 * Runs an operation that prices a cart. If taxes are missing, the provider calculates them and the operation runs
 * again. Call it outside transactions.
 * @throws ShopError 400 for an address or VAT number that the provider rejects, 429, 503
 */
export async function withTaxes<T>(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  payer: TaxPayer,
  run: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof TaxesMissing)) throw error
      if (tried === TRIES) throw unavailable(error)
      await countCalculation(db, gateway, mail, payer)
      await calculate(db, gateway, error.request)
    }
  }
}

/** @throws ShopError 429 for too many calculations of a cart or an IP address, 503 for too many of the shop */
async function countCalculation(
  db: Db,
  { name: provider }: PaymentGateway,
  mail: MailConfig,
  { owner, addressKey }: TaxPayer,
): Promise<void> {
  const cart = (await findCartId(db, owner)) ?? 'none'
  const forShopper = await retryAfter(() => countAttempt(db, PER_CART, String(cart)))
  if (forShopper !== null) throw tooManyRequests(forShopper, CHECKOUT_MESSAGES.tooManyTaxes)
  const limit = await limitOfShop(db)
  const ofAddress = await countAttempt(db, partOf(limit, PER_ADDRESS), addressKey)
  if (ofAddress > FREQUENT.few) {
    const frequent = partOf(limit, FREQUENT)
    const forFrequent = await retryAfter(() => countAttempt(db, frequent, SHOP))
    if (forFrequent !== null) {
      await reportFrequentTaxes(db, mail, { limit: frequent.points, few: FREQUENT.few, provider })
      throw taxesPaused(forFrequent)
    }
  }
  const forShop = await retryAfter(() => countAttempt(db, limit, SHOP))
  if (forShop === null) return
  await reportTaxLimit(db, mail, { limit: limit.points, provider })
  throw taxesPaused(forShop)
}

const taxesPaused = (seconds: number) =>
  new ShopError(503, 'unavailable', CHECKOUT_MESSAGES.taxesPaused, { retryAfter: seconds })

const partOf = ({ points, seconds }: Limit, { name, part }: { name: string; part: number }): Limit => ({
  name,
  seconds,
  points: Math.floor(points * part),
})

/** Returns when the shop calculates taxes again, or null if it does now. */
export async function findTaxPause(db: Db): Promise<Date | null> {
  return findEndOfLimit(db, await limitOfShop(db), SHOP)
}

async function limitOfShop(db: Db): Promise<Limit> {
  const orders = await countPaidSince(db, new Date(now().getTime() - DAY_MS))
  const { name, seconds, least, perOrderOfDay } = PER_SHOP
  return { name, seconds, points: Math.max(least, orders * perOrderOfDay) }
}

/** Returns the seconds to wait before a limited attempt, or null if it was within the limit. */
async function retryAfter(count: () => Promise<unknown>): Promise<number | null> {
  try {
    await count()
    return null
  } catch (error) {
    if (error instanceof ShopError && error.retryAfter !== undefined) return error.retryAfter
    throw error
  }
}

async function calculate(db: Db, gateway: PaymentGateway, request: TaxRequest): Promise<void> {
  const result = await gateway.calculateTaxes(request).catch((error: unknown) => {
    throw error instanceof ProviderError ? unavailable(error) : error
  })
  if (!('problem' in result)) return saveCalculation(db, request, result)
  const [path, message] =
    result.problem === 'address'
      ? ['shippingInfo.zipCode', CHECKOUT_MESSAGES.taxAddress]
      : ['vatId', VAT_NUMBER_MESSAGES.format]
  throw invalidInput(message, [{ path, message }])
}

const unavailable = (cause: unknown) =>
  new ShopError(503, 'unavailable', CHECKOUT_MESSAGES.taxesUnavailable, { retryAfter: 5, cause })
