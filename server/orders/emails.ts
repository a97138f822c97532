import { addressLines } from '#contract/addresses/rules.ts'
import { formatMoney, type MoneyFormat } from '#contract/money.ts'
import type { Order } from '#contract/orders/api.ts'
import { deliveryRows, isPickedUp } from '#contract/orders/delivery.ts'
import { trackingUrl } from '#contract/orders/tracking-url.ts'
import { vatNote } from '#contract/orders/vat-number.ts'
import { PROCESSING_DAYS, RETURN_DAYS } from '#contract/policies.ts'
import { RETURN_MESSAGES } from '#contract/returns/rules.ts'
import type { EmailTextKind } from '#contract/settings/email-kinds.ts'
import { orderTexts } from '../page-versions/order-texts.ts'
import type { Db } from '../platform/db/database.ts'
import type { EmailDocument, EmailParts } from '../platform/mail/layout.ts'
import { insertEmails, type MailConfig, sendInJob } from '../platform/mail/outbox.ts'
import { type EmailFacts, wordedEmail } from '../settings/email-words.ts'
import { renderBusinessEmail, supportAddress } from '../settings/sender.ts'
import { type Settings, shipsToEu } from '../settings/settings.ts'
import { rowsOf } from './email-rows.ts'
import { findOrderWithSettings } from './queries.ts'

export type OrderEmailData = { settings: Settings; publicUrl: string; order: Order }
/** The emails to the customer about an order as a whole. */
export type OrderTextKind = keyof typeof TO_CUSTOMER
export type OrderEmailKind = OrderTextKind | keyof typeof TO_OWNER

/**
 * Queues emails about an order, one of each kind. Call it last in the transaction that changes the order, because the
 * emails show its current state.
 * @param occasion distinguishes emails of the same kind, if an order can cause more than one
 */
export async function queueOrderEmails(
  db: Db,
  mail: MailConfig,
  orderId: string,
  kinds: OrderEmailKind[],
  occasion?: string,
): Promise<void> {
  const found = await findOrderWithSettings(db, orderId)
  if (!found) return
  const { order, settings } = found
  const { publicUrl } = mail
  const documents =
    kinds.includes('placed') && shipsToEu(settings)
      ? await orderTexts(db, settings, new Date(order.createdAt), publicUrl)
      : []
  const emails = kinds.map((kind) => {
    const words = isPickedUp(order) ? (OF_PICKUPS[kind] ?? kind) : kind
    const to = isToOwner(kind) ? supportAddress(settings, mail) : order.contactEmail
    const email = renderOrderEmail(words, { settings, publicUrl, order }, documents)
    const reason = occasion === undefined ? kind : `${kind}-${occasion}`
    return { email: { to, ...email, orderId }, onceKey: `order-${orderId}-${reason}` }
  })
  await sendInJob(db, await insertEmails(db, emails))
}

/** The emails that an order that is picked up has instead. */
const OF_PICKUPS: Partial<Record<OrderEmailKind, OrderTextKind>> = {
  shipped: 'ready-for-pickup',
  delivered: 'picked-up',
}

const isToOwner = (kind: OrderEmailKind): kind is keyof typeof TO_OWNER => Object.hasOwn(TO_OWNER, kind)

/** @param documents the texts that the confirmation of an order contains */
export function renderOrderEmail(
  kind: OrderEmailKind,
  data: OrderEmailData,
  documents: EmailDocument[] = [],
) {
  const { settings, order } = data
  const parts = isToOwner(kind)
    ? TO_OWNER[kind](data)
    : wordedEmail(settings, kind, orderValues(order), {
        ...TO_CUSTOMER[kind](data),
        ...(kind === 'placed' && { documents }),
      })
  return renderBusinessEmail(settings, parts)
}

/** Emails to the customer, without the texts that the store owner can replace. */
const TO_CUSTOMER = {
  placed: ({ settings, publicUrl, order }) => ({
    paragraphs: [`Order ID: ${order.id}`],
    rows: rowsOf(order, settings, publicUrl),
    closing: [...vatText(order), ...deliveryText(order, settings)],
    columns: [
      ...shippingTo(order),
      { title: 'Next', text: `${nextStep(order, settings)}, you can cancel from the tracking page.` },
      ...(shipsToEu(settings) ? [withdrawal(order, publicUrl)] : []),
    ],
    button: trackingButton(publicUrl, order),
  }),
  shipped: ({ settings, publicUrl, order }) => ({
    paragraphs: [],
    rows: rowsOf(order, settings, publicUrl),
    closing: [...vatText(order), ...deliveryText(order, settings)],
    columns: [...shippingTo(order), parcel(order)],
    button: trackingButton(publicUrl, order),
  }),
  'ready-for-pickup': ({ settings, publicUrl, order }) => ({
    paragraphs: [],
    rows: rowsOf(order, settings, publicUrl),
    closing: [...vatText(order), ...deliveryText(order, settings)],
    button: trackingButton(publicUrl, order),
  }),
  'parcel-corrected': ({ publicUrl, order }) => ({
    paragraphs: [],
    columns: [parcel(order)],
    button: trackingButton(publicUrl, order),
  }),
  delivered: ({ settings, publicUrl, order }) => ({
    paragraphs: [
      `If not, you can return it within ${order.returnDays ?? RETURN_DAYS} days of delivery. Request a return from the tracking page.`,
    ],
    rows: rowsOf(order, settings, publicUrl),
    button: trackingButton(publicUrl, order),
  }),
  'picked-up': ({ settings, publicUrl, order }) => ({
    paragraphs: [
      `If not, you can return it within ${order.returnDays ?? RETURN_DAYS} days. Request a return from the tracking page.`,
    ],
    rows: rowsOf(order, settings, publicUrl),
    button: trackingButton(publicUrl, order),
  }),
  cancelled: ({ settings, publicUrl, order }) => ({
    paragraphs: [refundText(order, settings)],
    rows: rowsOf(order, settings, publicUrl),
    button: trackingButton(publicUrl, order),
  }),
  'sold-out': ({ settings, publicUrl, order }) => ({
    paragraphs: [refundText(order, settings)],
    rows: rowsOf(order, settings, publicUrl),
    button: trackingButton(publicUrl, order),
  }),
  'payment-failed': ({ settings, publicUrl, order }) => ({
    paragraphs: ['If you still want these items, check out again. You can choose another way to pay.'],
    rows: rowsOf(order, settings, publicUrl),
    button: { label: 'Back to checkout', address: `${publicUrl}/checkout` },
  }),
} satisfies Partial<Record<EmailTextKind, (data: OrderEmailData) => EmailFacts>>

