import type { CartQuote, QuotePlace, QuoteProblem } from '#contract/checkout/quote-api.ts'
import { goodsOf } from '#contract/pricing/quote.ts'
import {
  estimatedOption,
  type Goods,
  offeredMethod,
  type ShippingZone,
  shippingOptions,
} from '#contract/pricing/shipping.ts'
import { type CartItemRow, listCartItems } from '../cart/item-queries.ts'
import type { Owner } from '../cart/queries.ts'
import { ShopError } from '../errors.ts'
import { estimateLines, type PricedCart, priceLines } from '../pricing/pricing.ts'
import { readSettings, type Settings, zonesOf } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { type QuotedPlace, resolveQuotePlace } from './quote-place.ts'
import { shownQuote } from './shown-quote.ts'
import { withTaxes } from './taxes.ts'
import { asksForVatNumber, checkVatNumber } from './vat-number.ts'

/** The destination and the choices of a shopper. @property methodId replaced by the cheapest delivery if it isn't offered */
export type Asked = {
  place?: QuotePlace | undefined
  methodId?: string | undefined
  vatNumber?: string | undefined
}

/**
 * @property addressKey limits queries to VIES @property payerKey limits tax calculations
 * @property inTurn runs work of the database and the CPU when it is the caller's turn
 * @property onProblem called with an error that the quote names as its problem
 */
type Caller = {
  addressKey: string
  payerKey: string
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  onProblem(error: ShopError): void
}

/**
 * Returns what a cart costs, by the same functions that place its order.
 * @param owner null for a visitor without a cart
 */
export async function quotedCart(
  shop: Pick<Shop, 'db' | 'gateway' | 'config'>,
  owner: Owner | null,
  asked: Asked,
  caller: Caller,
): Promise<CartQuote> {
  const settings = await readSettings(shop.db)
  const lines = owner ? await caller.inTurn(() => listCartItems(shop.db, owner, settings)) : []
  const goods = goodsOf(lines)
  const asksVatNumber = asked.place !== undefined && asksForVatNumber(settings, asked.place)
  const found = asked.place?.country ? resolveQuotePlace(settings, goods, asked.place) : null
  if (!found || 'code' in found) return estimate(lines, settings, goods, { asksVatNumber, problem: found })
  const { priced, zone } = await caller.inTurn(async () =>
    priceAt(lines, settings, goods, found, asked.methodId),
  )
  const options = shippingOptions(zone, goods)
  const known = {
    options,
    isEstimate: false,
    lacksRegion: lacksTaxedRegion(priced, found.place),
    asksVatNumber,
  }
  const { address } = found
  if (!owner || !address || lines.length === 0) {
    const isUntaxed = settings.taxes.mode === 'stripe'
    return shownQuote(priced, settings, { ...known, isUntaxed, vatNumber: null, problem: null })
  }
  const check = () => checkVatNumber(shop.db, settings, shop.config, asked.vatNumber, caller.addressKey)
  const checked = asksVatNumber ? await orProblem(check, numberProblem, caller) : null
  const vatNumber = checked && 'id' in checked ? checked : null
  const problem = checked && 'code' in checked ? checked : null
  const to = { ...found.place, methodId: priced.quote.shipping.methodId, address }
  const payer = { owner, addressKey: caller.payerKey }
  const price = () => caller.inTurn(() => priceLines(shop.db, lines, settings, to, vatNumber))
  const calculate = () => withTaxes(shop.db, shop.gateway, shop.config, payer, price)
  const taxed = await orProblem(calculate, taxProblem, caller)
  const facts = { ...known, vatNumber, problem }
  if ('quote' in taxed) return shownQuote(taxed, settings, { ...facts, isUntaxed: false })
  return shownQuote(priced, settings, { ...facts, isUntaxed: true, problem: problem ?? taxed })
}

/** Returns the amounts for an unknown destination, or for one that the shop doesn't ship to. */
export function estimate(
  lines: CartItemRow[],
  settings: Settings,
  goods: Goods = goodsOf(lines),
  { asksVatNumber, problem }: Pick<CartQuote, 'asksVatNumber' | 'problem'> = {
    asksVatNumber: false,
    problem: null,
  },
): CartQuote {
  return shownQuote(estimateLines(lines, settings, null), settings, {
    options: [estimatedOption(zonesOf(settings), goods)],
    isEstimate: true,
    lacksRegion: false,
    isUntaxed: settings.taxes.mode === 'stripe',
    asksVatNumber,
    vatNumber: null,
    problem,
  })
}

/** Returns whether a region decides about taxes that are added, and the shopper hasn't chosen one yet. */
const lacksTaxedRegion = ({ taxes }: PricedCart, { country, region }: QuotedPlace['place']): boolean =>
  !region &&
  !taxes.pricesIncludeTax &&
  taxes.rates.some((rate) => rate.country === country && rate.region !== null)

/**
 * Returns the price before taxes by the payment provider. If the place may be in several zones, it is the highest one, so the
 * shopper never pays more than a wallet has shown.
 */
function priceAt(
  lines: CartItemRow[],
  settings: Settings,
  goods: Goods,
  { place, zones }: QuotedPlace,
  methodId: string | undefined,
): { priced: PricedCart; zone: ShippingZone } {
  const [first, ...others] = zones.map((zone) => {
    const to = { ...place, methodId: offeredMethod(zone, goods, methodId) }
    return { zone, priced: estimateLines(lines, { ...settings, zones: [everywhere(zone)] }, to) }
  })
  if (!first) throw new RangeError('The place is in no zone')
  return others.reduce(
    (most, one) => (one.priced.quote.totalCents > most.priced.quote.totalCents ? one : most),
    first,
  )
}

const everywhere = ({ name = '', methods }: ShippingZone): ShippingZone => ({
  name,
  countries: null,
  methods,
})

/** Returns a rejection as a problem, because the rest of the quote is still true. */
async function orProblem<T>(
  run: () => Promise<T>,
  problemOf: (error: ShopError) => QuoteProblem,
  { onProblem }: Caller,
): Promise<T | QuoteProblem> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    onProblem(error)
    return problemOf(error)
  }
}

const numberProblem = ({ message }: ShopError): QuoteProblem => ({
  code: 'vat_number',
  field: 'vatNumber',
  message,
})

function taxProblem({ message, errors }: ShopError): QuoteProblem {
  const path = errors?.[0]?.path
  const field = path === 'vatId' ? 'vatNumber' : path === 'shippingInfo.zipCode' ? 'zipCode' : null
  return { code: 'taxes', field, message }
}
