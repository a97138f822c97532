import { CHECKOUT, CHECKOUT_PAYMENT, CONTACT, HOME } from '../platform/addresses.ts'
import type { AnswerOf } from '../platform/api.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'

type Outcome = Exclude<AnswerOf<'POST /api/payment-outcome'>['outcome'], 'paid'>

/** What is shown in place of 'Order Successful!'; null: the shop could not be asked. */
export function OutcomeScreen({ outcome, onRetry }: { outcome: Outcome | null | 'paid'; onRetry(): void }) {
  switch (outcome) {
    case 'processing':
      return (
        <div role="status">
          <Title>Your payment is being processed</Title>
          <p className="mt-4">
            This page updates itself as soon as your bank has answered. You can also close it: we will email
            you.
          </p>
          <div className="mt-8">
            <Spinner />
          </div>
        </div>
      )
    case 'action':
      return (
        <div role="status">
          <Title>Confirm your payment</Title>
          <p className="mt-4">
            Your payment isn’t complete yet: your bank or wallet is waiting for your confirmation. This page
            updates once you’ve confirmed it there. If you closed that page, go back to payment.
          </p>
          <ButtonLink className="mt-8" to={CHECKOUT_PAYMENT}>
            Back to payment
          </ButtonLink>
        </div>
      )
    case 'failed':
      return (
        <>
          <Title>Payment failed</Title>
          <p className="mt-4">
            Your payment did not go through, and nothing was charged. Your cart is untouched.
          </p>
          <ButtonLink className="mt-8" to={CHECKOUT_PAYMENT}>
            Back to payment
          </ButtonLink>
        </>
      )
    case 'canceled':
      return (
        <>
          <Title>This order was cancelled</Title>
          <p className="mt-4">
            Its time to pay has run out, and nothing was charged. Your cart is untouched.
          </p>
          <ButtonLink className="mt-8" to={CHECKOUT}>
            Back to checkout
          </ButtonLink>
        </>
      )
    case 'refunded':
      return (
        <>
          <Title>Your payment goes back to you</Title>
          <p className="mt-4">
            We are sorry: we could not fulfill this order. The full amount goes back to your card. We will
            email you the details.
          </p>
          <Buttons />
        </>
      )
    default:
      return (
        <>
          <Title>We could not check your payment</Title>
          <p className="mt-4">If it went through, a confirmation email is on its way to you.</p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:justify-center">
            <Button onClick={onRetry}>Try again</Button>
            <ButtonLink look="outline" to={CONTACT}>
              Contact us
            </ButtonLink>
          </div>
        </>
      )
  }
}

const Title = ({ children }: { children: string }) => <h1 className="text-4xl">{children}</h1>

function Buttons() {
  return (
    <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:justify-center">
      <ButtonLink to={HOME}>Continue Shopping</ButtonLink>
      <ButtonLink look="outline" to={CONTACT}>
        Contact us
      </ButtonLink>
    </div>
  )
}
