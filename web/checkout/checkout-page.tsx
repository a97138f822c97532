import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { CheckedCart } from '#contract/checkout/api.ts'
import { t } from '#contract/language/language.ts'
import { useUser } from '../accounts/queries.ts'
import { useCart } from '../cart/queries.ts'
import type { ShownQuote } from '../cart/quote.ts'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { readToken } from '../platform/auth-token.ts'
import { Head } from '../platform/head.tsx'
import { CHECKOUT, CHECKOUT_PAYMENT, HOME, paymentOutcomeAddress } from '../platform/paths.ts'
import { keys } from '../platform/query-cache.ts'
import { Navigate } from '../platform/router/link.tsx'
import { useNavigate, useParameters, useShown } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import { showToast } from '../ui/toast-store.ts'
import { useHasScript } from '../ui/use-has-script.ts'
import { shippedCountriesQuery } from './address-formats.ts'
import { CartChanges } from './cart-changes.tsx'
import { hasEnteredData } from './checkout-storage.ts'
import { ExpressCheckout } from './express-checkout.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentStep } from './payment-step.tsx'
import { checkoutQuery, type Rejection } from './queries.ts'
import { ShippingStep } from './shipping-step.tsx'
import { SignInStep, useNeedsSignIn } from './sign-in-step.tsx'
import { TotalFailed } from './total-failed.tsx'
import { useCheckout } from './use-checkout.ts'
import { UnverifiedNumber } from './vat-number.tsx'

/** /checkout (spec section 2): Shipping, then Payment. The URL contains the step, so Back and Refresh work. */
export function CheckoutPage() {
  const isRendered = (useShown()?.data as RenderedCheckout) !== null
  const isHere = useHasScript()
  const step = useParameters().get('step') ?? ''
  const hasEntered = useMemo(() => isHere && hasEnteredData(), [isHere])
  useOwnData(isRendered)
  const { items, isLoading } = useCart()
  const { isChecking } = useUser()
  const known = useQuery(checkoutQuery(useApi()))
  const shop = useQuery(shopInfoQuery(useApi()))
  const shipped = useQuery(shippedCountriesQuery(useApi()))
  const isWaitingForUser = isChecking && !isRendered
  const isWaiting = isLoading || isWaitingForUser || known.isPending || shop.isPending || shipped.isPending
  return (
    <div className="checkout mx-auto w-full max-w-6xl px-4 py-8 md:px-8 md:py-12">
      <Head page="Checkout" isPrivate />
      {isWaiting ? (
        <div className="flex min-h-[60vh] flex-col items-center justify-center text-center">
          <h1 className="type-heading">{t('Checkout')}</h1>
          <div className="script-only mt-4">
            <Spinner>{t('Loading...')}</Spinner>
          </div>
          <NeedsScript />
        </div>
      ) : items.length === 0 ? (
        // Again for each step, because a rejected payment may lead back to the first one in the meantime.
        <Navigate key={step} to={HOME} replace />
      ) : (
        // The tab's storage may have more than the server knows, so the form starts again with it.
        <Checkout
          key={hasEntered ? 'entered' : 'known'}
          known={known.data}
          isHere={isHere}
          hasWallets={shop.data?.expressCheckoutKey != null}
        />
      )}
    </div>
  )
}

/** The data of a page that the server rendered for the visitor with the cart's cookie, or null. */
export type RenderedCheckout = { isComplete: true } | null

/** A signed-in user has another cart than the visitor whose page was rendered. */
function useOwnData(isRendered: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isRendered || readToken() === null) return
    void queryClient.invalidateQueries({ queryKey: keys.cart })
    void queryClient.invalidateQueries({ queryKey: keys.checkout })
  }, [isRendered, queryClient])
}

function NeedsScript() {
  return (
    <noscript>
      <p className="mt-4">
        {t(
          'Turn on JavaScript to check out: you enter your card in our payment provider’s own form. Your cart is saved.',
        )}
      </p>
    </noscript>
  )
}

type CheckoutProps = {
  known: ResponseOf<'GET /api/checkout'> | undefined
  /** False in the page that the server rendered, whose form isn't usable yet. */
  isHere: boolean
  /** Whether wallets may appear above the form. */
  hasWallets: boolean
}

