import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { normalizedPlace, placeProblem } from '#contract/addresses/rules.ts'
import { chargeOf } from '#contract/checkout/charge.ts'
import { nameWithArticle, shippedCountries, shippingProblem } from '#contract/checkout/countries.ts'
import { billingInfo, type FormatOf, type OrderAddresses, shippingInfo } from '#contract/checkout/shipping.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import type { Goods, ShippingOption, ShippingZone } from '#contract/pricing/shipping.ts'
import type { TypedDestination } from '../cart/quote.ts'
import { placeInShop } from './wallet-places.ts'

type Given = Pick<StripeExpressCheckoutElementConfirmEvent, 'billingDetails' | 'shippingAddress'>
type Party = NonNullable<Given['shippingAddress']>

/** @property goods the cart, if the shop ships only some carts */
type Shipped = { zones: ShippingZone[] | null; goods?: Goods }

/**
 * Converts a wallet's addresses to the shop's format, or returns what is wrong with its shipping address. A billing
 * address that breaks the shop's rules, for example in a country the shop doesn't ship to, is passed only to the
 * provider.
 * @param formatOf where a region decides the price, it must require a known one
 */
export function walletAddresses(
  { billingDetails, shippingAddress }: Given,
  formatOf: FormatOf,
  { zones, goods }: Shipped = { zones: null },
): OrderAddresses | { problem: string } {
  const place = shippingAddress && partyInShop(shippingAddress, zones)
  const { email = '', phone = '' } = billingDetails ?? {}
  const shipping = shippingInfo(formatOf).safeParse({ ...place, email, phone })
  if (!shipping.success) return { problem: shipping.error.issues[0]?.message ?? '' }
  const problem = shippingProblem(zones, shipping.data, goods)
  if (problem) return { problem: problem.message }
  const billed = billingDetails && partyInShop(billingDetails, zones)
  const isKnown = billed && shippedCountries(zones).includes(billed.country)
  const billing = isKnown ? billingInfo(formatOf).safeParse(billed).data : undefined
  const isSame = JSON.stringify(billing) === JSON.stringify(billingInfo(formatOf).parse(shipping.data))
  return { shippingInfo: shipping.data, billingInfo: billing && !isSame ? billing : null }
}

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

/** An address before the payment: without the street, and with only the first part of some postal codes. */
type SharedAddress = Pick<Party['address'], 'city' | 'state' | 'postal_code' | 'country'>

/** Returns the destination that decides the price, as the server resolves it, or why the shop can't ship there. */
export function walletDestination(
  shared: SharedAddress,
  formatOf: FormatOf,
  { zones, goods }: Shipped,
): Required<Pick<TypedDestination, 'country' | 'state' | 'zipCode' | 'isPartial'>> | { problem: string } {
  const place = regionInShop(shared, zones)
  const format = formatOf(place.country)
  if (!format) return { problem: 'We can’t read this address. Please check out with your address below.' }
  const unknown = placeProblem(format, 'state', place)
  if (unknown) return { problem: unknown }
  const { state, zipCode } = normalizedPlace(format, { ...place, zipCode: shared.postal_code })
  const to = { country: place.country, state, zipCode, isPartial: true }
  const problem = shippingProblem(zones, to, goods)
  if (!problem) return to
  // Without zones, the problem is worded for the form.
  return { problem: zones ? problem.message : `We don’t ship to ${nameWithArticle(to.country)} yet` }
}

/** Returns the countries whose formats the conversion of these addresses needs. */
export function countriesOf(
  addresses: (SharedAddress | undefined)[],
  zones: ShippingZone[] | null,
): string[] {
  return addresses.flatMap((address) => (address ? [regionInShop(address, zones).country] : []))
}

function partyInShop({ name, address }: Party, zones: ShippingZone[] | null) {
  const { line1, line2, city, postal_code } = address
  const names = name.trim().split(/\s+/)
  return {
    firstName: names.length > 1 ? names.slice(0, -1).join(' ') : name,
    lastName: names.length > 1 ? names.at(-1) : name,
    address: line1,
    address2: line2 ?? '',
    city,
    zipCode: postal_code,
    ...regionInShop(address, zones),
  }
}

/** Wallets give British addresses no county, which the specification requires. The town takes its place. */
function regionInShop({ city, ...address }: SharedAddress, zones: ShippingZone[] | null) {
  const place = placeInShop(address, zones)
  const isOptional = place.country === 'UK' && place.state.trim() === ''
  return isOptional ? { ...place, state: city } : place
}
