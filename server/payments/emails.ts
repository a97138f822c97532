import { formatCents } from '#contract/money.ts'
import { type OrderEmailData, trackingButton } from '../orders/emails.ts'
import { layOutLetter } from '../platform/mail/layout.ts'
import type { Dispute } from './dispute-queries.ts'

type OwnerEmailData = Omit<OrderEmailData, 'order'> & { orderId: string }

/** To the store owner. */
export function disputeEmail({
  shopName,
  publicUrl,
  orderId,
  dispute: { id, amountCents, reason, dueBy },
}: OwnerEmailData & { dispute: Dispute }) {
  const deadline =
    dueBy &&
    `${dueBy.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
  return layOutLetter({
    shopName,
    subject: deadline
      ? `Order ${orderId} is disputed: respond by ${deadline}`
      : `Order ${orderId} is disputed`,
    paragraphs: [
      `The customer of order ${orderId} disputes ${formatCents(amountCents)} with their bank. Reason: ${reason.replaceAll('_', ' ')}.`,
      deadline
        ? `Without evidence by ${deadline}, the dispute is lost. The shop has collected what it knows about the order; review it and submit it.`
        : 'The bank doesn’t ask for evidence.',
    ],
    button: {
      label: 'Review the evidence',
      address: `${publicUrl}/admin?${new URLSearchParams({ tab: 'orders', edit: orderId, evidence: id })}`,
    },
  })
}

/** To the store owner. */
export function fraudWarningEmail({ shopName, publicUrl, orderId }: OwnerEmailData) {
  return layOutLetter({
    shopName,
    subject: `The card issuer suspects fraud in order ${orderId}`,
    paragraphs: [
      `The issuer of the card that paid for order ${orderId} suspects fraud. Such a warning often becomes a dispute.`,
      'If the order hasn’t shipped, it is held for review. Refunding it now usually avoids a dispute and its fee.',
    ],
    button: {
      label: 'Open the order',
      address: `${publicUrl}/admin?${new URLSearchParams({ tab: 'orders', edit: orderId })}`,
    },
  })
}

/** To the store owner. @param problem what the provider answered */
export function rejectedKeyEmail({
  shopName,
  provider,
  problem,
}: {
  shopName: string
  provider: string
  problem: string
}) {
  return layOutLetter({
    shopName,
    subject: `${provider} rejects the API key of ${shopName}`,
    paragraphs: [
      `${provider} answered: “${problem}”`,
      'Until this is fixed, shoppers can’t pay, and refunds wait. No refund is lost: they are sent as soon as the key works.',
      'Check that STRIPE_SECRET_KEY is current, and that a restricted key has the permissions listed under “Payments” in docs/operations.md.',
    ],
  })
}

export function refundEmail({
  shopName,
  publicUrl,
  order,
  amountCents,
}: OrderEmailData & { amountCents: number }) {
  const amount = formatCents(amountCents)
  return layOutLetter({
    shopName,
    subject: `We have refunded ${amount} for your order ${order.id}`,
    paragraphs: [
      `We have sent ${amount} back to the card that paid for order ${order.id}.`,
      'Banks take up to ten days to show it.',
    ],
    button: trackingButton(publicUrl, order),
  })
}