function Checkout({ known, isHere, hasWallets }: CheckoutProps) {
  const { items } = useCart()
  const navigate = useNavigate()
  const parameters = useParameters()
  const [changes, setChanges] = useState<CheckedCart | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const needsSignIn = useNeedsSignIn()
  const isPaymentStep = parameters.get('step') === 'payment' && !needsSignIn
  const checkout = useCheckout(items, known, isHere, isPaymentStep)
  const { isPaying, quote, screen, vat } = checkout
  const failure = failureOf(quote)

  const rejected = (rejection: Rejection) => {
    if (rejection.kind === 'paid') return navigate(paymentOutcomeAddress(rejection.clientSecret))
    setChanges(rejection.kind === 'changed' ? rejection.quote : null)
    setProblem(rejection.kind === 'other' ? rejection.message : null)
    return navigate(CHECKOUT, { replace: true })
  }

  return (
    <>
      <h1 className="sr-only">{t('Checkout')}</h1>
      <CheckoutSteps isPaying={isPaying} />
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[1fr_24rem] lg:gap-12">
        <div className="min-w-0">
          {changes && <CartChanges quote={changes} items={items} />}
          {problem && (
            <div role="alert" className="mb-6 warning">
              <p className="font-medium text-sale">{t('Could not initialize payment')}</p>
              <p className="mt-1">{problem}</p>
            </div>
          )}
          {!isHere && <NeedsScript />}
          {needsSignIn ? (
            <SignInStep />
          ) : (isPaymentStep && checkout.isPending) || (hasWallets && !isHere) ? (
            <Spinner>{t('Loading...')}</Spinner>
          ) : isPaying && vat.check.state === 'waiting' ? (
            <Spinner>{t('Checking VAT number...')}</Spinner>
          ) : isPaying && failure ? (
            <TotalFailed {...failure} onRetry={quote.retry} onBack={() => navigate(CHECKOUT)} />
          ) : isPaying && !screen ? (
            <Spinner>{t('Calculating total...')}</Spinner>
          ) : screen ? (
            <>
              <UnverifiedNumber check={vat.check} />
              <PaymentStep
                screen={screen}
                method={quote.data?.methods.find(({ id }) => id === quote.data?.methodId)}
                billing={{ typed: checkout.billing, onType: checkout.changeBilling }}
                onRejected={rejected}
                onBack={() => navigate(CHECKOUT)}
              />
            </>
          ) : (
            <div className="script-only" inert={!isHere}>
              <ExpressCheckout items={items} onRejected={rejected}>
                <p className="my-4 text-center text-muted text-sm">{t('Or enter your details')}</p>
              </ExpressCheckout>
              <ShippingStep
                checkout={checkout}
                onChange={() => setProblem(null)}
                onDone={() => {
                  setChanges(null)
                  setProblem(null)
                  showToast(
                    t('Shipping information saved'),
                    t('Please complete your payment details to finalize your order.'),
                  )
                  return navigate(CHECKOUT_PAYMENT)
                }}
              />
            </div>
          )}
        </div>
        <aside
          aria-label={t('Order summary')}
          className="pinned sticky bottom-0 z-10 -mx-4 md:mx-0 lg:top-8 lg:bottom-auto"
        >
          <OrderSummary items={items} quote={quote} />
        </aside>
      </div>
    </>
  )
}

/** Returns why the payment can't be prepared, unless another quote is being fetched. */
function failureOf({ data, isFailed, isFetching }: ShownQuote): { title: string; message: string } | null {
  if (isFailed)
    return {
      title: t('Total not available'),
      message: t('We can’t load the total of your order right now. Please try again.'),
    }
  if (isFetching || data?.problem?.code !== 'taxes') return null
  return { title: t('Tax not calculated'), message: data.problem.message }
}

/** Progress indicator of the checkout. */
function CheckoutSteps({ isPaying }: { isPaying: boolean }) {
  return (
    <ol className="flex items-center gap-3 text-sm">
      <Step number={1} name="Shipping" isCurrent={!isPaying} isDone={isPaying} />
      <li aria-hidden="true" className="h-px w-10 bg-control" />
      <Step number={2} name="Payment" isCurrent={isPaying} isDone={false} />
    </ol>
  )
}

function Step({
  number,
  name,
  isCurrent,
  isDone,
}: {
  number: number
  name: string
  isCurrent: boolean
  isDone: boolean
}) {
  const look = isCurrent || isDone ? 'border-ink bg-ink text-paper' : 'border-control text-muted'
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className="flex items-center gap-2">
      <span
        aria-hidden="true"
        className={`inline-flex size-7 items-center justify-center rounded-full border tabular-nums ${look}`}
      >
        {isDone ? <CheckIcon className="size-4" /> : number}
      </span>
      <span className={isCurrent ? 'font-medium' : 'text-muted'}>
        {name}
        {isDone && <span className="sr-only">{t(' (done)')}</span>}
      </span>
    </li>
  )
}
