import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { chargeOf } from '#contract/checkout/charge.ts'
import { shopCountry } from '#contract/checkout/countries.ts'
import type { CheckoutFields } from '#contract/checkout/fields.ts'
import type { CartQuote, QuotePlace } from '#contract/checkout/quote-api.ts'
import { isoCountry } from '#contract/checkout/rules.ts'
import { billingInfo, type FormatOf, type OrderAddresses, shippingInfo } from '#contract/checkout/shipping.ts'
import { type Currency, centsOf } from '#contract/money.ts'
import type { ShippedCountries } from './address-formats.ts'

type Given = Pick<StripeExpressCheckoutElementConfirmEvent, 'billingDetails' | 'shippingAddress'>
type Party = NonNullable<Given['shippingAddress']>

/** Returns the ISO codes that wallets may use for the places that the shop ships to. */
export function walletCountries({ countries, parts }: ShippedCountries): string[] {
  return [...new Set([...countries, ...Object.keys(parts), ...Object.values(parts)].map(isoCountry))]
}

/**
 * Converts a wallet's addresses to the shop's format, or returns what is wrong with its shipping address. Whether the shop
 * ships there is part of the quote. A billing address that breaks the shop's rules, for example in a country the shop doesn't
 * ship to, is passed only to the provider.
 * @param formatOf where a region decides the price, it must require a known one
 */
export function walletAddresses(
  { billingDetails, shippingAddress }: Given,
  formatOf: FormatOf,
  shipped: ShippedCountries,
  fields: CheckoutFields,
): OrderAddresses | { problem: string } {
  const place = shippingAddress && partyInShop(shippingAddress, shipped)
  const { email = '', phone = '' } = billingDetails ?? {}
  const shipping = shippingInfo(formatOf, fields).safeParse({ ...place, email, phone })
  if (!shipping.success) return { problem: shipping.error.issues[0]?.message ?? '' }
  const billed = billingDetails && partyInShop(billingDetails, shipped)
  const isKnown = billed && shipped.countries.includes(billed.country)
  const billing = isKnown ? billingInfo(formatOf, fields).safeParse(billed).data : undefined
  const isSame =
    JSON.stringify(billing) === JSON.stringify(billingInfo(formatOf, fields).parse(shipping.data))
  return { shippingInfo: shipping.data, billingInfo: billing && !isSame ? billing : null }
}

export type WalletSheet = {
  lineItems: { name: string; amount: number }[]
  shippingRates: { id: string; displayName: string; amount: number }[]
}

/** Returns the content of a wallet's sheet. The wallet selects the first method, so the quote's method comes first. */
export function walletSheet(
  { amounts, taxes, methods, methodId }: CartQuote,
  currency: Currency,
): WalletSheet {
  const charge = (amount: string) => chargeOf(centsOf(amount), currency)
  const chosen = methods.filter(({ id }) => id === methodId)
  const others = methods.filter(({ id }) => id !== methodId)
  return {
    lineItems: [
      { name: 'Subtotal', amount: charge(amounts.subtotal) },
      ...taxes
        .filter(({ isIncluded }) => !isIncluded)
        .map(({ name, amount }) => ({ name, amount: charge(amount) })),
    ],
    shippingRates: [
      ...chosen.map(({ id, name }) => ({ id, displayName: name, amount: charge(amounts.shipping) })),
      ...others.map(({ id, name, cost }) => ({ id, displayName: name, amount: charge(cost) })),
    ],
  }
}

/** An address before the payment: without the street, and with only the first part of some postal codes. */
type SharedAddress = Pick<Party['address'], 'city' | 'state' | 'postal_code' | 'country'>

/** Returns the part of a wallet's address that it shares before the payment, as the quote needs it. */
export function sharedPlace(shared: SharedAddress, shipped: ShippedCountries): QuotePlace {
  return { ...regionInShop(shared, shipped), zipCode: shared.postal_code, isPartial: true }
}

/** Returns the countries whose formats the conversion of these addresses needs. */
export function countriesOf(addresses: (SharedAddress | undefined)[], shipped: ShippedCountries): string[] {
  return addresses.flatMap((address) => (address ? [regionInShop(address, shipped).country] : []))
}

function partyInShop({ name, address }: Party, shipped: ShippedCountries) {
  const { line1, line2, city, postal_code } = address
  const names = name.trim().split(/\s+/)
  return {
    firstName: names.length > 1 ? names.slice(0, -1).join(' ') : name,
    lastName: names.length > 1 ? names.at(-1) : name,
    address: line1,
    address2: line2 ?? '',
    city,
    zipCode: postal_code,
    ...regionInShop(address, shipped),
  }
}

/**
 * Returns the country and the region as the shop has them: a part of the US is a state. Wallets give British addresses no
 * county, which the specification requires. The town takes its place.
 */
function regionInShop({ city, country: code, state }: SharedAddress, { parts }: ShippedCountries) {
  const country = parts[code] ?? shopCountry(code)
  if (country === 'US' && code !== 'US') return { country, state: code }
  return { country, state: country === 'UK' && state.trim() === '' ? city : state }
}
