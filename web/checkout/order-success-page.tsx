import { useEffect, useRef } from 'react'
import { countryName } from '#contract/checkout/rules.ts'
import { t } from '#contract/language/language.ts'
import { deliveryRows, isPickedUp } from '#contract/orders/delivery.ts'
import { useUser } from '../accounts/queries.ts'
import { useClearCart } from '../cart/change-cart.ts'
import { OrderItems } from '../orders/order-body.tsx'
import { type TrackedOrder, trackedQuery } from '../orders/queries.ts'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { readToken } from '../platform/auth-token.ts'
import { useFormats } from '../platform/formats.ts'
import { Head } from '../platform/head.tsx'
import { authForm, HOME, ORDER_TRACKING, ORDERS, trackingAddress } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useParameters, useShown } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { useLook } from '../settings/shop-info.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { Picture } from '../ui/picture.tsx'
import { Trans } from '../ui/trans.tsx'
import { useHasScript } from '../ui/use-has-script.ts'
import { isFirstView } from './checkout-storage.ts'
import { clearCheckout } from './clear-checkout.ts'
import { outcomeQuery } from './queries.ts'
import { Actions, UnpaidOutcome } from './unpaid-outcome.tsx'

/** /order-success: the page that the payment provider redirects to. The server determines the outcome. */
export function OrderSuccessPage() {
  const parameters = useParameters()
  const clientSecret = parameters.get('payment_intent_client_secret')
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-16 text-center md:px-8 md:py-24">
      <Head page="Your order" isPrivate />
      {clientSecret ? <Outcome clientSecret={clientSecret} /> : <Success order={null} />}
    </div>
  )
}

/**
 * The server rendered the outcome for no particular visitor. The browser, which has the cart's cookie, requests it
 * again and gets more.
 */
export type RenderedOutcome = { seen: ResponseOf<'POST /api/payment-outcome'> | null } | null

function Outcome({ clientSecret }: { clientSecret: string }) {
  const rendered = useShown()?.data as RenderedOutcome
  const outcome = useQuery({
    ...outcomeQuery(useApi(), clientSecret),
    placeholderData: rendered?.seen ?? undefined,
  })
  if (outcome.isPending && !rendered) return <Spinner>{t('Checking your payment...')}</Spinner>
  if (outcome.data?.outcome === 'paid') return <Success order={{ ...outcome.data, clientSecret }} />
  return <UnpaidOutcome outcome={outcome.data?.outcome ?? null} onRetry={() => void outcome.refetch()} />
}

type PaidOrder = { orderId: string; email: string | null; clientSecret: string }

/** 'Order Successful!' (spec section 2). The cart is cleared when this is first shown. */
function Success({ order }: { order: PaidOrder | null }) {
  const { user, isChecking } = useUser()
  const hasScript = useHasScript()
  useClearedCart(order)
  // A stored token counts until it has been checked, so a quick click also leads to the orders.
  const isCustomer = user !== null || (isChecking && hasScript && readToken() !== null)
  const orders = isCustomer
    ? ORDERS
    : order?.email
      ? trackingAddress(order.orderId, order.email)
      : ORDER_TRACKING
  const proof = order?.email ? { orderId: order.orderId, email: order.email } : null
  const look = useLook()
  const { data: tracked } = useQuery({
    ...trackedQuery(useApi(), proof ?? { orderId: '', email: '' }),
    enabled: proof !== null,
  })
  const isPickup = tracked?.order ? isPickedUp(tracked.order) : false
  const picture = tracked?.order?.items[0]
  return (
    <>
      {proof && (
        <div className="mx-auto aspect-square w-48 overflow-hidden rounded-card bg-hairline">
          {picture?.product.image && (
            <Picture
              url={picture.variant?.image ?? picture.product.image}
              alt=""
              width={null}
              height={null}
              sizes="192px"
              className="photo size-full object-cover"
            />
          )}
        </div>
      )}
      <h1 className="mt-8 type-heading">{t('Order Successful!')}</h1>
      <p className="mt-4 text-lg">
        {t('Thank you for your purchase. Your payment has been processed successfully.')}
      </p>
      {order && (
        <p className="mt-4">
          <Trans
            text={'Order ID <strong>{orderId}</strong>'}
            values={{ orderId: order.orderId }}
            parts={{ strong: <strong className="tabular-nums" /> }}
          />
        </p>
      )}
      <p className="mt-4 text-muted">
        A confirmation email is on its way{order?.email ? t(' to {email}', { email: order.email }) : ''}.{' '}
        {isPickup ? (
          'We’ll email you when it’s ready for pickup.'
        ) : (
          <>Products ship within {look?.shipsWithin ?? t('1-2 business days')}.</>
        )}
      </p>
      <Actions more={orders} moreLabel={t('View Orders')}>
        <ButtonLink to={HOME}>{t('Continue Shopping')}</ButtonLink>
      </Actions>
      {tracked?.order && <Bought order={tracked.order} />}
      {proof && !isCustomer && (
        <p className="mt-8 text-muted">
          <Trans
            text="<link>Create an account</link> with this email address to see all your orders in one place."
            parts={{
              link: <Link className="text-ink underline underline-offset-4" to={authForm('register')} />,
            }}
          />
        </p>
      )}
    </>
  )
}

/** The items, the destination, and the expected delivery. */
function Bought({ order }: { order: TrackedOrder }) {
  const { city, state, country } = order.shipsTo
  const facts = [
    ...(isPickedUp(order)
      ? []
      : [{ label: t('Ships to'), value: [city, state, countryName(country)].filter(Boolean).join(', ') }]),
    ...deliveryRows(order, useFormats()),
  ]
  return (
    <section aria-label={t('Your order')} className="mt-near border-hairline border-t pt-6 text-left">
      <OrderItems order={order} />
      <dl className="mt-6 grid gap-x-6 gap-y-3 border-hairline border-t pt-6 sm:grid-cols-2">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function useClearedCart(order: PaidOrder | null) {
  const { mutate: clear } = useClearCart()
  const clientSecret = order?.clientSecret ?? null
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    if (clientSecret !== null && !isFirstView(clientSecret)) return
    clearCheckout()
    clear()
  }, [clientSecret, clear])
}
