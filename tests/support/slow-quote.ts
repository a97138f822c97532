import type { Currency } from '#contract/money.ts'
import type { Destination, QuoteLine } from '#contract/pricing/quote.ts'
import type { ShippingZone } from '#contract/pricing/shipping.ts'
import type { TaxRow } from '#contract/settings/taxes.ts'
import type { Sale } from './carts.ts'
import { PICKUPS, taxedPlaceOf } from './taxed-places.ts'

/**
 * A second, independent computation of a quote, written for clarity instead of speed: every amount is an exact fraction
 * of two BigInts, and whole amounts are found by comparing fractions. It shares no code with the shop: rates come from the
 * rows of the tax table, and places from a separate list.
 */
type Fraction = { top: bigint; bottom: bigint }
const fraction = (top: bigint | number, bottom: bigint | number = 1): Fraction => ({
  top: BigInt(top),
  bottom: BigInt(bottom),
})
const add = (a: Fraction, b: Fraction) => fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
const minus = (a: Fraction, b: Fraction) => add(a, fraction(-b.top, b.bottom))
const times = (a: Fraction, b: Fraction) => fraction(a.top * b.top, a.bottom * b.bottom)
const over = (a: Fraction, b: Fraction) => fraction(a.top * b.bottom, a.bottom * b.top)
const isAtLeast = (a: Fraction, b: Fraction) => a.top * b.bottom >= b.top * a.bottom
const isMore = (a: Fraction, b: Fraction) => !isAtLeast(b, a)
const total = (all: Fraction[]) => all.reduce(add, fraction(0))
const floor = (a: Fraction) => a.top / a.bottom

/** Rounds to the nearest integer, with halves rounded up. */
function nearest(a: Fraction): bigint {
  const below = floor(a)
  return isAtLeast(minus(a, fraction(below)), fraction(1, 2)) ? below + 1n : below
}

/** Starts with rounded-down shares, and adds units one by one to the part that is furthest below its exact share. */
function split(amount: bigint, weights: Fraction[]): bigint[] {
  const isEven = weights.every(({ top }) => top === 0n)
  const used = isEven ? weights.map(() => fraction(1)) : weights
  const exact = used.map((weight) => over(times(fraction(amount), weight), total(used)))
  const fixtures = exact.map(floor)
  while (fixtures.reduce((sum, part) => sum + part, 0n) < amount) {
    let neediest = 0
    const missing = exact.map((share, index) => minus(share, fraction(fixtures[index] ?? 0n)))
    for (const [index, gap] of missing.entries()) {
      if (isMore(gap, missing[neediest] ?? gap)) neediest = index
    }
    fixtures[neediest] = (fixtures[neediest] ?? 0n) + 1n
  }
  return fixtures
}

type Rate = { country: string; region: string | null; name: string; ppm: number; shippingTaxed: boolean }
type Tax = { rate: Rate; base: bigint; tax: bigint }

const UNION = new Set(
  'AT,BE,BG,CY,CZ,DE,DK,EE,ES,FI,FR,GR,HR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SE,SI,SK'.split(','),
)

/** Returns where the goods change hands: where they are picked up, or sent. */
const pickupOf = (to: Destination | null) => (to?.methodId ? PICKUPS[to.methodId] : undefined)

const find = ({ taxes }: Sale, name: string): TaxRow | undefined =>
  taxes.rows.find(({ country, region }) => name === (region === null ? country : `${country}-${region}`))

/** A class without a rate is taxed as standard, and the class zero isn't taxed. A rate applies from its first day on. */
function rateOf(row: TaxRow, taxClass: string | undefined, { day }: Sale): Rate {
  const { country, region, name, shippingTaxed, rates } = row
  const cell = rates[taxClass ?? 'standard'] ?? rates.standard
  if (!cell) throw new Error(`${name} has no standard rate`)
  const hasChanged = cell.next !== null && Date.parse(day) >= Date.parse(cell.next.from)
  const ppm = taxClass === 'zero' ? 0 : hasChanged && cell.next ? cell.next.ppm : cell.ppm
  return { country, region, name, ppm, shippingTaxed }
}

/** Returns whether the customer is a business in another EU country than the shop, and the goods are sent to another one. */
function isReverse(to: Destination | null, { taxes: { home }, numberOf }: Sale): boolean {
  if (!to || pickupOf(to) || !home || !numberOf) return false
  const { isInUnion, rows } = taxedPlaceOf(to)
  const isMember = UNION.has(numberOf) || numberOf === 'XI'
  return UNION.has(home) && isMember && numberOf !== home && isInUnion && !rows.includes(home)
}

