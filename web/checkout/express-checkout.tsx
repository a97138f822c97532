import { Elements, ExpressCheckoutElement } from '@stripe/react-stripe-js'
import { type ReactNode, useRef, useState } from 'react'
import { chargeLimits, chargeOf } from '#contract/checkout/charge.ts'
import { t } from '#contract/language/language.ts'
import { centsOf, payableStep } from '#contract/money.ts'
import { useCartQuote } from '../cart/quote.ts'
import { ApiError, useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { showErrorToast, showToast } from '../ui/toast-store.ts'
import { shippedCountriesQuery } from './address-formats.ts'
import { useCheckoutFields } from './checkout-fields.ts'
import { OrderAgreement } from './order-agreement.tsx'
import { useNeedsSignIn } from './sign-in-step.tsx'
import { openStripe } from './stripe.ts'
import { walletCountries, walletSheet } from './wallet-addresses.ts'
import { type Offered, useWalletPayment, type WalletCheckout } from './wallet-payment.ts'

type Props = WalletCheckout & { children?: ReactNode }

/**
 * Apple Pay, Google Pay, and Link above the form, if the store owner enabled them and the provider finds one in this
 * browser. Hidden until then.
 */
export function ExpressCheckout(props: Props) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const needsSignIn = useNeedsSignIn()
  const { company, vatNumber } = useCheckoutFields()
  // Wallets know neither companies nor VAT numbers.
  const needsForm = company === 'required' || (vatNumber === 'required' && shop?.taxes?.home)
  if (needsSignIn || needsForm) return null
  // Wallets need the total while their sheet is open, from the part of the address that they share before the payment.
  return shop?.expressCheckoutKey && !shop.taxes?.isCalculated ? <Offer {...props} shop={shop} /> : null
}

function Offer({ shop, ...props }: Props & Pick<Offered, 'shop'>) {
  const { data: shipped } = useQuery(shippedCountriesQuery(useApi()))
  const { data: totals, isFailed } = useCartQuote(props.items)
  if (!shop.expressCheckoutKey || !totals || isFailed || !shipped) return null
  const { currency } = shop
  const [totalCents, subtotalCents] = [centsOf(totals.amounts.total), centsOf(totals.amounts.subtotal)]
  const { minCents, maxCents } = chargeLimits(currency)
  if (totals.missing || totalCents < minCents || totalCents > maxCents) return null
  // If cards carry fewer decimals than the currency has, old prices may not be payable.
  const step = payableStep(currency)
  if (subtotalCents % step !== 0 || totalCents % step !== 0) return null
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
      <Wallets {...props} shop={shop} shipped={shipped} totals={totals} />
    </Elements>
  )
}

function Wallets({ shop, shipped, totals, children, ...checkout }: Props & Offered) {
  const { place, height, show } = useReservedHeight()
  const fields = useCheckoutFields()
  const { open, shipToAddress, chooseMethod, pay } = useWalletPayment({ ...checkout, shop, shipped, totals })
  return (
    <section
      aria-label={t('Express checkout')}
      aria-hidden={height === 0}
      className={height === 0 ? 'invisible h-0 overflow-hidden' : ''}
    >
      <div ref={place} style={{ minHeight: height }}>
        <ExpressCheckoutElement
          options={{
            buttonHeight: 44,
            emailRequired: true,
            phoneNumberRequired: fields.phone === 'required',
            billingAddressRequired: true,
            shippingAddressRequired: true,
            allowedShippingCountries: walletCountries(shipped),
            paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
          }}
          onReady={({ availablePaymentMethods }) => show(availablePaymentMethods !== undefined)}
          onLoadError={() => show(false)}
          onClick={({ resolve }) => {
            open()
            resolve(walletSheet(totals, shop.currency))
          }}
          onShippingAddressChange={({ address, resolve, reject }) => {
            shipToAddress(address)
              .then((sheet) => (sheet ? resolve(sheet) : reject()))
              .catch(() => reject())
          }}
          onShippingRateChange={({ shippingRate, resolve, reject }) => {
            chooseMethod(shippingRate.id)
              .then((sheet) => (sheet ? resolve({ lineItems: sheet.lineItems }) : reject()))
              .catch(() => reject())
          }}
          onCancel={() =>
            showToast(t('Payment cancelled'), t('You weren’t charged, and your cart is unchanged.'))
          }
          onConfirm={(event) => {
            pay(event).catch((error: unknown) => {
              event.paymentFailed()
              if (!(error instanceof ApiError))
                showErrorToast('An error occurred', 'Something went wrong. Please try again.')
            })
          }}
        />
      </div>
      <OrderAgreement />
      {children}
    </section>
  )
}

/** Returns the height of the buttons. Reserves the last known one immediately, so nothing below moves later. */
function useReservedHeight() {
  const place = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(readHeight)

  function show(isAvailable: boolean) {
    const measured = isAvailable ? (place.current?.scrollHeight ?? 0) : 0
    preserveHeight(measured)
    setHeight(measured)
  }

  return { place, height, show }
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
