import { isoCountry } from '#contract/checkout/rules.ts'
import type { ShippingPlace, VatNumber } from '#contract/checkout/shipping.ts'
import { dayInZone } from '#contract/dates.ts'
import type { Currency } from '#contract/money.ts'
import {
  type Destination,
  flatRateRules,
  goodsOf,
  type Quote,
  type QuoteRules,
  quote,
} from '#contract/pricing/quote.ts'
import { isReverseCharge, reverseChargeRules } from '#contract/pricing/reverse-charge.ts'
import { shippingProblem } from '#contract/pricing/shipped-places.ts'
import { type Goods, offeredMethod, type ShippingZone, zoneFor } from '#contract/pricing/shipping.ts'
import { type GivenTaxes, STANDARD_CLASS, type TaxRules } from '#contract/pricing/taxes.ts'
import { taxRules } from '#contract/settings/tax-rules.ts'
import { type CartItemRow, listCartItems } from '../cart/item-queries.ts'
import type { Owner } from '../cart/queries.ts'
import { invalidInput } from '../errors.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { sha256 } from '../platform/ids.ts'
import { type Settings, zonesOf } from '../settings/settings.ts'
import { findTaxes, insertCalculation, type TaxCalculation, type TaxLine } from './queries.ts'

/** Taxes may change, so a repeated checkout reuses a calculation only for this long. */
const REUSE_MS = 60 * 60_000

/** An address with its ISO country code. */
export type TaxPlace = ShippingPlace

/**
 * Everything that the taxes of an order depend on.
 * @property from where the goods are sent from or picked up @property to where they are sent, or picked up
 */
export type TaxRequest = {
  currency: Currency
  pricesIncludeTax: boolean
  lines: TaxLine[]
  shippingCents: number
  from: TaxPlace
  to: TaxPlace
  /** A business customer's VAT number. */
  vatId: string | null
}

/** Thrown if a price needs taxes from the provider. Nothing is priced without them. */
export class TaxesMissing extends Error {
  readonly request: TaxRequest

  constructor(request: TaxRequest) {
    super('The taxes are not calculated yet')
    this.request = request
  }
}

/** A destination with the address that a provider calculates taxes for. */
export type DeliveryTo = Destination & { address: TaxPlace }

/** `taxes` are the rules that the quote was computed with. */
export type PricedCart = { lines: CartItemRow[]; quote: Quote; taxes: TaxRules }

/**
 * Prices a cart at current prices.
 * @param to null if the shopper hasn't entered an address
 * @param vatNumber a business customer's VAT number
 * @throws TaxesMissing if the payment provider has to calculate the taxes first
 */
export async function priceCart(
  db: Db,
  owner: Owner,
  settings: Settings,
  to: DeliveryTo | null,
  vatNumber: VatNumber | null = null,
): Promise<PricedCart> {
  return priceLines(db, await listCartItems(db, owner, settings), settings, to, vatNumber)
}

/** Like priceCart, for the items of a cart. */
export async function priceLines(
  db: Db,
  lines: CartItemRow[],
  settings: Settings,
  to: DeliveryTo | null,
  vatNumber: VatNumber | null,
): Promise<PricedCart> {
  const rules = quoteRules(settings)
  const destination = to && offeredAt(to, goodsOf(lines), rules.zones)
  const { home, mode } = settings.taxes
  if (mode === 'stripe' && destination && lines.length > 0) {
    const untaxed = quote(lines, destination, rules)
    const request = taxRequest(settings, lines, untaxed, destination.address, vatNumber)
    const taxes = { ...rules.taxes, given: await calculatedTaxes(db, request) }
    return { lines, taxes, quote: quote(lines, destination, { ...rules, taxes }) }
  }
  const isExempt =
    vatNumber?.isAccepted && destination && home && isReverseCharge(home, vatNumber.country, destination)
  const taxes = isExempt ? reverseChargeRules(rules.taxes, home, destination) : rules.taxes
  return { lines, taxes, quote: quote(lines, destination, { ...rules, taxes }) }
}

/**
 * Returns what cart items cost without taxes by the payment provider, and without regard to VAT numbers.
 * @param to a place that the shop ships the items to, or null if it is unknown
 */