function ratesOf(line: QuoteLine, to: Destination | null, sale: Sale): Rate[] {
  if (!to) return []
  const pickup = pickupOf(to)
  const place = pickup ?? taxedPlaceOf(to)
  const { home, oss } = sale.taxes
  const isSellerInUnion = home !== null && UNION.has(home)
  const last = place.reportedAs ?? place.rows.at(-1) ?? ''
  if (isReverse(to, sale))
    return [{ country: last.slice(0, 2), region: null, name: 'Reverse charge', ppm: 0, shippingTaxed: true }]
  const isHome = oss === 'home' && isSellerInUnion && !pickup && place.isInUnion && !place.rows.includes(home)
  const names = isHome ? [home] : place.rows
  const row = names.map((name) => find(sale, name)).find((one) => one !== undefined)
  if (!row) return []
  const whole = row.addsToCountry ? find(sale, row.country) : undefined
  const found = [...(whole ? [whole] : []), row].map((one) => rateOf(one, line.taxClass, sale))
  const code = isHome || !isSellerInUnion ? undefined : place.reportedAs
  return found.map((rate) => (code ? { ...rate, country: code } : rate))
}

/** Stripe takes dinars in steps of ten fils, and only whole ariary. */
const stepOf = ({ code }: Currency) => ({ BHD: 10, JOD: 10, KWD: 10, OMR: 10, TND: 10, MGA: 100 })[code] ?? 1

function taxesOn(amount: bigint, rates: Rate[], isIncluded: boolean, currency: Currency): Tax[] {
  const step = fraction(stepOf(currency))
  const percents = rates.map(({ ppm }) => fraction(ppm, 1_000_000))
  if (!isIncluded)
    return rates.map((rate, index) => ({
      rate,
      base: amount,
      tax: nearest(over(times(fraction(amount), percents[index] ?? fraction(0)), step)) * step.top,
    }))
  const net = nearest(over(fraction(amount), add(fraction(1), total(percents))))
  const parts = rates.length === 0 ? [] : split(amount - net, percents)
  return rates.map((rate, index) => ({ rate, base: net, tax: parts[index] ?? 0n }))
}

const keyOf = ({ country, region, name, ppm }: Rate) => JSON.stringify([country, region, name, ppm])

/** 'N19 3AB' -> ['N', 'N19', '3AB']: area, district, and the last three characters. */
function britishCode(typed: string): [area: string, district: string, last: string] {
  const code = typed.replaceAll(' ', '').toUpperCase()
  const district = code.slice(0, -3)
  return [district.replace(/\d.*/, ''), district, code.slice(-3)]
}

/** Returns how many postal codes of ten characters are in a part of a country, or null if the code isn't in it. */
function sizeOf(part: string, { country, postalCode = '' }: Destination): number | null {
  const code = postalCode.normalize('NFKC').replaceAll(' ', '').toUpperCase()
  if (country === 'GB') {
    const [area, district, last] = britishCode(code)
    const [wanted = '', sector = ''] = part.split(' ')
    const isWanted = [area, district, district.replace(/(?<=\d)[A-Z]$/, '')].includes(wanted)
    return code !== '' && isWanted && last.startsWith(sector) ? 10 ** (10 - part.length) : null
  }
  const [first = '', last = first] = part.split('-')
  const start = code.slice(0, first.length)
  if (last === first) return start === first ? 10 ** (10 - first.length) : null
  if (start.length < first.length || Number(start) < Number(first) || Number(start) > Number(last))
    return null
  return (Number(last) - Number(first) + 1) * 10 ** (10 - first.length)
}

/** Returns the zone with the smallest part of the country, or else that of the region, the country, or all others. */
function zoneOf(to: Destination | null, { zones }: Sale): ShippingZone | undefined {
  if (!to) return zones[0]
  const isTerritory = to.country === 'PR' || to.country === 'GU'
  const region = isTerritory ? to.country : to.region.toUpperCase()
  const country = isTerritory ? 'US' : to.country
  const inCountry = zones.filter(({ countries }) => countries?.includes(country))
  const parts = inCountry
    .flatMap((zone) => (zone.postalCodes ?? []).map((part) => ({ zone, size: sizeOf(part, to) })))
    .filter((part): part is { zone: ShippingZone; size: number } => part.size !== null)
    .sort((one, other) => one.size - other.size)
  return (
    parts[0]?.zone ??
    inCountry.find(({ regions }) => regions?.includes(region)) ??
    zones.find(({ countries }) => region === 'GU' && countries?.includes('GU')) ??
    inCountry.find(({ regions, postalCodes }) => !regions && !postalCodes) ??
    zones.find(({ countries }) => countries === null)
  )
}

