import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { COUNTRIES, isoCountry, US_STATES } from '#contract/checkout/rules.ts'
import { BillingInfo, type OrderAddresses, ShippingInfo } from '#contract/checkout/shipping.ts'

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
  const shipping = ShippingInfo.safeParse({ ...place, email, phone })
  if (!shipping.success) return { problem: shipping.error.issues[0]?.message ?? '' }
  const billing = billingDetails ? BillingInfo.safeParse(placeOf(billingDetails)).data : undefined
  const isSame = JSON.stringify(billing) === JSON.stringify(BillingInfo.parse(shipping.data))
  return { shippingInfo: shipping.data, billingInfo: billing && !isSame ? billing : null }
}

/** @param country ISO 3166 */
export function shipsTo(country: string): boolean {
  return WALLET_COUNTRIES.includes(country)
}

export const WALLET_COUNTRIES = COUNTRIES.map(({ code }) => isoCountry(code))

function placeOf({ name, address }: Party) {
  const { line1, line2, city, postal_code, country } = address
  const names = name.trim().split(/\s+/)
  const code = COUNTRIES.find((one) => isoCountry(one.code) === country)?.code ?? country
  return {
    firstName: names.length > 1 ? names.slice(0, -1).join(' ') : name,
    lastName: names.length > 1 ? names.at(-1) : name,
    address: [line1, line2].filter(Boolean).join(', '),
    city,
    state: stateOf(code, address.state),
    zipCode: postal_code,
    country: code,
  }
}

/** Some wallets send a state's full name. */
function stateOf(country: string, state: string): string {
  if (country !== 'US') return state
  const wanted = state.trim().toLowerCase()
  return (
    US_STATES.find(([code, name]) => [code, name].some((one) => one.toLowerCase() === wanted))?.[0] ?? state
  )
}