export function estimateLines(lines: CartItemRow[], settings: Settings, to: Destination | null): PricedCart {
  const rules = quoteRules(settings)
  return { lines, taxes: rules.taxes, quote: quote(lines, to, rules) }
}

/**
 * @param methodId if omitted or not offered there, the cheapest delivery is used
 * @throws ShopError 400 if the shop doesn't ship there
 */
export function destinationOf(settings: Settings, address: ShippingPlace, methodId?: string): DeliveryTo {
  const problem = shippingProblem(settings.zones, address)
  if (problem) {
    const { field, message } = problem
    throw invalidInput(message, [{ path: `shippingInfo.${field}`, message }])
  }
  const { country, state: region, zipCode: postalCode } = address
  const place = { country: isoCountry(country), region, postalCode }
  const isOffered = zoneFor(zonesOf(settings), place)?.methods.some(({ id }) => id === methodId)
  return { ...place, methodId: isOffered && methodId ? methodId : null, address: taxPlace(address) }
}

/**
 * Returns the destination without a method that isn't offered for these goods.
 * @throws ShopError 400 if no method is
 */
function offeredAt(to: DeliveryTo, goods: Goods, zones: ShippingZone[]): DeliveryTo {
  const { country, region: state, postalCode: zipCode = '' } = to
  const message = shippingProblem(zones, { country, state, zipCode }, goods)?.message
  if (message !== undefined) throw invalidInput(message, [{ path: 'shippingInfo.country', message }])
  const zone = zoneFor(zones, to)
  return { ...to, methodId: zone && offeredMethod(zone, goods, to.methodId) }
}

export async function saveCalculation(db: Db, request: TaxRequest, calculation: TaxCalculation) {
  await insertCalculation(db, { ...calculation, requestHash: hashOf(request), lines: request.lines })
}

/** @throws TaxesMissing unless the shop has recently had exactly these taxes calculated */
async function calculatedTaxes(db: Db, request: TaxRequest): Promise<GivenTaxes> {
  const found = await findTaxes(db, hashOf(request), new Date(now().getTime() - REUSE_MS))
  if (!found) throw new TaxesMissing(request)
  return found
}

const hashOf = (request: TaxRequest) => sha256(JSON.stringify(request))

function taxRequest(
  { business, taxes }: Settings,
  items: CartItemRow[],
  { currency, lines, shippingCents, shipping }: Quote,
  to: TaxPlace,
  vatNumber: VatNumber | null,
): TaxRequest {
  const classes = new Map(items.map(({ variantId, taxClass = STANDARD_CLASS }) => [variantId, taxClass]))
  return {
    currency,
    pricesIncludeTax: taxes.pricesIncludeTax,
    lines: lines.map(({ variantId: unit, quantity, cents }) => ({
      unit,
      quantity,
      cents,
      taxClass: classes.get(unit) ?? STANDARD_CLASS,
    })),
    shippingCents,
    ...taxedPlaces(shipping, business, to, vatNumber),
  }
}

/**
 * Returns what taxes depend on besides the amounts. A pickup is sold where it is picked up: nothing is sent to another
 * country, so the number of a business doesn't matter.
 */
export function taxedPlaces(
  { delivery }: Quote['shipping'],
  business: Settings['business'],
  to: TaxPlace,
  vatNumber: VatNumber | null,
): Pick<TaxRequest, 'from' | 'to' | 'vatId'> {
  const pickup = delivery?.address && taxPlace(delivery.address)
  if (pickup) return { from: pickup, to: pickup, vatId: null }
  return { from: taxPlace(business), to, vatId: vatNumber?.isAccepted ? vatNumber.id : null }
}

/** Returns an address with its ISO country code, and with the same fields in the same order for the same place. */
export function taxPlace({ address, address2, city, state, zipCode, country }: ShippingPlace): TaxPlace {
  return { address, ...(address2 && { address2 }), city, state, zipCode, country: isoCountry(country) }
}

/** Returns the settings that the cost of an order depends on. */
export function quoteRules(settings: Settings): QuoteRules {
  const { shippingRateCents, currency, taxes, timeZone } = settings
  return {
    ...flatRateRules(shippingRateCents, currency),
    zones: zonesOf(settings),
    taxes: taxRules(taxes, dayInZone(now(), timeZone)),
  }
}
