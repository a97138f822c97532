import { useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeError, StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { pricedFormat } from '#contract/addresses/priced-regions.ts'
import { chargeOf } from '#contract/checkout/charge.ts'
import type { FormatOf } from '#contract/checkout/shipping.ts'
import { centsToWire } from '#contract/money.ts'
import { goodsOf, pricedItem, type Quote } from '#contract/pricing/quote.ts'
import type { CartItem } from '../cart/queries.ts'
import { quoteFor, type TypedDestination } from '../cart/quote.ts'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { ORDER_SUCCESS } from '../platform/paths.ts'
import { showErrorToast } from '../ui/toast-store.ts'
import { addressFormatQuery } from './address-formats.ts'
import { saveClientSecret } from './checkout-storage.ts'
import { type Rejection, usePreparePayment } from './queries.ts'
import { shippingOptionsTo } from './shipping-methods.tsx'
import {
  countriesOf,
  type WalletSheet,
  walletAddresses,
  walletDestination,
  walletSheet,
} from './wallet-addresses.ts'

export type WalletCheckout = {
  items: CartItem[]
  onRejected(rejection: Rejection): void
  /** Called before the bank may ask the shopper for something, which an open dialog would cover. */
  onConfirm?(): void
}

/** Returns what happens in a wallet's sheet: it opens, shows the total for a destination and a method, and pays. */
export function useWalletPayment({
  items,
  shop,
  totals,
  onRejected,
  onConfirm,
}: WalletCheckout & { shop: ResponseOf<'GET /api/shop'>; totals: Quote }) {
  const stripe = useStripe()
  const elements = useElements()
  const { mutateAsync: prepare } = usePreparePayment(onRejected)
  const formatsOf = useFormatsOf(shop)
  const shipped = { zones: shop.zones ?? null, goods: goodsOf(items.map(pricedItem)) }
  // The quote that the wallet's sheet shows, and its destination.
  const shown = useRef<{ to: TypedDestination; quote: Quote }>({ to: {}, quote: totals })

  /** Shows another destination or method in the sheet, if the total depends on it. */
  function shipTo(to: TypedDestination): WalletSheet | undefined {
    if (!shop.zones && !shop.taxes) return undefined
    const quote = quoteFor(shop, items, to)
    shown.current = { to, quote }
    void elements?.update({ amount: chargeOf(quote.totalCents, quote.currency) })
    return walletSheet(quote, shippingOptionsTo(shop, items, to))
  }

  /** @returns false if the shop can't ship the cart there, which the page explains, because the sheet can't */
  async function shipToAddress(
    address: Parameters<typeof walletDestination>[0],
  ): Promise<WalletSheet | undefined | false> {
    const formatOf = await formatsOf(countriesOf([address], shipped.zones))
    const to = walletDestination(address, formatOf, shipped)
    if (!('problem' in to)) return shipTo(to)
    showErrorToast('We can’t ship to this address', to.problem)
    return false
  }

  function open() {
    shown.current = { to: {}, quote: totals }
    shipTo({})
  }

  const chooseMethod = (methodId: string) => shipTo({ ...shown.current.to, methodId })

  async function pay(event: StripeExpressCheckoutElementConfirmEvent) {
    if (!stripe || !elements) return
    const parties = [event.shippingAddress?.address, event.billingDetails?.address]
    const formatOf = await formatsOf(countriesOf(parties, shipped.zones))
    const addresses = walletAddresses(event, formatOf, shipped)
    if ('problem' in addresses) {
      event.paymentFailed({ reason: 'invalid_shipping_address', message: addresses.problem })
      return showFailure({ message: addresses.problem })
    }
    const to = { ...addresses.shippingInfo, methodId: shown.current.to.methodId ?? null }
    const quote = quoteFor(shop, items, to)
    if (quote.totalCents !== shown.current.quote.totalCents) {
      const message = 'The total changed with your full address. Please check out with your address below.'
      event.paymentFailed({ reason: 'invalid_shipping_address', message })
      return showFailure({ message })
    }
    const submitted = await elements.submit()
    if (submitted.error) {
      event.paymentFailed()
      return showFailure(submitted.error)
    }
    const { clientSecret } = await prepare({
      ...{ items, amount: centsToWire(quote.totalCents, quote.currency), ...addresses },
      methodId: quote.shipping.delivery && quote.shipping.methodId,
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

/** Returns a function that loads the formats of addresses in these countries, which the server uses, too. */
function useFormatsOf(shop: ResponseOf<'GET /api/shop'>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (countries: string[]): Promise<FormatOf> => {
    const load = (country: string) => queryClient.ensureQueryData(addressFormatQuery(api, country))
    const results = await Promise.allSettled(countries.map(load))
    const formats = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    return (country) => {
      const format = formats.find((one) => one.country === country)
      return format && pricedFormat(format, shop)
    }
  }
}

function showFailure({ message }: Pick<StripeError, 'message'>) {
  showErrorToast('Payment failed', message ?? 'An error occurred during payment. Please try again.')
}
