import { addressLines } from '../addresses/rules.ts'
import { countryName } from '../checkout/rules.ts'
import type { DeliveryDays, ShippingMethod, ShippingZone } from './shipping.ts'
import { type WeightUnits, weightText } from './weight-text.ts'

/** Descriptions of zones and methods for the shipping policy, the settings, and the audit log. */

type Format = (cents: number) => string
/** How weight limits are written; in grams or kilograms by default. */
type WeightFormat = { weightUnits?: WeightUnits | undefined; locale: string }

/** 'Standard: $4.90 up to 5 kg, $15.00 above, free from $200.00 (2-3 business days)' */
export function methodText(method: ShippingMethod, formatCents: Format, weights?: WeightFormat): string {
  const { name, kind, rateCents, bands, freeFromCents, days, address } = method
  const time = days ? ` (${daysText(days)})` : ''
  if (kind === 'pickup' && address) return `${name}: free, at ${addressLines(address).join(', ')}${time}`
  const rateText = (cents: number | null) => (cents ? formatCents(cents) : 'free')
  const limitText = (grams: number) =>
    weights?.weightUnits === 'imperial' ? weightText(grams, 'imperial', weights.locale) : metricText(grams)
  const limit = (upTo: number) => (kind === 'weight' ? limitText(upTo) : formatCents(upTo))
  const rates = [
    ...(bands ?? []).map(({ upTo, rateCents }) => `${rateText(rateCents)} up to ${limit(upTo)}`),
    ...(bands?.length && rateCents === null
      ? []
      : [`${rateText(rateCents)}${bands?.length ? ' above' : ''}`]),
    ...(freeFromCents ? [`free from ${formatCents(freeFromCents)}`] : []),
  ]
  return `${name}: ${rates.join(', ')}${time}`
}

/**
 * 'Austria, Germany', 'United States: HI, AK', or 'All other countries'
 * @param most longer lists end with the number of the others
 */
export function placesText(
  { countries, regions = [], postalCodes = [] }: ShippingZone,
  most = Number.POSITIVE_INFINITY,
): string {
  if (countries === null) return 'All other countries'
  const names = countries.map(countryName).sort((one, other) => one.localeCompare(other, 'en-US'))
  const listed = (parts: string[]) =>
    parts.length > most
      ? `${parts.slice(0, most).join(', ')}, and ${parts.length - most} more`
      : parts.join(', ')
  if (regions.length > 0) return `${listed(names)}: ${listed(regions)}`
  if (postalCodes.length > 0) {
    const hasPrefix = !countries.includes('GB') && postalCodes.some((part) => !part.includes('-'))
    const parts = listed(postalCodes.map((part) => part.replace('-', '–')))
    return `${listed(names)}: postal codes ${parts}${hasPrefix ? '…' : ''}`
  }
  return listed(names)
}

export function zoneText(zone: ShippingZone, formatCents: Format, weights?: WeightFormat): string {
  const methods = zone.methods.map((method) => methodText(method, formatCents, weights))
  return `${zone.name} (${placesText(zone)}): ${methods.join(' · ')}`
}

function daysText({ from, to }: DeliveryDays): string {
  if (to === 0) return 'same day'
  if (from === to) return to === 1 ? '1 business day' : `${to} business days`
  return `${from}-${to} business days`
}

const metricText = (grams: number) =>
  grams % 100 === 0 && grams >= 1000 ? `${grams / 1000} kg` : `${grams} g`
