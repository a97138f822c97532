import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { type LetterParts, layOutLetter } from '../platform/mail/layout.ts'
import type { LetterKind } from './jobs.ts'

export type OrderLetterData = { shopName: string; publicUrl: string; order: Order }

/** To the customer, or to the shop's owner for 'new-order'. */
export function orderLetter(kind: LetterKind, { shopName, publicUrl, order }: OrderLetterData) {
  const name = order.shippingAddress.firstName
  const track = { label: 'Track your order', address: trackingAddress(publicUrl, order) }
  const parts: Record<LetterKind, Omit<LetterParts, 'shopName'>> = {
    placed: {
      subject: `Your order ${order.id} at ${shopName}`,
      paragraphs: [
        `Thank you for your order, ${name}. We have received your payment.`,
        `Order number: ${order.id}`,
      ],
      rows: rowsOf(order),
      closing: [`We ship to:\n${addressOf(order)}`, 'Orders are sent within 1-2 business days.'],
      button: track,
    },
    'new-order': {
      subject: `New order ${order.id}: ${formatMoney(order.totalAmount)}`,
      paragraphs: [
        `${name} ${order.shippingAddress.lastName} (${order.contactEmail}) has paid for order ${order.id}.`,
      ],
      rows: rowsOf(order),
      closing: [`Ship to:\n${addressOf(order)}`],
      button: { label: 'Open the orders', address: `${publicUrl}/admin` },
    },
    cancelled: {
      subject: `Your order ${order.id} was cancelled`,
      paragraphs: [
        `Your order ${order.id} at ${shopName} was cancelled.`,
        `The full amount of ${formatMoney(order.totalAmount)} goes back to the card that paid for it. Banks take up to ten days to show it.`,
      ],
      rows: rowsOf(order),
      button: track,
    },
    'sold-out': {
      subject: `We could not fulfil your order ${order.id}`,
      paragraphs: [
        `We are sorry, ${name}. Your payment for order ${order.id} arrived after its time to pay had run out, and somebody else has bought what was left.`,
        `The full amount of ${formatMoney(order.totalAmount)} goes back to the card that paid for it. Banks take up to ten days to show it.`,
      ],
      rows: rowsOf(order),
      button: track,
    },
  }
  return layOutLetter({ shopName, ...parts[kind] })
}

/** The tracking page, filled in. */
function trackingAddress(publicUrl: string, { id, contactEmail }: Order): string {
  return `${publicUrl}/order-tracking?${new URLSearchParams({ orderId: id, email: contactEmail })}`
}

function rowsOf({ items, subtotal, shippingCost, totalAmount }: Order) {
  return [
    ...items.map(({ quantity, price, product }) => ({
      label: `${quantity} × ${product.name}`,
      value: quantity === 1 ? formatMoney(price) : `${formatMoney(price)} each`,
    })),
    { label: 'Subtotal', value: formatMoney(subtotal) },
    { label: 'Shipping', value: Number(shippingCost) === 0 ? 'Free' : formatMoney(shippingCost) },
    { label: 'Total', value: formatMoney(totalAmount) },
  ]
}

function addressOf({ shippingAddress: to }: Order): string {
  return [
    `${to.firstName} ${to.lastName}`,
    to.address,
    `${to.city}, ${to.state} ${to.zipCode}`,
    to.country,
  ].join('\n')
}
