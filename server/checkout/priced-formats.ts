import { pricedFormat } from '#contract/addresses/priced-regions.ts'
import type { FormatOf } from '#contract/checkout/shipping.ts'
import { addressFormatOf } from '../addresses/address-formats.ts'
import { quoteRules } from '../pricing/pricing.ts'
import type { Settings } from '../settings/settings.ts'

/** Returns the formats of addresses that the price depends on: where a region decides it, it must be a known one. */
export function pricedFormatsOf(settings: Settings): FormatOf {
  const places = quoteRules(settings)
  return (country) => {
    const format = addressFormatOf(country)
    return format && pricedFormat(format, places)
  }
}
