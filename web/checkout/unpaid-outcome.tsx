import type { ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import type { ResponseOf } from '../platform/api.ts'
import { CHECKOUT, CHECKOUT_PAYMENT, CONTACT, HOME } from '../platform/paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'

type Unpaid = Exclude<ResponseOf<'POST /api/payment-outcome'>['outcome'], 'paid'>

/** Shown instead of 'Order Successful!'. Null if the shop can't be reached. */
export function UnpaidOutcome({ outcome, onRetry }: { outcome: Unpaid | null | 'paid'; onRetry(): void }) {
  switch (outcome) {
    case 'processing':
      return (
        <div role="status">
          <Title>{t('Your payment is being processed')}</Title>
          <p className="mt-4">
            {t(
              'This page updates as soon as your bank responds. You can also close it, and we’ll email you.',
            )}
          </p>
          <div className="mt-8">
            <Spinner />
          </div>
        </div>
      )
    case 'action':
      return (
        <div role="status">
          <Title>{t('Confirm your payment')}</Title>
          <p className="mt-4">
            {t(
              'Your payment isn’t complete yet: your bank or wallet is waiting for your confirmation. This page updates once you’ve confirmed it there. If you closed that page, return to payment.',
            )}
          </p>
          <ButtonLink className="mt-8" to={CHECKOUT_PAYMENT}>
            {t('Back to payment')}
          </ButtonLink>
        </div>
      )
    case 'failed':
      return (
        <>
          <Title>{t('Payment failed')}</Title>
          <p className="mt-4">
            {t('Your payment didn’t go through. You weren’t charged, and your cart is still here.')}
          </p>
          <ButtonLink className="mt-8" to={CHECKOUT_PAYMENT}>
            {t('Back to payment')}
          </ButtonLink>
        </>
      )
    case 'canceled':
      return (
        <>
          <Title>{t('This order was cancelled')}</Title>
          <p className="mt-4">
            {t('The payment window has closed. You weren’t charged, and your cart is still here.')}
          </p>
          <ButtonLink className="mt-8" to={CHECKOUT}>
            {t('Back to checkout')}
          </ButtonLink>
        </>
      )
    case 'refunded':
      return (
        <>
          <Title>{t('We’re refunding your payment')}</Title>
          <p className="mt-4">
            {t(
              'We’re sorry, but we couldn’t fulfill this order. We’re refunding the full amount to your card and will email you the details.',
            )}
          </p>
          <Actions more={CONTACT} moreLabel={t('Contact us')}>
            <ButtonLink to={HOME}>{t('Continue Shopping')}</ButtonLink>
          </Actions>
        </>
      )
    default:
      return (
        <>
          <Title>{t('We couldn’t check your payment')}</Title>
          <p className="mt-4">{t('If it went through, a confirmation email is on its way to you.')}</p>
          <Actions more={CONTACT} moreLabel={t('Contact us')}>
            <Button onClick={onRetry}>{t('Try again')}</Button>
          </Actions>
        </>
      )
  }
}

const Title = ({ children }: { children: string }) => <h1 className="type-heading">{children}</h1>

/** A button and a link below the outcome of a payment. */
export function Actions({
  more,
  moreLabel,
  children,
}: {
  more: string
  moreLabel: string
  children: ReactNode
}) {
  return (
    <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:justify-center">
      {children}
      <ButtonLink look="outline" to={more}>
        {moreLabel}
      </ButtonLink>
    </div>
  )
}
