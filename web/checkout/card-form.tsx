import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeError } from '@stripe/stripe-js'
import { type FormEvent, useState } from 'react'
import { ORDER_BUTTON_LABELS } from '#contract/checkout/order-button.ts'
import { isoCountry } from '#contract/checkout/rules.ts'
import type { BillingInfo, OrderAddresses } from '#contract/checkout/shipping.ts'
import { t } from '#contract/language/language.ts'
import { ApiError, useApi } from '../platform/api.ts'
import { useFormats } from '../platform/formats.ts'
import { ORDER_SUCCESS } from '../platform/paths.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { LockIcon } from '../ui/page-icons.tsx'
import { showErrorToast } from '../ui/toast-store.ts'
import { Trans } from '../ui/trans.tsx'
import { BillingAddress, type BillingChoice, useBillingAddress } from './billing-address.tsx'
import { OrderAgreement } from './order-agreement.tsx'
import type { Ready } from './queries.ts'

export type Problem = { title: string; text: string }

type Props = {
  ready: Ready
  addresses: OrderAddresses
  /** The total, in the API's format. */
  amount: string
  billing: BillingChoice
  /** Why the last attempt failed. Kept until the form changes. */
  problem: Problem | null
  onProblem(problem: Problem | null): void
  onBack(): void
  /** Called if the provider's form couldn't be loaded. */
  onUnavailable(message?: string): void
  /** Shows why a payment was rejected, then rejects. */
  prepareAgain(): Promise<Ready>
}

/**
 * The payment provider's form. 'Complete Payment' requests the payment again with the data on the screen, so nothing
 * else is charged if another tab changed the total. Then the provider confirms the payment and opens the next page.
 */
export function CardForm(props: Props) {
  const { formatMoney } = useFormats()
  const { amount, problem, onProblem, onBack, onUnavailable } = props
  const billing = useBillingAddress(props.billing)
  const { isBusy, submit } = useCardPayment(props, billing.check)
  const { data: { orderButton = 'payment' } = {} } = useQuery(shopInfoQuery(useApi()))
  const [isLoaded, setLoaded] = useState(false)
  return (
    <form onSubmit={submit}>
      {/* The form is dark in both themes (spec section 2). */}
      <div className="card-panel rounded-card p-4 sm:p-6">
        <p className="mb-4 flex items-center gap-2 font-medium text-sm">
          <LockIcon className="size-4" />
          {t(' Card details')}
        </p>
        <div className="relative min-h-40">
          {!isLoaded && (
            <div className="absolute inset-x-0 top-0 *:text-inherit">
              <Spinner>{t('Preparing payment form...')}</Spinner>
            </div>
          )}
          <PaymentElement
            options={{ fields: { billingDetails: { address: 'never' } } }}
            onReady={() => setLoaded(true)}
            onChange={() => onProblem(null)}
            onLoadError={({ error }) => onUnavailable(error.message)}
          />
        </div>
      </div>
      {problem && (
        <div role="alert" className="mt-4 warning">
          <p className="font-medium text-sale">{problem.title}</p>
          <p className="mt-1">{problem.text}</p>
        </div>
      )}
      <BillingAddress {...billing} />
      <p className="mt-8 flex items-baseline justify-between border-hairline border-t pt-4 font-medium text-lg">
        <Trans
          text={'Total <span>{amount}</span>'}
          values={{ amount: formatMoney(amount) }}
          parts={{ span: <span className="tabular-nums" /> }}
        />
      </p>
      <OrderAgreement />
      <div className="mt-4 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
        <Button look="outline" disabled={isBusy} onClick={onBack}>
          {t('Back to Shipping')}
        </Button>
        <Button type="submit" isBusy={isBusy} disabled={!isLoaded}>
          {isBusy ? t('Processing...') : ORDER_BUTTON_LABELS[orderButton]}
        </Button>
      </div>
    </form>
  )
}

/** Returns the form's submit handler, and whether a payment is in progress. */
function useCardPayment(
  { ready, addresses, onProblem, prepareAgain }: Props,
  checkBilling: () => Promise<boolean>,
) {
  const stripe = useStripe()
  const elements = useElements()
  const [isBusy, setBusy] = useState(false)

  /** Shows a toast (spec section 8), which disappears after some seconds, and the same text next to the form. */
  function fail(title: string, text: string) {
    showErrorToast(title, text)
    onProblem({ title, text })
  }
  const reject = ({ message }: Pick<StripeError, 'message'>) =>
    fail('Payment failed', message ?? 'An error occurred during payment. Please try again.')

  async function pay() {
    if (!stripe || !elements) return
    const typed = await elements.submit()
    // The provider's form shows it next to its field.
    if (typed.error?.type === 'validation_error') return
    if (typed.error) return reject(typed.error)
    if (!(await checkBilling())) return
    const again = await prepareAgain()
    // The old order has ended, and its form with it, so the card must be entered again.
    if (again.clientSecret !== ready.clientSecret)
      return fail('Payment failed', 'Your session expired. Please enter your card details again.')
    const returnUrl = `${window.location.origin}${ORDER_SUCCESS}`
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: confirmParams(addresses, returnUrl),
    })
    reject(error)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    onProblem(null)
    pay()
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) fail('An error occurred', 'Something went wrong. Please try again.')
      })
      .finally(() => setBusy(false))
  }

  return { isBusy, submit }
}

/** Returns billing details in the payment provider's format, which uses 'GB' for the United Kingdom. */
function confirmParams({ shippingInfo, billingInfo }: OrderAddresses, returnUrl: string) {
  const { phone, email } = shippingInfo
  return {
    return_url: returnUrl,
    shipping: { ...partyOf(shippingInfo), ...(phone && { phone }) },
    payment_method_data: {
      billing_details: { ...partyOf(billingInfo ?? shippingInfo), email, ...(phone && { phone }) },
    },
  }
}

function partyOf(info: BillingInfo) {
  return {
    name: `${info.firstName} ${info.lastName}`,
    address: {
      line1: info.address,
      line2: info.address2 ?? '',
      city: info.city,
      state: info.state,
      postal_code: info.zipCode,
      country: isoCountry(info.country),
    },
  }
}
