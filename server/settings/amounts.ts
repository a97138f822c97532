import { type Currency, formatCents, type MoneyFormat, parsePayable, sampleAmount } from '#contract/money.ts'
import type { ShippingZone } from '#contract/pricing/shipping.ts'
import type { Business } from '#contract/settings/business.ts'
import { SHIPPING_RATE_MAX_CENTS } from '#contract/settings/rules.ts'
import { ZONE_MESSAGES } from '#contract/settings/zones.ts'
import type { ZoneInput } from '#contract/settings/zones-input.ts'
import type { Decimal } from '#contract/text.ts'
import { invalidInput } from '../errors.ts'
import { readPickups } from './pickups.ts'
import { resolvePlaces } from './zone-places.ts'

/** The amounts of a request, and the same amounts in cents. */
type Amounts = Record<string, Decimal | null | undefined>
type InCents<A extends Amounts> = { [Name in keyof A]: number | Exclude<A[Name], Decimal> }

/**
 * Converts the amounts of a request to cents of the shop's currency.
 * @throws ShopError 400 naming each field with too many decimals or too large an amount
 */
export function readAmounts<A extends Amounts>(amounts: A, currency: Currency): InCents<A> {
  const message = `Must be an amount such as ${sampleAmount(currency)}`
  const read = Object.entries(amounts).map(
    ([path, text]) => [path, text ? parsePayable(text, currency) : text] as const,
  )
  const errors = read
    .filter(([path, cents]) => amounts[path] && cents === null)
    .map(([path]) => ({ path, message }))
  if (errors.length > 0) throw invalidInput(message, errors)
  return Object.fromEntries(read) as InCents<A>
}

/**
 * Converts the amounts of shipping zones to cents, and checks the places and the addresses of pickups.
 * @throws ShopError 400 naming each unknown place, each amount that is invalid in the currency, each rate above the
 * limit, or each invalid field of an address
 */
export function readZones(typed: ZoneInput[], format: MoneyFormat, business: Business): ShippingZone[] {
  const zones = resolvePlaces(typed)
  const cents = readAmounts(Object.fromEntries(zones.flatMap(amountsOf)), format.currency)
  const message = ZONE_MESSAGES.rateTooHigh(formatCents(SHIPPING_RATE_MAX_CENTS, format))
  const errors = Object.entries(cents)
    .filter(([path, cents]) => path.endsWith('.rate') && (cents ?? 0) > SHIPPING_RATE_MAX_CENTS)
    .map(([path]) => ({ path, message }))
  if (errors.length > 0) throw invalidInput(message, errors)
  const pickups = readPickups(zones, business, pathOf)
  const centsAt = (path: string) => cents[path] ?? null
  const rateAt = (path: string) => cents[path] ?? Number.NaN
  return zones.map(({ methods, ...zone }, at) => ({
    ...zone,
    methods: methods.map(
      ({ rate: _rate, freeFrom: _freeFrom, bands, address: _address, ...method }, index) => {
        const path = pathOf(at, index)
        const address = pickups.get(path)
        return {
          ...method,
          ...(address && { address }),
          rateCents: method.kind === 'pickup' ? 0 : centsAt(`${path}.rate`),
          freeFromCents: centsAt(`${path}.freeFrom`),
          bands: bands.map(({ upTo }, band) => ({
            upTo: typeof upTo === 'number' ? upTo : rateAt(`${path}.bands.${band}.upTo`),
            rateCents: rateAt(`${path}.bands.${band}.rate`),
          })),
        }
      },
    ),
  }))
}

/** Rounds rates down, and limits up, to amounts that cards can pay after a change to the currency. */
export function payableZones(zones: ShippingZone[], step: number): ShippingZone[] {
  const down = (cents: number) => cents - (cents % step)
  const up = (cents: number) => Math.ceil(cents / step) * step
  return zones.map((zone) => ({
    ...zone,
    methods: zone.methods.map((method) => ({
      ...method,
      rateCents: method.rateCents === null ? null : down(method.rateCents),
      ...(typeof method.freeFromCents === 'number' && { freeFromCents: up(method.freeFromCents) }),
      ...(method.bands && {
        bands: method.bands.map(({ upTo, rateCents }) => ({
          upTo: method.kind === 'value' ? up(upTo) : upTo,
          rateCents: down(rateCents),
        })),
      }),
    })),
  }))
}

const pathOf = (zone: number, method: number) => `zones.${zone}.methods.${method}`

/** Returns the amounts of a zone with their paths. */
function amountsOf({ methods }: ZoneInput, at: number): [string, Decimal | null][] {
  return methods.flatMap(({ rate, freeFrom, bands }, index) => {
    const path = pathOf(at, index)
    return [
      [`${path}.rate`, rate] as [string, Decimal | null],
      [`${path}.freeFrom`, freeFrom] as [string, Decimal | null],
      ...bands.flatMap((band, number): [string, Decimal | null][] => [
        [`${path}.bands.${number}.upTo`, typeof band.upTo === 'number' ? null : band.upTo],
        [`${path}.bands.${number}.rate`, band.rate],
      ]),
    ]
  })
}
