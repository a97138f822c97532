import { useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeError, StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { useRef } from 'react'
import { chargeOf } from '#contract/checkout/charge.ts'
import { centsToWire } from '#contract/money.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import type { CartItem } from '../cart/queries.ts'
import { quoteFor, type TypedDestination } from '../cart/quote.ts'
import type { ResponseOf } from '../platform/api.ts'
import { ORDER_SUCCESS } from '../platform/paths.ts'
import { showErrorToast } from '../ui/toast-store.ts'
import { saveClientSecret } from './checkout-storage.ts'
import { type Rejection, usePreparePayment } from './queries.ts'
import { shippingOptionsTo } from './shipping-methods.tsx'
import { type WalletSheet, walletAddresses, walletSheet } from './wallet-addresses.ts'

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

  function open() {
    shown.current = { to: {}, quote: totals }
    shipTo({})
  }

  const chooseMethod = (methodId: string) => shipTo({ ...shown.current.to, methodId })

  async function pay(event: StripeExpressCheckoutElementConfirmEvent) {
    if (!stripe || !elements) return
    const addresses = walletAddresses(event, shop.zones)
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

  return { open, shipTo, chooseMethod, pay }
}

function showFailure({ message }: Pick<StripeError, 'message'>) {
  showErrorToast('Payment failed', message ?? 'An error occurred during payment. Please try again.')
}
