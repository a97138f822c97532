import { withKnownRegion } from '#contract/addresses/known-regions.ts'
import { isoCountry } from '#contract/checkout/rules.ts'
import type { FormatOf } from '#contract/checkout/shipping.ts'
import { addressFormatOf } from '../addresses/address-formats.ts'
import { countriesPricedByRegion } from '../pricing/shipping-facts.ts'
import type { Settings } from '../settings/settings.ts'

/** Returns the formats of addresses that the price depends on: where a region decides it, it must be a known one. */
export function pricedFormatsOf(settings: Settings): FormatOf {
  const priced = countriesPricedByRegion(settings)
  return (country) => {
    const format = addressFormatOf(country)
    return format && priced.has(isoCountry(country)) ? withKnownRegion(format) : format
  }
}
