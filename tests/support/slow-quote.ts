import type { Destination, QuoteLine, QuoteRules } from '#contract/pricing/quote.ts'

/**
 * A second, independent computation of a quote, written for clarity instead of speed: every amount is an exact fraction
 * of two BigInts, and whole amounts are found by comparing fractions. It shares no code with contract/pricing.
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

type Rate = QuoteRules['taxes']['rates'][number]
type Tax = { rate: Rate; base: bigint; tax: bigint }

/** Returns where the goods change hands: where they are picked up, or sent. */
function saleAt(to: Destination | null, { zones }: QuoteRules) {
  const chosen = zones.flatMap(({ methods }) => methods).find(({ id }) => to && id === to.methodId)
  const shop = chosen?.kind === 'pickup' ? chosen.address : undefined
  return shop ? { country: shop.country, region: shop.state, postalCode: shop.zipCode } : to
}

/** Addresses whose taxes aren't those of their country, by country and the beginning of the postal code. */
const EXCEPTIONS: Record<string, { as: string; isEu?: boolean }> = {
  'ES 35': { as: 'ES-GC' },
  'ES 38': { as: 'ES-TF' },
  'ES 51': { as: 'none' },
  'ES SANTA CRUZ DE TENERIFE': { as: 'ES-TF' },
  'FR 980': { as: 'FR', isEu: true },
  'MC ': { as: 'FR', isEu: true },
  'FR 974': { as: 'RE' },
  'FR 972': { as: 'none' },
  'GB BT': { as: 'GB', isEu: true },
  'GB IM': { as: 'GB' },
  'GB JE': { as: 'none' },
  'FI 22': { as: 'none' },
  'DE 78266': { as: 'none' },
  'IT 23041': { as: 'none' },
}
const UNION = new Set(
  'AT,BE,BG,CY,CZ,DE,DK,EE,ES,FI,FR,GR,HR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SE,SI,SK'.split(','),
)

function ratesOf(line: QuoteLine, sent: Destination | null, rules: QuoteRules): Rate[] {
  const { taxes } = rules
  const to = saleAt(sent, rules)
  if (!to) return []
  const code = (to.postalCode ?? to.region).toUpperCase()
  const exception = Object.entries(EXCEPTIONS).find(([place]) =>
    `${to.country} ${code}`.startsWith(place),
  )?.[1]
  const [country = '', part = ''] = exception?.as.split('-') ?? [to.country, to.region]
  const isEu = exception ? exception.isEu : UNION.has(country)
  const isHome = taxes.oss === 'home' && isEu && country !== taxes.home
  const matches = taxes.rates.filter(
    (rate) => rate.taxClass === line.taxClass && rate.country === (isHome ? taxes.home : country),
  )
  const whole = matches.filter(({ region }) => region === null)
  if (isHome) return whole
  const inPart = matches.filter(({ region }) => region?.toUpperCase() === part.toUpperCase())
  if (exception?.as.includes('-')) return inPart
  const found = inPart.length === 0 ? whole : inPart[0]?.addsToCountry ? [...whole, ...inPart] : inPart
  // Shops in the EU report sales to Northern Ireland under a separate code.
  const isNorthern = to.country === 'GB' && code.startsWith('BT') && taxes.home !== undefined
  return found.map((rate) => (isNorthern ? { ...rate, country: 'XI' } : rate))
}

/** Stripe takes dinars in steps of ten fils, and only whole ariary. */
const stepOf = ({ code }: QuoteRules['currency']) =>
  ({ BHD: 10, JOD: 10, KWD: 10, OMR: 10, TND: 10, MGA: 100 })[code] ?? 1

function taxesOn(amount: bigint, rates: Rate[], { taxes, currency }: QuoteRules): Tax[] {
  const step = fraction(stepOf(currency))
  const percents = rates.map(({ ppm }) => fraction(ppm, 1_000_000))
  if (!taxes.pricesIncludeTax)
    return rates.map((rate, index) => ({
      ...{ rate, base: amount },
      tax: nearest(over(times(fraction(amount), percents[index] ?? fraction(0)), step)) * step.top,
    }))
  const net = nearest(over(fraction(amount), add(fraction(1), total(percents))))
  const parts = rates.length === 0 ? [] : split(amount - net, percents)
  return rates.map((rate, index) => ({ rate, base: net, tax: parts[index] ?? 0n }))
}

