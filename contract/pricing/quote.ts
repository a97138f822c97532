import { isoCountry } from '../checkout/rules.ts'
import { type Currency, payableStep, US_DOLLARS } from '../money.ts'
import { type Amounts, lineTotal, type PricedItem, type QuoteStep } from './amounts.ts'
import {
  type DeliveryDays,
  defaultOption,
  estimatedOption,
  type Goods,
  type PickupAddress,
  type Place,
  type ShippingMethod,
  type ShippingZone,
  shippingOptions,
  zoneFor,
} from './shipping.ts'
import { rateText } from './tax-text.ts'
import {
  givenTaxes,
  netPrice,
  netShipping,
  ratesFor,
  shippingTaxes,
  sumByRate,
  type TaxAmount,
  type TaxRules,
  taxesOf,
} from './taxes.ts'

/**
 * The only place that adds up money: cart, checkout, orders, returns, and agents all use it. Amounts are integers in
 * the smallest unit of the currency, such as cents for US dollars. Doesn't import zod, so pages can load it early.
 */

/**
 * @property weightGrams per unit, null if unknown
 * @property taxClass omitted for 'standard'
 */
export type QuoteLine = PricedItem & {
  productId: number
  variantId: number
  shipsFree?: boolean | undefined
  weightGrams?: number | null
  taxClass?: string
}

/**
 * Where and how an order is delivered.
 * @property methodId null for the zone's cheapest delivery
 */
export type Destination = Place & { methodId: string | null }

export type QuoteRules = { currency: Currency; zones: ShippingZone[]; taxes: TaxRules }

/** @property cents the cost of the line, without taxes that are added to prices */
type QuotedLine = PricedItem & { productId: number; variantId: number; cents: number; taxes: TaxAmount[] }

/**
 * How an order is delivered, by one of the store owner's methods.
 * @property address where the order is picked up, or null if it is sent
 */
type Delivery = { days: DeliveryDays | null; address: PickupAddress | null }

/**
 * The price of a cart with an explanation of each amount. An order stores the quote that its shopper agreed to.
 * @property lines sorted by product and variant, so the same cart always gives the same quote
 * @property shipping without `delivery` in a shop without zones
 * @property taxes the taxes on all lines and on shipping, one amount per rate
 * @property taxCalculation the provider's ID for the calculation of the taxes, if a provider calculated them
 */
export type Quote = Amounts & {
  currency: Currency
  taxCalculation?: string
  lines: QuotedLine[]
  shipping: { methodId: string; name: string; cents: number; taxes: TaxAmount[]; delivery?: Delivery }
  taxes: TaxAmount[]
  steps: QuoteStep[]
}

/** Returns the rules of a shop without taxes that charges one flat rate for every order that doesn't ship free. */
export function flatRateRules(flatRateCents: number, currency: Currency = US_DOLLARS): QuoteRules {
  const method = { id: 'standard', name: 'Standard shipping', rateCents: flatRateCents }
  return {
    currency,
    zones: [{ countries: null, methods: [method] }],
    taxes: { pricesIncludeTax: false, rates: [] },
  }
}

/**
 * Computes the cost of lines: prices, then shipping, then taxes. Shipping is free if every item ships free (contract
 * section 2). A pickup is taxed where it is picked up.
 * @param destination null if it isn't known yet; shipping then costs as in the first zone, and there are no taxes
 * @throws RangeError if the shop doesn't ship these goods there, or not by this method, or for given taxes of other lines or amounts
 */
