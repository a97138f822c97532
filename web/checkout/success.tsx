import { useEffect, useRef } from 'react'
import { useUser } from '../accounts/queries.ts'
import { useClearCart } from '../cart/change-cart.ts'
import { HOME, ORDER_TRACKING, ORDERS, trackingAddress } from '../platform/addresses.ts'
import { ButtonLink } from '../ui/button.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import { forgetCheckout } from './forget.ts'
import { isFirstLook } from './kept.ts'

type PaidOrder = { orderId: string; email: string | null; clientSecret: string }

/** 'Order Successful!' (spec section 2). The cart is cleared when it is first shown. */
export function Success({ order }: { order: PaidOrder | null }) {
  const { user } = useUser()
  useClearedCart(order)
  const orders = user ? ORDERS : order?.email ? trackingAddress(order.orderId, order.email) : ORDER_TRACKING
  return (
    <>
      <span className="inline-flex size-16 items-center justify-center rounded-full bg-accent text-paper">
        <CheckIcon className="size-8" />
      </span>
      <h1 className="mt-6 text-4xl">Order Successful!</h1>
      <p className="mt-4 text-lg">
        Thank you for your purchase. Your payment has been processed successfully.
      </p>
      {order && (
        <p className="mt-4">
          Order ID <strong className="tabular-nums">{order.orderId}</strong>
        </p>
      )}
      <p className="mt-4 text-muted">
        A confirmation email is on its way{order?.email ? ` to ${order.email}` : ''}. Products ship within 1-2
        business days.
      </p>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:justify-center">
        <ButtonLink to={HOME}>Continue Shopping</ButtonLink>
        <ButtonLink look="outline" to={orders}>
          View Orders
        </ButtonLink>
      </div>
    </>
  )
}

function useClearedCart(order: PaidOrder | null) {
  const { mutate: clear } = useClearCart()
  const clientSecret = order?.clientSecret ?? null
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    if (clientSecret !== null && !isFirstLook(clientSecret)) return
    forgetCheckout()
    clear()
  }, [clientSecret, clear])
}
