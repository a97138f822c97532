import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { EmailStatus } from '../accounts/email-status.tsx'
import { useUser } from '../accounts/queries.ts'
import { HOME, ORDERS, PROFILE } from '../platform/addresses.ts'
import { useApi } from '../platform/api-context.ts'
import { Head } from '../platform/head.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { ChevronLeftIcon } from '../ui/page-icons.tsx'
import { LoadingText, Skeleton } from '../ui/skeleton.tsx'
import { OrderList } from './order-list.tsx'
import { type Order, ordersQuery } from './queries.ts'
import { historyLook } from './status.ts'

/** /orders (spec section 2): what one has bought, the newest first. */
export function OrdersPage() {
  const { data: orders, isPending, isError, refetch } = useQuery(ordersQuery(useApi()))
  return (
    <div className="mx-auto w-full max-w-[1280px] px-4 py-10 md:px-8">
      <Head page="Orders" isPrivate />
      <ButtonLink look="quiet" className="-ml-3 px-3!" to={PROFILE}>
        <ChevronLeftIcon className="size-4" />
        Back to Profile
      </ButtonLink>
      {isPending && <Loading />}
      {isError && (
        <>
          <h1 className="mt-2 text-4xl">Your Orders</h1>
          <div role="alert" className="mt-10">
            <p>Failed to load orders. Please try again later.</p>
            <Button look="outline" className="mt-4" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        </>
      )}
      {!isError && orders && <Found orders={orders} />}
    </div>
  )
}

function Loading() {
  return (
    <>
      <h1 className="mt-2 text-4xl">Your Orders</h1>
      <LoadingText>Loading your orders...</LoadingText>
      <div className="mt-10 space-y-3">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-16 w-full max-md:h-44" />
        ))}
      </div>
    </>
  )
}

function Found({ orders }: { orders: Order[] }) {
  const [search, setSearch] = useState('')
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const found = orders.filter((order) => matches(order, search))
  return (
    <>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-4xl">Your Orders</h1>
        {orders.length > 0 && (
          <div className="w-full sm:w-72">
            <Field
              label="Search your orders"
              type="search"
              placeholder="Order ID, product or status"
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
          None of your orders has “{search.trim()}”.
        </p>
      )}
      {found.length > 0 && <OrderList orders={found} page={Number(parameters.get('page') ?? 1)} />}
    </>
  )
}

/** Orders of a guest join an account when its address is verified (contract section 4): whoever misses them is told. */
function NoOrders() {
  const { user } = useUser()
  return (
    <>
      <div className="mt-10 rounded-card border border-hairline bg-surface px-4 py-16 text-center">
        <p className="text-lg">You have no orders yet.</p>
        <p className="mt-1 text-muted">What you buy while you are signed in stands here.</p>
        <ButtonLink className="mt-6" to={HOME}>
          Explore Products
        </ButtonLink>
      </div>
      {user && !user.emailVerified && (
        <section aria-label="Orders as a guest" className="mt-6 space-y-3">
          <p>
            Did you order as a guest? Those orders stand here as soon as you have verified your email address.
          </p>
          <EmailStatus user={user} />
        </section>
      )}
    </>
  )
}

function matches({ id, status, items }: Order, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return [id, historyLook(status).label, ...items.map(({ product }) => product.name)].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}
