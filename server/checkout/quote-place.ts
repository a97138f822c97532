import { normalizedPlace, placeProblem } from '#contract/addresses/rules.ts'
import { nameWithArticle } from '#contract/checkout/countries.ts'
import type { QuotePlace, QuoteProblem } from '#contract/checkout/quote-api.ts'
import { isoCountry, SHIPPING_MESSAGES } from '#contract/checkout/rules.ts'
import { shippingPlace } from '#contract/checkout/shipping.ts'
import { shippingProblem } from '#contract/pricing/shipped-places.ts'
import {
  type Goods,
  type Place,
  possibleZones,
  type ShippingZone,
  shippingOptions,
} from '#contract/pricing/shipping.ts'
import { type TaxPlace, taxPlace } from '../pricing/pricing.ts'
import { type Settings, zonesOf } from '../settings/settings.ts'
import { pricedFormatsOf } from './priced-formats.ts'

/**
 * @property zones those that the place may be in and that take the goods: several only for the first part of a postal code
 * @property address the complete address, or null
 */
export type QuotedPlace = { place: Place; zones: ShippingZone[]; address: TaxPlace | null }

/** Resolves a place as the checkout does, or returns why the goods can't be priced there. */
export function resolveQuotePlace(
  settings: Settings,
  goods: Goods,
  asked: QuotePlace,
): QuotedPlace | QuoteProblem {
  const { state = '', zipCode = '', city = '', address = '', isPartial = false } = asked
  const typed = { ...asked, state, zipCode, city, address }
  const { country } = typed
  const formatOf = pricedFormatsOf(settings)
  const format = formatOf(country)
  if (!format) return notShipped({ field: 'country', message: SHIPPING_MESSAGES.country })
  const region = placeProblem(format, 'state', typed)
  if (region !== null && (isPartial || state.trim() !== ''))
    return { code: 'region', field: 'state', message: region }
  const normal = { country, ...normalizedPlace(format, typed), isPartial }
  const problem = shippingProblem(settings.zones, normal)
  if (problem && settings.zones) return notShipped(problem)
  // Without zones, the problem is worded for the form, which lists the countries.
  if (problem) return notShipped({ ...problem, message: `We don’t ship to ${nameWithArticle(country)} yet` })
  const place = { country: isoCountry(country), region: normal.state, postalCode: normal.zipCode, isPartial }
  const zones = possibleZones(zonesOf(settings), place).filter(
    (zone) => shippingOptions(zone, goods).length > 0,
  )
  const tooMuch = zones.length === 0 && shippingProblem(settings.zones, normal, goods)
  if (tooMuch) return notShipped(tooMuch)
  const complete = isPartial ? undefined : shippingPlace(formatOf).safeParse(typed).data
  return { place, zones, address: complete ? taxPlace(complete) : null }
}

const notShipped = (problem: Pick<QuoteProblem, 'field' | 'message'>): QuoteProblem => ({
  code: 'not_shipped',
  ...problem,
})
