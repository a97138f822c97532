import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Money } from '../text.ts'
import * as rules from './rules.ts'
import { VatNumber } from './shipping.ts'

const part = (max: number) => z.string().max(max).optional()

/** An address as far as it is known, by the shop's country code. */
export const QuotePlace = z.object({
  country: z.string().max(2),
  state: part(rules.STATE_MAX),
  zipCode: part(rules.ZIP_CODE_MAX),
  city: part(rules.CITY_MAX),
  address: part(rules.ADDRESS_MAX),
  address2: part(rules.ADDRESS_MAX),
  /** True if the postal code may be only the first part, which a wallet shares before the payment. */
  isPartial: z.boolean().optional(),
})
export type QuotePlace = z.output<typeof QuotePlace>

/** A way to deliver the cart, and its cost before taxes that are added. */
const QuotedMethod = z.object({
  id: z.string(),
  name: z.string(),
  cost: Money,
  /** Business days until the delivery, or null if unknown. */
  days: z.object({ from: z.int().nonnegative(), to: z.int().nonnegative() }).nullable(),
  /** Where the order is picked up, in one line, or null if it is sent. */
  pickupAddress: z.string().nullable(),
})
export type QuotedMethod = z.infer<typeof QuotedMethod>

/**
 * 'not_shipped': the shop doesn't ship the cart there. 'region': the region decides the price and isn't known. 'vat_number':
 * it is invalid. 'taxes': the payment provider can't calculate them.
 */
const QuoteProblem = z.object({
  code: z.enum(['not_shipped', 'region', 'vat_number', 'taxes']),
  /** The field that the message is about, or null. */
  field: z.enum(['country', 'state', 'zipCode', 'vatNumber']).nullable(),
  message: z.string(),
})
export type QuoteProblem = z.infer<typeof QuoteProblem>

/** The cost of a cart, and the ways to deliver it. */
export const CartQuote = z.object({
  /** The lines that the quote is for, at current prices. */
  lines: z.array(
    z.object({
      productId: z.int().positive(),
      /** Only for a product with options. */
      variantId: z.int().positive().optional(),
      quantity: z.int().positive(),
      price: Money,
    }),
  ),
  /** Without a problem, `total` is what a checkout with the same data charges. */
  amounts: z.object({
    currency: z.string(),
    subtotal: Money,
    shipping: Money,
    /** The taxes that are added to prices and shipping. */
    tax: Money,
    total: Money,
  }),
  /** The amount that is missing to the shop's minimum order. Omitted if the items reach it. Until then, a checkout is rejected. */
  missing: Money.optional(),
  taxes: z.array(z.object({ name: z.string(), rate: z.string(), amount: Money, isIncluded: z.boolean() })),
  /** The amounts as pages show them, from the subtotal to the total. */
  rows: z.array(z.object({ label: z.string(), value: z.string(), isTotal: z.boolean().optional() })),
  /** True if the destination isn't known, or the shop doesn't ship the cart there: shipping then costs as in the first zone. */
  isEstimate: z.boolean(),
  /** True until the address is complete, if the payment provider calculates the taxes. */
  isUntaxed: z.boolean(),
  /** The methods at the destination in the store owner's order, or only the estimated one. */
  methods: z.array(QuotedMethod).min(1),
  /** The method that the amounts are for: the chosen one if it is offered, otherwise the cheapest delivery. */
  methodId: z.string(),
  /** Whether a business at the destination can give its VAT number. */
  asksVatNumber: z.boolean(),
  /** The VAT number, once it is checked. */
  vatNumber: VatNumber.pick({
    id: true,
    country: true,
    state: true,
    isAccepted: true,
    name: true,
  }).nullable(),
  problem: QuoteProblem.nullable(),
})
export type CartQuote = z.infer<typeof CartQuote>

/** POST, because an address must not be in one of our URLs. */
export const quoteCart = endpoint({
  method: 'POST',
  path: '/api/quote',
  access: 'anyone',
  isQuiet: true,
  summary:
    "What your cart costs at a destination: its amounts as rows, its shipping methods, and why it can't be ordered. VAT numbers are checked, and the payment provider calculates taxes, only for a complete address.",
  input: z.object({
    /** Omitted if unknown. */
    place: QuotePlace.optional(),
    /** The chosen shipping method. */
    methodId: z.string().max(100).optional(),
    /** A business customer's VAT number. Ignored if the shop isn't registered for VAT in the EU. */
    vatNumber: z.string().trim().max(30).optional(),
  }),
  response: CartQuote,
})

export const quoteEndpoints = [quoteCart] as const