/** Returns the cost of the wanted method, or of the cheapest that isn't a pickup. */
function methodCost(lines: QuoteLine[], to: Destination | null, sale: Sale): bigint {
  const value = lines.reduce((sum, line) => sum + BigInt(line.priceCents) * BigInt(line.quantity), 0n)
  const micrograms = lines.map(
    (line) => BigInt(Math.round((line.weightGrams ?? 0) * 1e6)) * BigInt(line.quantity),
  )
  const weight = (micrograms.reduce((sum, one) => sum + one, 0n) + 500_000n) / 1_000_000n
  const methods = zoneOf(to, sale)?.methods ?? []
  const costs = methods.map(({ id, kind, rateCents, bands = [], freeFromCents }) => {
    const fitting = bands.filter(({ upTo }) => BigInt(upTo) >= (kind === 'weight' ? weight : value))
    const isFree = typeof freeFromCents === 'number' && value >= BigInt(freeFromCents)
    return { id, kind, cents: isFree ? 0 : (fitting[0]?.rateCents ?? rateCents ?? Number.NaN) }
  })
  const wanted = costs.filter(({ id, kind }) => (to?.methodId ? id === to.methodId : kind !== 'pickup'))
  return BigInt(Math.min(...wanted.map(({ cents }) => cents)))
}

type Part = { amount: bigint; rates: Rate[] }

/** Returns the taxes on a shipping cost. Goods with the same rates share one part of it, by their value. */
function shippingTaxesOf(shipping: bigint, goods: Part[], isIncluded: boolean, currency: Currency): Tax[] {
  const groups = [...new Set(goods.map(({ rates }) => rates.map(keyOf).join()))].sort()
  if (groups.length === 0) return []
  const inGroup = (group: string) => goods.filter(({ rates }) => rates.map(keyOf).join() === group)
  const shares = split(
    shipping,
    groups.map((group) => total(inGroup(group).map(({ amount }) => fraction(amount)))),
  )
  return groups.flatMap((group, index) => {
    const rates = (inGroup(group)[0]?.rates ?? []).filter(({ shippingTaxed }) => shippingTaxed)
    return taxesOn(shares[index] ?? 0n, rates, isIncluded, currency)
  })
}

const sum = (numbers: bigint[]) => numbers.reduce((all, one) => all + one, 0n)

/** Returns the amounts of a quote: of each product, of shipping, of each tax, and the total. */
export function slowQuote(lines: QuoteLine[], to: Destination | null, sale: Sale) {
  const { currency, taxes: settings } = sale
  const step = BigInt(stepOf(currency))
  const toStep = (amount: Fraction) => nearest(over(amount, fraction(step))) * step
  const isCharged = lines.some(({ shipsFree }) => !shipsFree)
  const cost = isCharged ? methodCost(lines, to, sale) : 0n

  // A business that owes the tax itself doesn't pay that of the shop's country, which the prices contain.
  const home = isReverse(to, sale) && settings.pricesIncludeTax ? find(sale, settings.home ?? '') : undefined
  const contained = lines.map((line) => ({
    amount: BigInt(line.priceCents) * BigInt(line.quantity),
    rates: home ? [rateOf(home, line.taxClass, sale)] : [],
  }))
  const netOf = (price: number, [rate]: Rate[]) =>
    rate ? toStep(over(fraction(price), fraction(1_000_000 + rate.ppm, 1_000_000))) : BigInt(price)
  const taxInCost = sum(shippingTaxesOf(cost, contained, true, currency).map(({ tax }) => tax))
  const shipping = home ? toStep(fraction(cost - taxInCost)) : cost
  const isIncluded = settings.pricesIncludeTax && !isReverse(to, sale)

  const goods = lines.map((line, index) => ({
    rates: ratesOf(line, to, sale),
    amount: netOf(line.priceCents, contained[index]?.rates ?? []) * BigInt(line.quantity),
  }))
  const taxes = [
    ...goods.flatMap(({ amount, rates }) => taxesOn(amount, rates, isIncluded, currency)),
    ...shippingTaxesOf(shipping, goods, isIncluded, currency),
  ]
  const keys = [...new Set(taxes.map(({ rate }) => keyOf(rate)))]
  const added = isIncluded ? 0n : sum(taxes.map(({ tax }) => tax))
  const subtotal = sum(goods.map(({ amount }) => amount))
  return {
    subtotal: Number(subtotal),
    shipping: Number(shipping),
    total: Number(subtotal + shipping + added),
    taxes: Object.fromEntries(
      keys.map((key) => {
        const same = taxes.filter(({ rate }) => keyOf(rate) === key)
        return [key, [Number(sum(same.map(({ base }) => base))), Number(sum(same.map(({ tax }) => tax)))]]
      }),
    ),
  }
}