const keyOf = ({ country, region, name, ppm }: Rate) => JSON.stringify([country, region, name, ppm])

/** Returns the cost of the wanted method, or of the cheapest that isn't a pickup. */
function methodCost(lines: QuoteLine[], to: Destination | null, { zones }: QuoteRules): bigint {
  const code = to?.postalCode?.replaceAll(' ', '').toUpperCase() ?? ''
  const inCountry = zones.filter(({ countries }) => to && countries?.includes(to.country))
  const prefixes = inCountry
    .flatMap((zone) => (zone.postalCodes ?? []).map((prefix) => ({ zone, prefix })))
    .filter(({ prefix }) => code.indexOf(prefix) === 0)
    .sort((one, other) => other.prefix.length - one.prefix.length)
  const ofRegion = inCountry.find(({ regions }) => regions?.includes(to?.region.toUpperCase() ?? ''))
  const whole = inCountry.find(({ regions, postalCodes }) => !regions && !postalCodes)
  const elsewhere = zones.find(({ countries }) => countries === null)
  const zone = to ? (prefixes[0]?.zone ?? ofRegion ?? whole ?? elsewhere) : zones[0]
  const value = lines.reduce((sum, line) => sum + BigInt(line.priceCents) * BigInt(line.quantity), 0n)
  const micrograms = lines.map(
    (line) => BigInt(Math.round((line.weightGrams ?? 0) * 1e6)) * BigInt(line.quantity),
  )
  const weight = (micrograms.reduce((sum, one) => sum + one, 0n) + 500_000n) / 1_000_000n
  const costs = (zone?.methods ?? []).map(({ id, kind, rateCents, bands = [], freeFromCents }) => {
    const fitting = bands.filter(({ upTo }) => BigInt(upTo) >= (kind === 'weight' ? weight : value))
    const isFree = typeof freeFromCents === 'number' && value >= BigInt(freeFromCents)
    return { id, kind, cents: isFree ? 0 : (fitting[0]?.rateCents ?? rateCents ?? Number.NaN) }
  })
  const wanted = costs.filter(({ id, kind }) => (to?.methodId ? id === to.methodId : kind !== 'pickup'))
  return BigInt(Math.min(...wanted.map(({ cents }) => cents)))
}

/** Returns the amounts of a quote: of each product, of shipping, of each tax, and the total. */
export function slowQuote(lines: QuoteLine[], to: Destination | null, rules: QuoteRules) {
  const goods = lines.map((line) => ({
    ...{ productId: line.productId, rates: ratesOf(line, to, rules) },
    amount: BigInt(line.priceCents) * BigInt(line.quantity),
  }))
  const shipping = lines.some(({ shipsFree }) => !shipsFree) ? methodCost(lines, to, rules) : 0n

  // Products with the same tax rates share one part of the shipping cost.
  const groups = [...new Set(goods.map(({ rates }) => rates.map(keyOf).join()))].sort()
  const inGroup = (group: string) => goods.filter(({ rates }) => rates.map(keyOf).join() === group)
  const shares =
    groups.length === 0
      ? []
      : split(
          shipping,
          groups.map((group) => total(inGroup(group).map(({ amount }) => fraction(amount)))),
        )
  const taxes = [
    ...goods.flatMap(({ amount, rates }) => taxesOn(amount, rates, rules)),
    ...groups.flatMap((group, index) => {
      const rates = inGroup(group)[0]?.rates ?? []
      return taxesOn(
        shares[index] ?? 0n,
        rates.filter((rate) => rate.shippingTaxed !== false),
        rules,
      )
    }),
  ]
  const sum = (numbers: bigint[]) => numbers.reduce((all, one) => all + one, 0n)
  const keys = [...new Set(taxes.map(({ rate }) => keyOf(rate)))]
  const added = rules.taxes.pricesIncludeTax ? 0n : sum(taxes.map(({ tax }) => tax))
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
