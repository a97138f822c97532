import { formatMoment } from '#contract/dates.ts'
import { formatMoney } from '#contract/money.ts'
import type { Return } from '#contract/orders/api.ts'
import { isPickedUp } from '#contract/orders/delivery.ts'
import {
  adminButton,
  customerLabel,
  type OrderEmailData,
  orderValues,
  trackingButton,
} from '../orders/emails.ts'
import { findOrder } from '../orders/queries.ts'
import type { Db } from '../platform/db/database.ts'
import type { EmailParts } from '../platform/mail/layout.ts'
import { type MailConfig, queueEmail } from '../platform/mail/outbox.ts'
import { wordedEmail } from '../settings/email-words.ts'
import { renderBusinessEmail, supportAddress } from '../settings/sender.ts'
import { readSettings } from '../settings/settings.ts'

type ReturnEmailData = OrderEmailData & { returnRequest: Return }
export type ReturnEmailKind = keyof typeof EMAILS

/**
 * Queues emails about a return, one of each kind: 'notice' to the store owner, the others to the customer. Call it last
 * in the transaction that changes the return, because the emails show its current state.
 */
export async function queueReturnEmails(
  db: Db,
  mail: MailConfig,
  { id, orderId }: { id: number; orderId: string },
  kinds: ReturnEmailKind[],
): Promise<void> {
  const order = await findOrder(db, orderId)
  const returnRequest = order?.returns.find((one) => one.id === id)
  if (!order || !returnRequest) return
  const settings = await readSettings(db)
  for (const kind of kinds) {
    const to = kind === 'notice' ? supportAddress(settings, mail) : order.contactEmail
    const email = renderReturnEmail(kind, { settings, publicUrl: mail.publicUrl, order, returnRequest })
    await queueEmail(db, { to, ...email, orderId }, `order-${orderId}-return-${id}-${kind}`)
  }
}

export function renderReturnEmail(kind: ReturnEmailKind, data: ReturnEmailData) {
  return renderBusinessEmail(data.settings, EMAILS[kind](data))
}

const EMAILS = {
  requested: ({ settings, publicUrl, order, returnRequest }) => {
    const moment = formatMoment(new Date(returnRequest.requestedAt), settings)
    const closing = [
      ...(returnRequest.withdrawnBy ? [`Name: ${returnRequest.withdrawnBy}`] : []),
      // Not the reason: the address may be a stranger's, to whom the buyer could send any text.
      order.status === 'processing'
        ? `${isPickedUp(order) ? "You haven't picked up your order" : "Your order hasn't shipped"}, so you don't need to send anything back. We'll refund your original card.`
        : [
            settings.returnAddress === ''
              ? "We'll email you a return address soon."
              : `Send your items to:\n${settings.returnAddress}`,
            "Once your items arrive, we'll refund your original card.",
          ].join(settings.returnAddress === '' ? ' ' : '\n'),
    ]
    const values = orderValues(order)
    const items = itemsOf(returnRequest)
    const button = trackingButton(publicUrl, order)
    if (!returnRequest.isWithdrawal) {
      const texts = { ...values, 'date and time': moment }
      return wordedEmail(settings, 'return-requested', texts, { paragraphs: [items], closing, button })
    }
    // EU law requires the withdrawn items and the time on a durable medium (Directive 2011/83/EU, article 11a).
    const receipt = `We received your withdrawal from the contract for order ${order.id} at ${settings.shopName} (in full or in part) on ${moment}.`
    return wordedEmail(settings, 'withdrawal', values, { paragraphs: [receipt, items], closing, button })
  },
  notice: ({ settings, publicUrl, order, returnRequest }) => ({
    subject: `Return request for order ${order.id}`,
    paragraphs: [
      returnRequest.isWithdrawal
        ? `${customerLabel(order)} withdrew from the contract for order ${order.id}. You can't decline a withdrawal. ${
            order.status === 'processing'
              ? `Don't ${isPickedUp(order) ? 'hand over' : 'ship'} these items, and accept it.`
              : `${acceptTask(settings)} it when the items arrive.`
          }`
        : `${customerLabel(order)} requested a return for order ${order.id}. ${acceptTask(settings)} or decline it when the items arrive.`,
      itemsOf(returnRequest),
    ],
    closing: returnRequest.reason ? [`Reason:\n${returnRequest.reason}`] : [],
    button: adminButton(publicUrl, order),
  }),
  accepted: ({ settings, publicUrl, order, returnRequest }) =>
    wordedEmail(settings, 'return-accepted', orderValues(order), {
      paragraphs: [
        itemsOf(returnRequest),
        ...(returnRequest.refund !== null && Number(returnRequest.refund) > 0
          ? [`We're refunding ${formatMoney(returnRequest.refund, settings)} to your original card.`]
          : []),
      ],
      button: trackingButton(publicUrl, order),
    }),
  refused: ({ settings, publicUrl, order, returnRequest }) =>
    wordedEmail(settings, 'return-declined', orderValues(order), {
      paragraphs: [itemsOf(returnRequest), `Reason:\n${returnRequest.answer}`],
      closing: ['If you disagree, reply to this email or contact us.'],
      button: trackingButton(publicUrl, order),
    }),
} satisfies Record<string, (data: ReturnEmailData) => Omit<EmailParts, 'shopName'>>

/** The customer's email has the return address if the store owner entered one. */
const acceptTask = ({ returnAddress }: ReturnEmailData['settings']) =>
  returnAddress === ''
    ? 'Send them a return address, then accept'
    : 'We emailed them your return address. Accept'

const itemsOf = ({ items }: Return) => items.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n')
