import { formatCents } from '#contract/money.ts'
import { type OrderLetterData, trackingButton } from '../orders/letters.ts'
import { layOutLetter } from '../platform/mail/layout.ts'

/** To the store owner. @param problem what the provider answered */
export function rejectedKeyLetter({
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

export function refundLetter({
  shopName,
  publicUrl,
  order,
  amountCents,
}: OrderLetterData & { amountCents: number }) {
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
