import { z } from 'zod'
import { Money } from '../money-schema.ts'
import { RETURN_STATUSES } from '../returns/rules.ts'
import { Time } from '../text.ts'
import { ORDER_STATUSES } from './rules.ts'

export const OrderStatus = z.enum(ORDER_STATUSES)

/** Name, image, and price as they were at the time of purchase. */
export const OrderItem = z.object({
  id: z.int().positive(),
  productId: z.int().positive(),
  quantity: z.int().positive(),
  price: Money,
  product: z.object({ name: z.string(), image: z.string() }),
  /** Units that are in no return yet, or only in a declined one. */
  returnable: z.int().nonnegative(),
})
export type OrderItem = z.infer<typeof OrderItem>

/** A status change and its time. */
export const StatusChange = z.object({ status: OrderStatus, at: Time })

/** A return request. It never changes the order's status (contract section 4). */
export const Return = z.object({
  id: z.int().positive(),
  status: z.enum(RETURN_STATUSES),
  items: z.array(z.object({ itemId: z.int().positive(), name: z.string(), quantity: z.int().positive() })),
  /** The customer's reason. */
  reason: z.string().nullable(),
  /** Why it was declined. */
  answer: z.string().nullable(),
  /** The amount refunded if it was accepted. */
  refund: Money.nullable(),
  requestedAt: Time,
  settledAt: Time.nullable(),
})
export type Return = z.infer<typeof Return>

/** A refund. `isDone` is true once the provider has sent it, and `at` is then the time of that. */
export const Refund = z.object({ id: z.int().positive(), amount: Money, isDone: z.boolean(), at: Time })
export type Refund = z.infer<typeof Refund>
