import { useState } from 'react'
import { lineName } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { AccountLayout } from '../accounts/account-layout.tsx'
import { useUser } from '../accounts/queries.ts'
import { useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { HOME, ORDER_TRACKING, ORDERS, PROFILE } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useNavigate, useParameters } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LoadingText, Notice, Skeleton } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import { ChevronLeftIcon } from '../ui/page-icons.tsx'
import { Trans } from '../ui/trans.tsx'
import { OrderList } from './order-list.tsx'
import { type Order, ordersQuery, useRequestGuestOrders } from './queries.ts'
import { orderLook } from './status.tsx'

/** /orders (spec section 2): the user's orders, newest first. */
export function OrdersPage() {
  const { data: orders, isPending, isError, refetch } = useQuery(ordersQuery(useApi()))
  return (
    <AccountLayout>
      <Head page="Orders" isPrivate />
      <ButtonLink look="quiet" className="-ml-3 px-3!" to={PROFILE}>
        <ChevronLeftIcon className="size-4" />
        {t('Back to Profile')}
      </ButtonLink>
      {isPending && <Loading />}
      {isError && (
        <>
          <h1 className="mt-2 type-heading">{t('Your Orders')}</h1>
          <Notice role="alert">
            <p className="text-lg">{t('Failed to load orders. Please try again later.')}</p>
            <Button look="outline" className="mt-6" onClick={() => void refetch()}>
              {t('Try again')}
            </Button>
          </Notice>
        </>
      )}
      {!isError && orders && <Found orders={orders} />}
    </AccountLayout>
  )
}

function Loading() {
  return (
    <>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-4">
        <h1 className="type-heading">{t('Your Orders')}</h1>
        <Skeleton className="h-[4.5rem] w-full rounded-field! sm:w-72" />
      </div>
      <LoadingText>{t('Loading your orders...')}</LoadingText>
      <div className="mt-8 space-y-3">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-16 w-full max-md:h-44" />
        ))}
      </div>
    </>
  )
}

function Found({ orders }: { orders: Order[] }) {
  const [search, setSearch] = useState('')
  const parameters = useParameters()
  const navigate = useNavigate()
  const found = orders.filter((order) => matches(order, search))
  return (
    <>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-4">
        <h1 className="type-heading">{t('Your Orders')}</h1>
        {orders.length > 0 && (
          <div className="w-full sm:w-72">
            <Field
              label={t('Search your orders')}
              type="search"
              placeholder={t('Order ID, product, or status')}
              value={search}
              onChange={({ target }) => {
                setSearch(target.value)
                if (parameters.has('page')) void navigate(ORDERS, { replace: true, preventScrollReset: true })
              }}
            />
          </div>
        )}
      </div>
      {orders.length === 0 && <NoOrders />}
      {orders.length > 0 && found.length === 0 && (
        <p role="status" className="mt-10 text-muted">
          {t('No orders match “{trim}”.', { trim: search.trim() })}
        </p>
      )}
      {found.length > 0 && <OrderList orders={found} page={Number(parameters.get('page') ?? 1)} />}
      <GuestOrders />
    </>
  )
}

function NoOrders() {
  return (
    <Notice>
      <p className="text-lg">{t('No orders yet.')}</p>
      <p className="mt-1 text-muted">{t('Orders you place while signed in appear here.')}</p>
      <ButtonLink className="mt-6" to={HOME}>
        {t('Explore Products')}
      </ButtonLink>
    </Notice>
  )
}

/**
 * Guest orders are added to an account either through the inbox of their email address, or one by one by order ID
 * (contract section 10).
 */
function GuestOrders() {
  const { user } = useUser()
  const request = useRequestGuestOrders()
  if (!user) return null
  return (
    <section aria-label={t('Orders as a guest')} className="mt-10 border-hairline border-t pt-6">
      <h2 className="type-title">{t('Did you order as a guest?')}</h2>
      <p className="mt-2 max-w-2xl text-muted">
        <Trans
          text={
            'We can email a link to <b>{email}</b>. Open it while you’re signed in to add the orders placed with this address.'
          }
          values={{ email: user.email }}
          parts={{ b: <b className="wrap-anywhere font-medium text-ink" /> }}
        />
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button look="outline" isBusy={request.isPending} onClick={() => request.mutate()}>
          {t('Email me a link')}
        </Button>
        <Link className="inline-flex min-h-11 items-center underline underline-offset-4" to={ORDER_TRACKING}>
          {t('Add an order by its ID')}
        </Link>
      </div>
    </section>
  )
}

function matches(order: Order, search: string): boolean {
  const { id, items } = order
  const wanted = search.trim().toLowerCase()
  return [
    id,
    orderLook(order).label,
    ...items.map(({ product, variant }) => lineName(product.name, variant)),
  ].some((text) => text.toLowerCase().includes(wanted))
}
