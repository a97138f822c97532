import { isPossiblePhoneNumber, isSupportedCountry } from 'libphonenumber-js/min'
import { isoCountry } from '../checkout/rules.ts'

/**
 * Returns whether a phone number has a length that its country uses. Pages load this file late, because the lengths of all
 * countries are large.
 * @param country the shop's code for the country of a number without a country code
 */
export function isPhoneIn(phone: string, country: string): boolean {
  const code = isoCountry(country)
  return isPossiblePhoneNumber(phone, isSupportedCountry(code) ? code : undefined)
}
