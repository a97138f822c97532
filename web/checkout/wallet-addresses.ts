import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { genericFormat, specFormat } from '#contract/addresses/rules.ts'
import { isoCountry } from '#contract/checkout/rules.ts'
import { billingInfo, type FormatOf, type OrderAddresses, shippingInfo } from '#contract/checkout/shipping.ts'
import { SHIPS_TO } from './address-formats.ts'

type Given = Pick<StripeExpressCheckoutElementConfirmEvent, 'billingDetails' | 'shippingAddress'>
type Party = NonNullable<Given['shippingAddress']>

/**
 * Converts a wallet's addresses to the shop's format, or returns the problem with its shipping address. A billing
 * address that breaks the shop's rules, for example in a country the shop doesn't ship to, is passed only to the
 * provider.
 */
export function walletAddresses({
  billingDetails,
  shippingAddress,
}: Given): OrderAddresses | { problem: string } {
  const place = shippingAddress && placeOf(shippingAddress)
  const { email = '', phone = '' } = billingDetails ?? {}
  const shipping = shippingInfo(formatOf).safeParse({ ...place, email, phone })
  if (!shipping.success) return { problem: shipping.error.issues[0]?.message ?? '' }
  const billing = billingDetails ? billingInfo(formatOf).safeParse(placeOf(billingDetails)).data : undefined
  const isSame = JSON.stringify(billing) === JSON.stringify(billingInfo(formatOf).parse(shipping.data))
  return { shippingInfo: shipping.data, billingInfo: billing && !isSame ? billing : null }
}

/** The server checks addresses outside the specification's countries. */
const formatOf: FormatOf = (country) =>
  SHIPS_TO.includes(country) ? (specFormat(country) ?? genericFormat(country)) : undefined

/** @param country ISO 3166 */
export function shipsTo(country: string): boolean {
  return WALLET_COUNTRIES.includes(country)
}

export const WALLET_COUNTRIES = SHIPS_TO.map(isoCountry)

function placeOf({ name, address }: Party) {
  const { line1, line2, city, postal_code, country } = address
  const names = name.trim().split(/\s+/)
  const code = country === 'GB' ? 'UK' : country
  return {
    firstName: names.length > 1 ? names.slice(0, -1).join(' ') : name,
    lastName: names.length > 1 ? names.at(-1) : name,
    address: line1,
    address2: line2 ?? '',
    city,
    state: address.state,
    zipCode: postal_code,
    country: code,
  }
}
