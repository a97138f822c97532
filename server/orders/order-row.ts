import { addressLines } from '#contract/addresses/rules.ts'
import { type LineVariant, lineName } from '#contract/catalog/variants.ts'
import { KnownAddress, VatNumber } from '#contract/checkout/shipping.ts'
import { type Currency, centsToWire } from '#contract/money.ts'
import type { Order, OwnOrder, Refund, Return, ShippingMethod, TrackedOrder } from '#contract/orders/api.ts'
import type { OrderStatus } from '#contract/orders/rules.ts'
import { RETURN_DAYS } from '#contract/policies.ts'
import { orderAmounts } from '#contract/pricing/order-amounts.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import { type ReturnStatus, returnDeadline } from '#contract/returns/rules.ts'
import { withLines } from '../addresses/address-formats.ts'
import { type QuoteRow, toQuote } from './stored-quote.ts'

export type ItemJson = {
  id: number
  productId: number
  variantId: number
  quantity: number
  priceCents: number
  name: string
  image: string
  /** Null if the product had no options. */
  sku: string | null
  variant: LineVariant | null
  /** Null if the product had no content. */
  unitPrice: { cents: number; per: string } | null
  refunded: number
  /** Units in returns that weren't declined, and units refunded without a return. */
  returned: number
}
export type TransitionJson = { status: OrderStatus; at: string }
export type ReturnJson = {
  id: number
  status: ReturnStatus
  isWithdrawal: boolean
  withdrawnBy: string | null
  reason: string | null
  answer: string | null
  refundCents: number | null
  requestedAt: string
  settledAt: string | null
  lines: { itemId: number; quantity: number }[]
}
export type RefundJson = { id: number; cents: number; isDone: boolean; at: string }

/** An order as selected in queries.ts. */
export type Row = {
  id: string
  status: string
  first_name: string
  last_name: string
  email: string
  phone: string
  company: string | null
  return_days: number
  address: string
  address2: string | null
  city: string
  state: string
  zip_code: string
  country: string
  billing_address: unknown
  vat_number: unknown
  carrier: string | null
  tracking_number: string | null
  claimed_by_number: boolean
  created_at: Date
  intent_id: string | null
  items: ItemJson[]
  moves: TransitionJson[]
  returns: ReturnJson[] | null
  refunds: RefundJson[] | null
  /** The shop's, if the order has a return that wasn't declined. */
  return_address: string | null
} & QuoteRow

export function toOrder(row: Row): Order {
  const { first_name, last_name, company, address, address2, city, state, zip_code, country } = row
  const shippingAddress = {
    firstName: first_name,
    lastName: last_name,
    ...(company && { company }),
    address,
    ...(address2 && { address2 }),
    city,
    state,
    zipCode: zip_code,
    country,
  }
  const billingAddress = KnownAddress.nullable().parse(row.billing_address)
  return {
    ...common(row),
    shippingAddress: withLines(shippingAddress),
    billingAddress: billingAddress && withLines(billingAddress),
    vatNumber: VatNumber.nullable().parse(row.vat_number),
    contactEmail: row.email,
    contactPhone: row.phone,
    paymentIntentId: row.intent_id,
  }
}

/** An order claimed by its number shows only what the tracking page shows. */
export function toOwnOrder(row: Row): OwnOrder {
  if (!row.claimed_by_number) return toOrder(row)
  const { shipsTo, ...order } = toTrackedOrder(row)
  return {
    ...order,
    shippingAddress: shipsTo,
    billingAddress: null,
    vatNumber: null,
    contactPhone: null,
    paymentIntentId: null,
  }
}

export function toTrackedOrder(row: Row): TrackedOrder {
  return {
    ...common(row),
    contactEmail: row.email,
    shipsTo: { city: row.city, state: row.state, country: row.country },
  }
}

function common(row: Row) {
  const { items, moves: transitions } = row
  const quote = toQuote(row)
  const { currency } = quote
  // Before the order ships, there is nothing to send back.
  const isSent = row.status === 'shipped' || row.status === 'delivered'
  return {
    id: row.id,
    ...(isSent && row.return_address && { returnAddress: row.return_address }),
    createdAt: row.created_at.toISOString(),
    status: row.status as OrderStatus,
    ...orderAmounts(quote),
    shippingMethod: shippingMethodOf(quote),
    items: items.map(
      ({
        id,
        productId,
        quantity,
        priceCents,
        unitPrice,
        name,
        image,
        refunded,
        returned,
        sku,
        variant,
      }) => ({
        id,
        productId,
        sku,
        quantity,
        price: centsToWire(priceCents, currency),
        unitPrice: unitPrice
          ? { price: centsToWire(unitPrice.cents, currency), per: unitPrice.per }
          : undefined,
        product: { name, image },
        variant: variant ?? undefined,
        refunded,
        returnable: Math.max(0, quantity - returned),
      }),
    ),
    statusHistory: transitions.map(({ status, at }) => ({ status, at: time(at) })),
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    returns: (row.returns ?? []).map((one) =>
      toReturn(
        one,
        items.map(({ id, name, variant }) => ({ id, name: lineName(name, variant) })),
        currency,
      ),
    ),
    ...(row.return_days !== RETURN_DAYS && { returnDays: row.return_days }),
    returnUntil: returnUntil(transitions, row.return_days),
    refunds: (row.refunds ?? []).map((one) => toRefund(one, currency)),
  }
}

export function shippingMethodOf({ shipping: { name, delivery } }: Quote): ShippingMethod | null {
  if (!delivery) return null
  const { days, address } = delivery
  return { name, days, pickupAddress: address && addressLines(address).join('\n') }
}

export function toReturn(
  { lines, refundCents, requestedAt, settledAt, isWithdrawal, withdrawnBy, ...rest }: ReturnJson,
  items: { id: number; name: string }[],
  currency: Currency,
): Return {
  return {
    ...rest,
    ...(isWithdrawal && { isWithdrawal }),
    ...(withdrawnBy !== null && { withdrawnBy }),
    items: lines.map(({ itemId, quantity }) => ({
      itemId,
      name: items.find(({ id }) => id === itemId)?.name ?? '',
      quantity,
    })),
    refund: refundCents === null ? null : centsToWire(refundCents, currency),
    requestedAt: time(requestedAt),
    settledAt: settledAt === null ? null : time(settledAt),
  }
}

function toRefund({ cents, at, ...rest }: RefundJson, currency: Currency): Refund {
  return { ...rest, amount: centsToWire(cents, currency), at: time(at) }
}

function returnUntil(transitions: TransitionJson[], days: number): string | null {
  const delivered = transitions.find(({ status }) => status === 'delivered')
  return delivered ? returnDeadline(new Date(delivered.at), days).toISOString() : null
}

/** Converts times from PostgreSQL's JSON format to ISO 8601. */
const time = (at: string) => new Date(at).toISOString()
