import { formatCents, type MoneyFormat } from '#contract/money.ts'
import { taxesOfRefund } from '#contract/pricing/refund.ts'
import { rateText, taxLabel } from '#contract/pricing/tax-text.ts'
import { type OrderEmailData, orderValues, trackingButton } from '../orders/emails.ts'
import { findOrder } from '../orders/queries.ts'
import { findRefundParts, type StoredRefund } from '../orders/refund-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { type MailConfig, queueEmail } from '../platform/mail/outbox.ts'
import { wordedEmail } from '../settings/email-words.ts'
import { renderBusinessEmail } from '../settings/sender.ts'
import { readSettings } from '../settings/settings.ts'
import type { Refund } from './refund-queries.ts'

/** Queues an email to the customer, within the caller's transaction, that a refund succeeded. Once per refund. */
export async function queueRefundEmail(
  db: Db,
  { publicUrl }: MailConfig,
  { id, orderId, amountCents }: Pick<Refund, 'id' | 'orderId' | 'amountCents'>,
): Promise<void> {
  const order = await findOrder(db, orderId)
  if (!order) return
  const settings = await readSettings(db)
  const refund = await findRefundParts(db, id)
  const email = renderRefundEmail({ settings, publicUrl, order }, { amountCents, parts: refund })
  await queueEmail(db, { to: order.contactEmail, ...email, orderId }, `order-${orderId}-refund-${id}`)
}

/** @param parts null if the refund isn't stored by the parts of its order */
export function renderRefundEmail(
  { settings, publicUrl, order }: OrderEmailData,
  { amountCents, parts }: { amountCents: number; parts: StoredRefund | null },
) {
  const values = { ...orderValues(order), amount: formatCents(amountCents, settings) }
  return renderBusinessEmail(
    settings,
    wordedEmail(settings, 'refund', values, {
      paragraphs: ['It can take up to 10 days to appear.'],
      rows: parts ? refundRows(parts, settings) : [],
      button: trackingButton(publicUrl, order),
    }),
  )
}

/** Returns the refunded units and shipping, if they were chosen, and the taxes in the refund. */
function refundRows({ isByLine, lines, shipping }: StoredRefund, format: MoneyFormat) {
  const row = (label: string, cents: number) => ({ label, value: formatCents(cents, format) })
  const parts = isByLine
    ? [
        ...lines
          .filter(({ quantity }) => quantity > 0)
          .map(({ quantity, name, cents }) => row(`${quantity} × ${name}`, cents)),
        ...(shipping.cents > 0 ? [row('Shipping', shipping.cents)] : []),
      ]
    : []
  const taxes = taxesOfRefund({ lines, shipping }).filter(({ cents }) => cents > 0)
  return [
    ...parts,
    ...taxes.map((tax) => row(`Includes ${taxLabel(tax.name, rateText(tax), format.locale)}`, tax.cents)),
  ]
}
