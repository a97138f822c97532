import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { VAT_NUMBER_MESSAGES } from '#contract/checkout/shipping.ts'
import { invalidInput, ShopError } from '../errors.ts'
import { type PaymentGateway, ProviderError } from '../payments/provider.ts'
import type { Db } from '../platform/db/database.ts'
import { countAttempt, type Limit } from '../platform/http/limits.ts'
import { saveCalculation, TaxesMissing, type TaxRequest } from '../pricing/pricing.ts'

/** Each calculation costs the store owner a fee. Repeated requests for the same taxes don't count. */
const CALCULATIONS: Limit = { name: 'tax-calculations', points: 500, seconds: 15 * 60 }
/** Maximum number of attempts, because the cart or the settings can change during a calculation. */
const TRIES = 3

/**
 * Runs an operation that prices a cart. If taxes are missing, the provider calculates them and the operation runs
 * again. Call it outside transactions.
 * @param addressKey limits calculations per IP address
 * @throws ShopError 400 for an address or VAT number that the provider rejects, 429, 503
 */
export async function withTaxes<T>(
  db: Db,
  gateway: PaymentGateway,
  addressKey: string,
  run: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof TaxesMissing)) throw error
      if (tried === TRIES) throw unavailable(error)
      await countAttempt(db, CALCULATIONS, addressKey)
      await calculate(db, gateway, error.request)
    }
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
