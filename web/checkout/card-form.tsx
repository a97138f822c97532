import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeError } from '@stripe/stripe-js'
import { type FormEvent, useState } from 'react'
import type { ShippingInfo } from '#contract/shipping.ts'
import { ORDER_SUCCESS } from '../platform/addresses.ts'
import { ApiError } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showToast } from '../ui/toast-store.ts'
import { confirmParams } from './confirm-params.ts'
import { type Ready, tellNotReady } from './queries.ts'

/**
 * The card provider's form and what happens on 'Complete Payment': the request for the payment is repeated with what is on
 * the screen, so that nobody pays a total that another tab has changed; then the provider confirms and leads to the next page.
 */
export function CardForm({
  ready,
  shippingInfo,
  onBack,
  prepareAgain,
}: {
  ready: Ready
  shippingInfo: ShippingInfo
  onBack(): void
  /** Rejects when the payment is refused, which is told already. */
  prepareAgain(): Promise<Ready>
}) {
  const stripe = useStripe()
  const elements = useElements()
  const [isLoaded, setLoaded] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function pay() {
    if (!stripe || !elements) return
    const typed = await elements.submit()
    if (typed.error) return tellFailed(typed.error)
    const again = await prepareAgain()
    // The old order has ended, with its form: the card is asked for anew.
    if (again.clientSecret !== ready.clientSecret)
      return showToast('Payment failed', 'This took too long. Please enter your card again.', {
        isDestructive: true,
      })
    const returnUrl = `${window.location.origin}${ORDER_SUCCESS}`
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: confirmParams(shippingInfo, returnUrl),
    })
    tellFailed(error)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    pay()
      .catch((error: unknown) => {
        if (!(error instanceof ApiError))
          showToast('An error occurred', 'Something went wrong. Please try again.', { isDestructive: true })
      })
      .finally(() => setBusy(false))
  }

  return (
    <form onSubmit={submit}>
      {!isLoaded && (
        <div className="mb-4">
          <Spinner>Preparing payment form...</Spinner>
        </div>
      )}
      {/* The form is dark in both themes (spec section 2). */}
      <div className="min-h-44 rounded-card bg-night p-4">
        <PaymentElement
          options={{ fields: { billingDetails: { address: 'never' } } }}
          onReady={() => setLoaded(true)}
          onLoadError={({ error }) => {
            tellNotReady(error.message)
            onBack()
          }}
        />
      </div>
      <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
        <Button look="outline" disabled={isBusy} onClick={onBack}>
          Back to Shipping
        </Button>
        <Button type="submit" isBusy={isBusy} disabled={!isLoaded}>
          {isBusy ? 'Processing...' : 'Complete Payment'}
        </Button>
      </div>
    </form>
  )
}

function tellFailed({ message }: Pick<StripeError, 'message'>) {
  showToast('Payment failed', message ?? 'An error occurred during payment. Please try again.', {
    isDestructive: true,
  })
}
