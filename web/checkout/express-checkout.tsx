import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeError, StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { chargeLimits, chargeOf } from '#contract/checkout/charge.ts'
import { shippedCountries, shippingProblem } from '#contract/checkout/countries.ts'
import { isoCountry } from '#contract/checkout/rules.ts'
import { centsToWire, payableStep } from '#contract/money.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import type { CartItem } from '../cart/queries.ts'
import { quoteFor, type TypedDestination, useCartQuote } from '../cart/quote.ts'
import { ApiError, type ResponseOf, useApi } from '../platform/api.ts'
import { ORDER_SUCCESS } from '../platform/paths.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { showErrorToast, showToast } from '../ui/toast-store.ts'
import { saveClientSecret } from './checkout-storage.ts'
import { type Rejection, usePreparePayment } from './queries.ts'
import { shippingOptionsTo } from './shipping-methods.tsx'
import { openStripe } from './stripe.ts'
import { type WalletSheet, walletAddresses, walletDestination, walletSheet } from './wallet-addresses.ts'

type ShopInfo = ResponseOf<'GET /api/shop'>

type Props = {
  items: CartItem[]
  onRejected(rejection: Rejection): void
  /** Called before the bank may ask the shopper for something, which an open dialog would cover. */
  onConfirm?(): void
  children?: ReactNode
}

/**
 * Apple Pay, Google Pay, and Link above the form, if the store owner enabled them and the provider finds one in this
 * browser. Hidden until then.
 */
export function ExpressCheckout(props: Props) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const totals = useCartQuote(props.items)
  if (!shop?.expressCheckoutKey || !totals) return null
  // Wallets need the total while their sheet is open, from the part of the address that they share before the payment.
  if (shop.taxes?.isCalculated) return null
  const { totalCents, currency } = totals
  const { minCents, maxCents } = chargeLimits(currency)
  if (totalCents < minCents || totalCents > maxCents) return null
  // If cards carry fewer decimals than the currency has, old prices may not be payable.
  const step = payableStep(currency)
  if (totals.subtotalCents % step !== 0 || totalCents % step !== 0) return null
  return (
    <Elements
      stripe={openStripe(shop.expressCheckoutKey, shop.sandboxUrl)}
      options={{
        mode: 'payment',
        amount: chargeOf(totalCents, currency),
        currency: currency.code.toLowerCase(),
        locale: 'en',
      }}
    >
      <Wallets {...props} shop={shop} totals={totals} />
    </Elements>
  )
}

function Wallets({
  items,
  shop,
  totals,
  onRejected,
  onConfirm,
  children,
}: Props & { shop: ShopInfo; totals: Quote }) {
  const stripe = useStripe()
  const elements = useElements()
  const { mutateAsync: prepare } = usePreparePayment(onRejected)
  const place = useRef<HTMLDivElement>(null)
  const zones = shop.zones ?? null
  // The quote that the wallet's sheet shows, and its destination.
  const shown = useRef<{ to: TypedDestination; quote: Quote }>({ to: {}, quote: totals })
  // Reserves the last known height immediately, so nothing below moves later.
  const [height, setHeight] = useState(readHeight)

  function show(isAvailable: boolean) {
    const measured = isAvailable ? (place.current?.scrollHeight ?? 0) : 0
    preserveHeight(measured)
    setHeight(measured)
  }

  /** Shows another destination or method in the sheet, if the total depends on it. */
  function shipTo(to: TypedDestination): WalletSheet | undefined {
    if (!shop.zones && !shop.taxes) return undefined
    const quote = quoteFor(shop, items, to)
    shown.current = { to, quote }
    void elements?.update({ amount: chargeOf(quote.totalCents, quote.currency) })
    return walletSheet(quote, shippingOptionsTo(shop, items, to))
  }

  async function pay(event: StripeExpressCheckoutElementConfirmEvent) {
    if (!stripe || !elements) return
    const addresses = walletAddresses(event, zones)
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

  return (
    <section
      aria-label="Express checkout"
      aria-hidden={height === 0}
      className={height === 0 ? 'invisible h-0 overflow-hidden' : ''}
    >
      <div ref={place} style={{ minHeight: height }}>
        <ExpressCheckoutElement
          options={{
            buttonHeight: 44,
            emailRequired: true,
            phoneNumberRequired: true,
            billingAddressRequired: true,
            shippingAddressRequired: true,
            allowedShippingCountries: shippedCountries(zones).map(isoCountry),
            paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
          }}
          onReady={({ availablePaymentMethods }) => show(availablePaymentMethods !== undefined)}
          onLoadError={() => show(false)}
          onClick={({ resolve }) => {
            shown.current = { to: {}, quote: totals }
            shipTo({})
            resolve(walletSheet(totals, []))
          }}
          onShippingAddressChange={({ address, resolve, reject }) => {
            const to = walletDestination(address)
            if (shippingProblem(zones, to)) reject()
            else resolve(shipTo(to))
          }}
          onShippingRateChange={({ shippingRate, resolve }) => {
            const sheet = shipTo({ ...shown.current.to, methodId: shippingRate.id })
            resolve(sheet && { lineItems: sheet.lineItems })
          }}
          onCancel={() => showToast('Payment cancelled', 'You weren’t charged, and your cart is unchanged.')}
          onConfirm={(event) => {
            pay(event).catch((error: unknown) => {
              event.paymentFailed()
              if (!(error instanceof ApiError))
                showErrorToast('An error occurred', 'Something went wrong. Please try again.')
            })
          }}
        />
      </div>
      {children}
    </section>
  )
}

const HEIGHT = 'express-checkout-height'

function readHeight(): number {
  try {
    return Number(sessionStorage.getItem(HEIGHT) ?? 0)
  } catch {
    return 0
  }
}

function preserveHeight(height: number) {
  try {
    sessionStorage.setItem(HEIGHT, String(height))
  } catch {
    // Without storage, the buttons appear when the provider has responded.
  }
}

function showFailure({ message }: Pick<StripeError, 'message'>) {
  showErrorToast('Payment failed', message ?? 'An error occurred during payment. Please try again.')
}
