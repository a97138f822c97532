import { formatMoney } from '#contract/money.ts'
import type { Return } from '#contract/orders/parts.ts'
import { adminButton, customerLabel, type OrderEmailData, trackingButton } from '../orders/emails.ts'
import { type LetterParts, layOutLetter } from '../platform/mail/layout.ts'
import type { ReturnEmailKind } from './jobs.ts'

type ReturnEmailData = OrderEmailData & { asked: Return }

export function returnEmail(kind: ReturnEmailKind, data: ReturnEmailData) {
  return layOutLetter({ shopName: data.shopName, ...LETTERS[kind](data) })
}

const LETTERS: Record<ReturnEmailKind, (data: ReturnEmailData) => Omit<LetterParts, 'shopName'>> = {
  // The law wants what was withdrawn from, and when, on a lasting medium (Directive 2011/83/EU, article 11a).
  requested: ({ shopName, publicUrl, order, asked }) => ({
    subject: `We have received your return for order ${order.id}`,
    paragraphs: [
      `You have withdrawn from the contract for a part or all of order ${order.id} at ${shopName}. We received this on ${momentOf(asked.requestedAt)}.`,
      itemsOf(asked),
    ],
    closing: [
      ...(asked.reason ? [`Your reason:\n${asked.reason}`] : []),
      'We write to you soon with the address to send it to. Once it has arrived, we refund you to the card that you paid with.',
    ],
    button: trackingButton(publicUrl, order),
  }),
  notice: ({ publicUrl, order, asked }) => ({
    subject: `Return for order ${order.id}`,
    paragraphs: [
      `${customerLabel(order)} wants to return something of order ${order.id}. Please write where to send it, and settle the return once it is there.`,
      itemsOf(asked),
    ],
    closing: asked.reason ? [`The reason:\n${asked.reason}`] : [],
    button: adminButton(publicUrl),
  }),
  accepted: ({ publicUrl, order, asked }) => ({
    subject: `Your return for order ${order.id} was accepted`,
    paragraphs: [
      `We have accepted your return for order ${order.id}.`,
      itemsOf(asked),
      ...(Number(asked.refund) > 0
        ? [`${formatMoney(asked.refund ?? '')} goes back to the card that paid for it.`]
        : []),
    ],
    button: trackingButton(publicUrl, order),
  }),
  refused: ({ publicUrl, order, asked }) => ({
    subject: `About your return for order ${order.id}`,
    paragraphs: [
      `We could not accept your return for order ${order.id}.`,
      itemsOf(asked),
      `The reason:\n${asked.answer}`,
    ],
    closing: ['If you see it differently, please reply to this email or contact us.'],
    button: trackingButton(publicUrl, order),
  }),
}

const itemsOf = ({ items }: Return) => items.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n')

const momentOf = (at: string) =>
  `${new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