export function quote(items: QuoteLine[], destination: Destination | null, rules: QuoteRules): Quote {
  const step = payableStep(rules.currency)
  const { method, cents } = shippingOption(goodsOf(items), destination, rules.zones)
  const place = destination && method.address ? placeOf(method.address) : destination
  const taxRules = method.address ? rulesOfPickup(rules.taxes) : rules.taxes
  const goods = [...items].sort(byProduct).map((line) => {
    const priceCents = netPrice(line.priceCents, line.taxClass, taxRules, step)
    const cents = lineTotal({ ...line, priceCents })
    return { ...line, priceCents, cents, rates: ratesFor(taxRules, line.taxClass, place) }
  })
  const subtotalCents = sumOf(goods)
  const shown = items.map((line) => ({ cents: lineTotal(line), taxClass: line.taxClass }))
  const shippingCents = netShipping(cents, shown, taxRules, step)
  const { given } = taxRules
  const quoted = goods.map(({ productId, variantId, quantity, priceCents, cents, rates }) => ({
    productId,
    variantId,
    quantity,
    priceCents,
    cents,
    taxes: given ? givenTaxes(given, cents, variantId) : taxesOf(cents, rates, taxRules, step),
  }))
  const shipping = {
    methodId: method.id,
    name: method.name,
    cents: shippingCents,
    taxes: given ? givenTaxes(given, shippingCents) : shippingTaxes(shippingCents, goods, taxRules, step),
    ...deliveryOf(method),
  }
  const taxes = sumByRate([...quoted, shipping].flatMap(({ taxes }) => taxes))
  const steps: QuoteStep[] = [
    { kind: 'items', reason: 'Items', cents: subtotalCents, isIncluded: false },
    {
      kind: 'shipping',
      reason: shippingCents === 0 ? 'Free shipping' : method.name,
      cents: shippingCents,
      isIncluded: false,
    },
    ...taxes.map(({ name, ppm, cents }) => ({
      kind: 'tax' as const,
      reason: name,
      rate: rateText({ ppm, cents }),
      cents,
      isIncluded: taxRules.pricesIncludeTax,
    })),
  ]
  const added = steps.filter(({ isIncluded }) => !isIncluded)
  const taxCents = sumOf(added.filter(({ kind }) => kind === 'tax'))
  const totalCents = sumOf(added)
  const { currency } = rules
  return {
    currency,
    ...(given?.calculation === undefined ? {} : { taxCalculation: given.calculation }),
    lines: quoted,
    shipping,
    taxes,
    steps,
    subtotalCents,
    shippingCents,
    taxCents,
    totalCents,
  }
}

/** Returns the properties of lines that shipping costs depend on. */
export function goodsOf(items: QuoteLine[]): Goods {
  return {
    subtotalCents: items.reduce((sum, item) => sum + lineTotal(item), 0),
    weightGrams: totalGrams(items),
    shipsFree: items.every(({ shipsFree }) => shipsFree === true),
  }
}

/** Sums whole micrograms, so the result doesn't depend on the order, and rounds once. */
function totalGrams(items: QuoteLine[]): number {
  const micrograms = items.map(({ quantity, weightGrams }) => quantity * Math.round((weightGrams ?? 0) * 1e6))
  return Math.round(micrograms.reduce((sum, one) => sum + one, 0) / 1e6)
}

function shippingOption(goods: Goods, destination: Destination | null, zones: ShippingZone[]) {
  if (!destination) return estimatedOption(zones, goods)
  const zone = zoneFor(zones, destination)
  if (!zone) throw new RangeError(`No shipping zone for ${destination.country}`)
  const options = shippingOptions(zone, goods)
  const id = destination.methodId
  const option = id ? options.find(({ method }) => method.id === id) : defaultOption(options)
  if (!option) throw new RangeError(`No shipping method ${id} in this zone`)
  return option
}

const placeOf = ({ country, state, zipCode }: PickupAddress): Place => ({
  country: isoCountry(country),
  region: state,
  postalCode: zipCode,
})

/** Returns the rules for goods that aren't sent, whose taxes never are those of another country. */
function rulesOfPickup({ pickedUp, oss, ...rules }: TaxRules): TaxRules {
  return pickedUp ? rulesOfPickup(pickedUp) : rules
}

/** Returns the delivery for a method that the store owner defined, or nothing in a shop without zones. */
function deliveryOf({ days, address }: ShippingMethod): { delivery?: Delivery } {
  return days === undefined ? {} : { delivery: { days, address: address ?? null } }
}

const byProduct = (one: QuoteLine, other: QuoteLine) =>
  one.productId - other.productId ||
  one.variantId - other.variantId ||
  one.priceCents - other.priceCents ||
  one.quantity - other.quantity

const sumOf = (parts: { cents: number }[]) => parts.reduce((sum, { cents }) => sum + cents, 0)