const TO_OWNER = {
  'new-order': ({ settings, publicUrl, order }) => ({
    subject: `New order ${order.id}: ${formatMoney(order.totalAmount, settings)}`,
    paragraphs: [`${customerLabel(order)} has paid for order ${order.id}.`],
    rows: rowsOf(order, settings, publicUrl),
    closing: deliveryText(order, settings),
    columns: [{ title: isPickedUp(order) ? 'Customer' : 'Ship to', text: addressOf(order) }],
    button: adminButton(publicUrl, order),
  }),
  'cancelled-notice': ({ settings, publicUrl, order }) => ({
    subject: `Order ${order.id} was cancelled: do not ${isPickedUp(order) ? 'hand it over' : 'ship'}`,
    paragraphs: [
      `${customerLabel(order)} cancelled order ${order.id}. Its items are back in stock, and the payment will be refunded automatically.`,
    ],
    rows: rowsOf(order, settings, publicUrl),
    button: adminButton(publicUrl, order),
  }),
} satisfies Record<string, (data: OrderEmailData) => Omit<EmailParts, 'shopName'>>

/** Returns a paragraph about the customer's VAT number, or none if it changes nothing. */
function vatText(order: Order): string[] {
  const note = vatNote(order)
  return note === null ? [] : [note]
}

/** Returns a paragraph, or none for an order without a named method. */
function deliveryText(order: Order, settings: Settings): string[] {
  const rows = deliveryRows(order, settings)
  return rows.length > 0 ? [rows.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []
}

/** The carrier and the tracking number, which leads to the carrier's page if the carrier is known. */
function parcel({ carrier, trackingNumber }: Order) {
  const url = carrier && trackingNumber ? trackingUrl(carrier, trackingNumber) : null
  return {
    title: 'Parcel',
    text: [`Carrier: ${carrier}`, ...(trackingNumber ? [`Tracking number: ${trackingNumber}`] : [])].join(
      '\n',
    ),
    ...(url && trackingNumber && { link: { label: trackingNumber, address: url } }),
  }
}

/** Returns a column, or none for an order that is picked up. */
const shippingTo = (order: Order) =>
  isPickedUp(order) ? [] : [{ title: 'Shipping to', text: addressOf(order) }]

function nextStep(order: Order, { brand: { shipsWithin } }: Settings): string {
  if (isPickedUp(order)) return 'We’ll get your order ready for pickup. Until then'
  return `Orders ship within ${shipsWithin || `${PROCESSING_DAYS} business days`}. Until then`
}

/** The placeholders of all emails about an order. */
export const orderValues = ({ id, shippingAddress }: Order) => ({
  'order number': id,
  name: shippingAddress.firstName,
})

/** Names the customer in emails to the store owner. */
export function customerLabel({ shippingAddress: { firstName, lastName }, contactEmail }: Order): string {
  return `${firstName} ${lastName} (${contactEmail})`
}

function refundText({ totalAmount, refunds }: Order, format: MoneyFormat): string {
  const isPartlyRefunded = refunds.some(({ amount }) => amount !== totalAmount)
  const what = isPartlyRefunded ? 'the remaining amount' : `the full ${formatMoney(totalAmount, format)}`
  return `We're refunding ${what} to your original card. It can take up to 10 days to appear.`
}

/** Links to the tracking page with its form filled in. */
export function trackingButton(publicUrl: string, { id, contactEmail }: Order) {
  const query = new URLSearchParams({ orderId: id, email: contactEmail })
  return { label: 'Track your order', address: `${publicUrl}/order-tracking?${query}` }
}

/** The link that EU law requires (Directive 2011/83/EU, article 11a). */
function withdrawal({ id }: Order, publicUrl: string) {
  const label = RETURN_MESSAGES.withdrawalLink
  const query = new URLSearchParams({ orderId: id })
  return { title: 'Withdrawal', text: label, link: { label, address: `${publicUrl}/withdrawal?${query}` } }
}

/** Links to the order in the admin. */
export function adminButton(publicUrl: string, { id }: Pick<Order, 'id'>) {
  return {
    label: 'View order',
    address: `${publicUrl}/admin?${new URLSearchParams({ tab: 'orders', edit: id })}`,
  }
}

const addressOf = ({ shippingAddress }: Order) => addressLines(shippingAddress).join('\n')
