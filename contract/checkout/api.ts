import { z } from 'zod'
import { QUANTITY_MAX } from '../cart/rules.ts'
import { endpoint } from '../http.ts'
import { MoneyInput } from '../money-schema.ts'
import { RowId } from '../text.ts'
import { BillingInfo, KnownAddress, KnownShippingInfo, ShippingInfo } from './shipping.ts'

/** A cart item as the shopper saw it; what else comes with it is not looked at. */
export const SeenItem = z.object({
  productId: RowId,
  quantity: z.int().min(1).max(QUANTITY_MAX),
  product: z.object({ price: MoneyInput }),
})
export type SeenItem = z.output<typeof SeenItem>

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/api/create-payment-intent',
  access: 'anyone',
  summary:
    "Place the session's cart as a pending order, hold its stock and open its payment; asking again gives the same. 409 'cart_changed' with a quote when items or amount (subtotal or total) are not today's.",
  input: z.object({
    items: z.array(SeenItem).max(1000),
    amount: MoneyInput,
    shippingInfo: ShippingInfo,
    /** Null or left out: the same as the shipping address. */
    billingInfo: BillingInfo.nullable().default(null),
  }),
  answer: z.object({
    clientSecret: z.string(),
    orderId: z.string(),
    // No other key may ever reach a browser.
    publishableKey: z.string().startsWith('pk_'),
  }),
})

export const getCheckout = endpoint({
  method: 'GET',
  path: '/api/checkout',
  access: 'anyone',
  summary:
    "What the shipping form begins with: that of the cart's open order, else what is known of the user. The billing address only if it is that of the open order.",
  input: z.object({}),
  answer: z.object({ shippingInfo: KnownShippingInfo.partial(), billingInfo: KnownAddress.nullable() }),
})

/**
 * 'action': the buyer must still do something, such as confirm at the bank. 'failed' can be tried again with another card;
 * 'canceled' needs a new checkout.
 */
export const PaymentOutcome = z.enum(['paid', 'processing', 'action', 'failed', 'canceled', 'refunded'])
export type PaymentOutcome = z.infer<typeof PaymentOutcome>

/** POST, since a client secret must not stand in an address of ours. */
export const getPaymentOutcome = endpoint({
  method: 'POST',
  path: '/api/payment-outcome',
  access: 'anyone',
  ignoresToken: true,
  summary:
    "What became of the payment with this client secret, by the provider's word: for the page after the payment.",
  input: z.object({ clientSecret: z.string().min(1).max(300) }),
  answer: z.object({
    outcome: PaymentOutcome,
    orderId: z.string(),
    /** Null unless the order is of this session's cart or of this user. */
    email: z.string().nullable(),
  }),
})

export const checkoutEndpoints = [createPaymentIntent, getCheckout, getPaymentOutcome] as const
