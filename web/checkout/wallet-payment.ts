import { useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeError, StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { chargeOf } from '#contract/checkout/charge.ts'
import type { CartQuote } from '#contract/checkout/quote-api.ts'
import type { FormatOf } from '#contract/checkout/shipping.ts'
import { centsOf } from '#contract/money.ts'
import type { CartItem } from '../cart/queries.ts'
import { type Asked, isQuoteOf } from '../cart/quote.ts'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { ORDER_SUCCESS } from '../platform/paths.ts'
import { showErrorToast } from '../ui/toast-store.ts'
import { addressFormatQuery, pricedFormats, type ShippedCountries } from './address-formats.ts'
import { useCheckoutFields } from './checkout-fields.ts'
import { saveClientSecret } from './checkout-storage.ts'
import { type Rejection, usePreparePayment } from './queries.ts'
import {
  countriesOf,
  sharedPlace,
  type WalletSheet,
  walletAddresses,
  walletSheet,
} from './wallet-addresses.ts'

export type WalletCheckout = {
  items: CartItem[]
  onRejected(rejection: Rejection): void
  /** Called before the bank may ask the shopper for something, which an open dialog would cover. */
  onConfirm?(): void
}

/** The data that wallets need before their sheet opens. */
export type Offered = {
  shop: ResponseOf<'GET /api/shop'>
  shipped: ShippedCountries
  totals: CartQuote
}

/** Returns what happens in a wallet's sheet: it opens, shows the total for a destination and a method, and pays. */
export function useWalletPayment({
  items,
  shop,
  shipped,
  totals,
  onRejected,
  onConfirm,
}: WalletCheckout & Offered) {
  const stripe = useStripe()
  const elements = useElements()
  const api = useApi()
  const { mutateAsync: prepare } = usePreparePayment(onRejected)
  const formatsOf = useFormatsOf(shipped)
  const fields = useCheckoutFields()
  // The quote that the wallet's sheet shows, and its destination.
  const shown = useRef<{ asked: Asked; quote: CartQuote }>({ asked: {}, quote: totals })

  /** Shows another destination or method. @returns null if the cart can't be ordered so, which the page explains */
  async function show(asked: Asked): Promise<WalletSheet | null> {
    const quote = await api.call('POST /api/quote', asked)
    if (quote.problem) {
      showErrorToast('We can’t ship to this address', quote.problem.message)
      return null
    }
    shown.current = { asked, quote }
    void elements?.update({ amount: chargeOf(centsOf(quote.amounts.total), shop.currency) })
    return walletSheet(quote, shop.currency)
  }

  const shipToAddress = (address: Parameters<typeof sharedPlace>[0]) =>
    show({ place: sharedPlace(address, shipped) })

  function open() {
    shown.current = { asked: {}, quote: totals }
    void elements?.update({ amount: chargeOf(centsOf(totals.amounts.total), shop.currency) })
  }

  const chooseMethod = (methodId: string) => show({ ...shown.current.asked, methodId })

  async function pay(event: StripeExpressCheckoutElementConfirmEvent) {
    if (!stripe || !elements) return
    const fail = (message: string) => {
      event.paymentFailed({ reason: 'invalid_shipping_address', message })
      showFailure({ message })
    }
    const parties = [event.shippingAddress?.address, event.billingDetails?.address]
    const formatOf = await formatsOf(countriesOf(parties, shipped))
    const addresses = walletAddresses(event, formatOf, shipped, fields)
    if ('problem' in addresses) return fail(addresses.problem)
    const { country, state, zipCode, city, address } = addresses.shippingInfo
    const { methodId } = shown.current.asked
    const place = { country, state, zipCode, city, address }
    const quote = await api.call('POST /api/quote', { place, ...(methodId && { methodId }) })
    if (quote.problem) return fail(quote.problem.message)
    // If the cart has changed elsewhere, the server rejects the amount with the changes.
    const isSame = isQuoteOf(quote, items)
    if (isSame && isWorse(quote, shown.current.quote, methodId))
      return fail('The total changed with your full address. Please check out with your address below.')
    const submitted = await elements.submit()
    if (submitted.error) {
      event.paymentFailed()
      return showFailure(submitted.error)
    }
    const { clientSecret } = await prepare({
      items,
      amount: (isSame ? quote : shown.current.quote).amounts.total,
      ...addresses,
      methodId: quote.methodId,
    })
    saveClientSecret(clientSecret)
    const { confirmationToken, error } = await stripe.createConfirmationToken({ elements })
    if (error) {
      event.paymentFailed()
      return showFailure(error)
    }
    onConfirm?.()
    const return_url = `${window.location.origin}${ORDER_SUCCESS}`
    const confirmed = await stripe.confirmPayment({
      clientSecret,
      confirmParams: { return_url, confirmation_token: confirmationToken.id },
    })
    showFailure(confirmed.error)
  }

  return { open, shipToAddress, chooseMethod, pay }
}

/**
 * Returns whether the shopper would pay more than the sheet showed, or get another method than the chosen one. The sheet shows
 * the highest total of all the zones that the first part of a postal code may be in, so the whole one can only lower it.
 */
function isWorse(quote: CartQuote, shown: CartQuote, methodId: string | undefined): boolean {
  const isOther = methodId !== undefined && quote.methodId !== methodId
  return isOther || centsOf(quote.amounts.total) > centsOf(shown.amounts.total)
}

/** Returns a function that loads the formats of addresses in these countries, which the server uses, too. */
function useFormatsOf(shipped: ShippedCountries) {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (countries: string[]): Promise<FormatOf> => {
    const load = (country: string) => queryClient.ensureQueryData(addressFormatQuery(api, country))
    const results = await Promise.allSettled(countries.map(load))
    const formats = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    return pricedFormats((country) => formats.find((one) => one.country === country), shipped)
  }
}

function showFailure({ message }: Pick<StripeError, 'message'>) {
  showErrorToast('Payment failed', message ?? 'An error occurred during payment. Please try again.')
}
