import type { VatNumber } from '#contract/checkout/shipping.ts'
import { adminButton } from '../orders/emails.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { queueOwnerEmail } from '../settings/owner-email.ts'

/** Emails the store owner, within the caller's transaction and at most once a day, that VIES rejects the shop's number. */
export async function queueRejectedNumberEmail(db: Db, mail: MailConfig, vatId: string): Promise<void> {
  const day = now().toISOString().slice(0, 10)
  await queueOwnerEmail(db, mail, `rejected-vat-number-${day}`, (shopName) => ({
    subject: `VIES rejects the VAT number of ${shopName}`,
    paragraphs: [
      `VIES, the EU’s register of VAT numbers, doesn’t know ${vatId}, the VAT ID of your shop. The numbers of your business customers are still verified, but without the consultation number that proves it.`,
      'Check the VAT ID under Settings, Business.',
    ],
  }))
}

/** Emails the store owner, within the caller's transaction, that an order has no VAT although VIES didn't verify its number. */
export async function queueUnverifiedNumberEmail(
  db: Db,
  mail: MailConfig,
  orderId: string,
  { id, state }: Pick<VatNumber, 'id' | 'state'>,
): Promise<void> {
  const isInvalid = state === 'invalid'
  await queueOwnerEmail(db, mail, `order-${orderId}-vat-number`, () => ({
    subject: isInvalid
      ? `VIES doesn’t know the VAT number of order ${orderId}`
      : `VIES couldn’t verify the VAT number of order ${orderId}`,
    paragraphs: [
      isInvalid
        ? `VIES, the EU’s register of VAT numbers, says that ${id} isn’t registered for trade within the EU.`
        : `VIES, the EU’s register of VAT numbers, couldn’t verify ${id} within three days.`,
      `Order ${orderId} was placed without VAT while VIES was unavailable. If it hasn’t shipped, it is held for review: ask the customer for another number, or cancel and refund the order.`,
    ],
    button: adminButton(mail.publicUrl, { id: orderId }),
  }))
}
