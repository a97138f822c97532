import { z } from 'zod'
import { Money } from '../money-schema.ts'
import { RETURN_STATUSES } from '../returns/rules.ts'
import { Time } from '../text.ts'
import { ORDER_STATUSES } from './rules.ts'

export const OrderStatus = z.enum(ORDER_STATUSES)

/** Name, image and price as they were at the purchase. */
export const OrderItem = z.object({
  id: z.int().positive(),
  productId: z.int().positive(),
  quantity: z.int().positive(),
  price: Money,
  product: z.object({ name: z.string(), image: z.string() }),
  /** So many of it are in no return yet, or in a refused one. */
  returnable: z.int().nonnegative(),
})
export type OrderItem = z.infer<typeof OrderItem>

/** The order came to this status then. */
export const StatusChange = z.object({ status: OrderStatus, at: Time })

/** Somebody sends something back. It never changes the order's status (contract section 4). */
export const Return = z.object({
  id: z.int().positive(),
  status: z.enum(RETURN_STATUSES),
  items: z.array(z.object({ itemId: z.int().positive(), name: z.string(), quantity: z.int().positive() })),
  /** In the customer's words. */
  reason: z.string().nullable(),
  /** Why it was refused. */
  answer: z.string().nullable(),
  /** What an accepted one gives back. */
  refund: Money.nullable(),
  requestedAt: Time,
  settledAt: Time.nullable(),
})
export type Return = z.infer<typeof Return>

/** Money that goes back; `isDone` once the provider says that it has left, `at` then. */
export const Refund = z.object({ id: z.int().positive(), amount: Money, isDone: z.boolean(), at: Time })
export type Refund = z.infer<typeof Refund>
