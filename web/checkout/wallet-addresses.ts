import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { genericFormat, specFormat } from '#contract/addresses/rules.ts'
import { chargeOf } from '#contract/checkout/charge.ts'
import { shippedCountries, shippingProblem, shopCountry } from '#contract/checkout/countries.ts'
import { billingInfo, type FormatOf, type OrderAddresses, shippingInfo } from '#contract/checkout/shipping.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import type { ShippingOption, ShippingZone } from '#contract/pricing/shipping.ts'

type Given = Pick<StripeExpressCheckoutElementConfirmEvent, 'billingDetails' | 'shippingAddress'>
type Party = NonNullable<Given['shippingAddress']>

/**
 * Converts a wallet's addresses to the shop's format, or returns what is wrong with its shipping address. A billing
 * address that breaks the shop's rules, for example in a country the shop doesn't ship to, is passed only to the
 * provider.
 */
export function walletAddresses(
  { billingDetails, shippingAddress }: Given,
  zones: ShippingZone[] | null = null,
): OrderAddresses | { problem: string } {
  const formatOf = formatsIn(shippedCountries(zones))

  const place = shippingAddress && placeOf(shippingAddress)
  const { email = '', phone = '' } = billingDetails ?? {}
  const shipping = shippingInfo(formatOf).safeParse({ ...place, email, phone })
  if (!shipping.success) return { problem: shipping.error.issues[0]?.message ?? '' }
  const problem = shippingProblem(zones, shipping.data)
  if (problem) return { problem: problem.message }
  const billing = billingDetails ? billingInfo(formatOf).safeParse(placeOf(billingDetails)).data : undefined
  const isSame = JSON.stringify(billing) === JSON.stringify(billingInfo(formatOf).parse(shipping.data))
  return { shippingInfo: shipping.data, billingInfo: billing && !isSame ? billing : null }
}

/** The server checks addresses outside the specification's countries. */
export type WalletSheet = {
  lineItems: { name: string; amount: number }[]
  shippingRates: { id: string; displayName: string; amount: number }[]
}

/** Returns the content of a wallet's sheet. The wallet selects the first method, so the quote's method comes first. */
export function walletSheet(
  { currency, subtotalCents, shippingCents, shipping, steps }: Quote,
  options: ShippingOption[],
): WalletSheet {
  const charge = (cents: number) => chargeOf(cents, currency)
  const taxes = steps.filter(({ kind, isIncluded }) => kind === 'tax' && !isIncluded)
  const others = options.filter(({ method }) => method.id !== shipping.methodId)
  return {
    lineItems: [
      { name: 'Subtotal', amount: charge(subtotalCents) },
      ...taxes.map(({ reason, cents }) => ({ name: reason, amount: charge(cents) })),
    ],
    shippingRates: [
      { id: shipping.methodId, displayName: shipping.name, amount: charge(shippingCents) },
      ...others.map(({ method, cents }) => ({
        id: method.id,
        displayName: method.name,
        amount: charge(cents),
      })),
    ],
  }
}

const formatsIn =
  (countries: readonly string[]): FormatOf =>
  (country) =>
    countries.includes(country) ? (specFormat(country) ?? genericFormat(country)) : undefined

/** Returns a wallet's address, which has no street and may have only a part of the postal code yet, as a destination. */
export function walletDestination({
  state,
  postal_code,
  country,
}: Pick<Party['address'], 'state' | 'postal_code' | 'country'>) {
  return { country: shopCountry(country), state, zipCode: postal_code, isPartial: true }
}

function placeOf({ name, address }: Party) {
  const { line1, line2, city, postal_code, country } = address
  const names = name.trim().split(/\s+/)
  return {
    firstName: names.length > 1 ? names.slice(0, -1).join(' ') : name,
    lastName: names.length > 1 ? names.at(-1) : name,
    address: line1,
    address2: line2 ?? '',
    city,
    state: address.state,
    zipCode: postal_code,
    country: shopCountry(country),
  }
}
