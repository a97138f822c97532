import { formatCents } from '#contract/money.ts'
import { type OrderLetterData, trackingButton } from '../orders/letters.ts'
import { layOutLetter } from '../platform/mail/layout.ts'

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
