import { z } from 'zod'
import { CART_ITEMS_MAX, QUANTITY_MAX } from '../cart/rules.ts'
import { endpoint } from '../http.ts'
import { Money, MoneyInput, RowId, Time } from '../text.ts'
import { KnownAddress, KnownShippingInfo, VatNumber } from './shipping.ts'

/**
 * One item of a cart at its current price. The price shown to the shopper is null if it wasn't shown, or if it was in
 * another currency.
 */
export const CheckedItem = z.object({
  productId: z.int().positive(),
  /** Only for a product with options. */
  variantId: z.int().positive().optional(),
  name: z.string(),
  price: Money.nullable(),
  quantity: z.int().nonnegative(),
  seenPrice: Money.nullable(),
  seenQuantity: z.int().nonnegative().nullable(),
  /** The quantity available if it is less than wanted, otherwise null. */
  left: z.int().nonnegative().nullable(),
})
export type CheckedItem = z.infer<typeof CheckedItem>

const cents = z.int().nonnegative()
/** Taxes of a line, of the shipping, or of a whole quote, in minor units: TaxAmount of contract/pricing. */
export const TaxAmounts = z.array(
  z.object({
    country: z.string(),
    region: z.string().nullable(),
    name: z.string(),
    ppm: z.int().nonnegative(),
    netCents: cents,
    cents,
  }),
)

export type TaxAmounts = z.infer<typeof TaxAmounts>

/** The taxes that a provider calculated, in minor units, in the format of contract/pricing. */
export const CalculatedTaxes = z.object({
  lines: z.array(z.object({ unit: z.int().positive(), cents, taxes: TaxAmounts })),
  shipping: z.object({ cents, taxes: TaxAmounts }),
})

/** A cart's current prices. */
export const CheckedCart = z.object({
  lines: z.array(CheckedItem),
  subtotal: Money,
  shipping: Money,
  /** The tax that is added to prices and shipping. */
  tax: Money,
  total: Money,
})
export type CheckedCart = z.infer<typeof CheckedCart>

/** A cart item as shown to the shopper. Other fields are ignored. */
export const SeenItem = z.object({
  productId: RowId,
  quantity: z.int().min(1).max(QUANTITY_MAX),
  product: z.object({ price: MoneyInput }),
  variant: z.object({ id: RowId }).nullish(),
})
export type SeenItem = z.output<typeof SeenItem>

/**
 * The fields of a full cart need 22 kB if every character is escaped. The rest is for carts that are sent as they were received,
 * with all fields of their products.
 */
const CHECKOUT_MAX_BYTES = 64 * 1024

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/api/create-payment-intent',
  access: 'anyone',
  summary:
    "Place the session's cart as a pending order, reserve its stock, and create its payment intent. A repeated request returns the same. 409 'cart_changed' with a quote if items, amount (subtotal or total), currency, or shipping method are outdated. 401 'not_signed_in' if the shop takes orders only from signed-in customers.",
  input: z.object({
    items: z.array(SeenItem).max(CART_ITEMS_MAX),
    amount: MoneyInput,
    /** The currency that the shopper saw. If it isn't the shop's anymore, the response is 409 'cart_changed'. */
    currency: z.string().max(10).optional(),
    /** Checked with the rules of the address's country and of the store owner (contract/checkout/shipping.ts). */
    shippingInfo: KnownShippingInfo.partial(),
    /** Null or omitted if the same as the shipping address. */
    billingInfo: KnownAddress.partial().nullable().default(null),
    /** The chosen shipping method. If omitted, the cheapest delivery to the address. */
    methodId: z.string().max(100).optional(),
    /** A business customer's VAT number. Ignored if the shop has no use for it, or doesn't ask for it. */
    vatId: z.string().trim().max(30).optional(),
  }),
  maxBytes: CHECKOUT_MAX_BYTES,
  response: z.object({
    clientSecret: z.string(),
    orderId: z.string(),
    // No other key may ever reach a browser.
    publishableKey: z.string().startsWith('pk_'),
  }),
})

/** POST, because a VAT number must not be in one of our URLs. */
export const checkVatNumber = endpoint({
  method: 'POST',
  path: '/api/checkout/vat-number',
  access: 'anyone',
  summary:
    "Check the VAT number of a business customer with VIES, for a session whose cart has items. 404 in a shop that isn't registered for VAT in the EU, or doesn't ask for the number, 400 for an invalid number. If VIES is unavailable, the number is unverified.",
  input: z.object({ vatId: z.string().trim().min(1).max(30) }),
  response: VatNumber.pick({ id: true, country: true, state: true, isAccepted: true, name: true }),
})

export const getCheckout = endpoint({
  method: 'GET',
  path: '/api/checkout',
  access: 'anyone',
  summary:
    "Initial values for the shipping form: from the cart's pending order, otherwise from the user's known data. The billing address comes only from the pending order.",
  input: z.object({}),
  response: z.object({
    shippingInfo: KnownShippingInfo.partial(),
    billingInfo: KnownAddress.nullable(),
    /** The pending order's shipping method, in a shop with zones. */
    methodId: z.string().optional(),
  }),
})

/**
 * 'action': the shopper must act, such as by confirming at the bank. 'failed' can be retried with another card;
 * 'canceled' needs a new checkout.
 */
export const PaymentOutcome = z.enum(['paid', 'processing', 'action', 'failed', 'canceled', 'refunded'])
export type PaymentOutcome = z.infer<typeof PaymentOutcome>

/** POST, since a client secret must not be in one of our URLs. */
export const getPaymentOutcome = endpoint({
  method: 'POST',
  path: '/api/payment-outcome',
  access: 'anyone',
  ignoresToken: true,
  summary:
    'The outcome of the payment with this client secret, according to the provider, for the page after the payment.',
  input: z.object({ clientSecret: z.string().min(1).max(300) }),
  response: z.object({
    outcome: PaymentOutcome,
    orderId: z.string(),
    /** Null unless the order belongs to this session's cart or user. */
    email: z.string().nullable(),
  }),
})

/** Whether the payment provider calculates the shop's taxes. */
const TaxProvider = z.object({
  name: z.string(),
  /**
   * 'unused': the shop doesn't use the provider's tax calculation. 'inactive': it is switched off there, or doesn't have
   * the address of the head office. 'unknown': the provider is unavailable or rejects the key.
   */
  setup: z.enum(['unused', 'active', 'inactive', 'unknown']),
  /** The end of the pause if shoppers caused far more calculations than the shop's orders need, otherwise null. */
  pausedUntil: Time.nullable(),
})

export const getTaxProvider = endpoint({
  method: 'GET',
  path: '/api/admin/tax-provider',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary:
    'Whether the payment provider calculates the taxes of the shop, if it uses that, or why not. At most ten seconds old.',
  input: z.object({}),
  response: TaxProvider,
})

export const checkoutEndpoints = [
  createPaymentIntent,
  checkVatNumber,
  getCheckout,
  getPaymentOutcome,
  getTaxProvider,
] as const
