import type { VatNumber } from '#contract/checkout/shipping.ts'
import { formatMoment } from '#contract/dates.ts'
import { formatCents, type MoneyFormat } from '#contract/money.ts'
import { taxesOfRefund } from '#contract/pricing/refund.ts'
import { rateText, taxLabel } from '#contract/pricing/taxes.ts'
import { adminButton, trackingButton } from '../orders/emails.ts'
import { findOrder } from '../orders/queries.ts'
import { findRefundParts, type StoredRefund } from '../orders/refund-queries.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { type EmailParts, renderEmail } from '../platform/mail/layout.ts'
import { type MailConfig, queueEmail } from '../platform/mail/outbox.ts'
import { readSettings, renderBusinessEmail, supportAddress } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import type { Dispute } from './dispute-queries.ts'
import type { ProviderError } from './provider.ts'
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
  const amount = formatCents(amountCents, settings)
  const email = renderBusinessEmail(settings, {
    subject: `We refunded ${amount} for your order ${orderId}`,
    paragraphs: [
      `We refunded ${amount} to the card you used for order ${orderId}.`,
      'It can take up to 10 days to appear.',
    ],
    rows: refund ? refundRows(refund, settings) : [],
    button: trackingButton(publicUrl, order),
  })
  await queueEmail(db, { to: order.contactEmail, ...email, orderId }, `order-${orderId}-refund-${id}`)
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

/** Queues an email to the store owner, within the caller's transaction, that an order is disputed. Once per dispute. */
export async function queueDisputeEmail(
  db: Db,
  mail: MailConfig,
  orderId: string,
  { id, amountCents, reason, dueBy }: Pick<Dispute, 'id' | 'amountCents' | 'reason' | 'dueBy'>,
): Promise<void> {
  const settings = await readSettings(db)
  const deadline = dueBy && formatMoment(dueBy, settings)
  await queueForOwner(db, mail, `order-${orderId}-dispute-${id}`, () => ({
    subject: deadline
      ? `Order ${orderId} is disputed: respond by ${deadline}`
      : `Order ${orderId} is disputed`,
    paragraphs: [
      `The customer of order ${orderId} disputes ${formatCents(amountCents, settings)} with their bank. Reason: ${reason.replaceAll('_', ' ')}.`,
      deadline
        ? `Without evidence by ${deadline}, the dispute is lost. We've collected the order's data as evidence for you to review and submit.`
        : "The bank hasn't requested evidence.",
    ],
    button: evidenceButton(mail, orderId, id),
  }))
}

/** Queues an email to the store owner, within the caller's transaction, that a dispute is due soon. Once per dispute. */
export async function queueReminderEmail(
  db: Db,
  mail: MailConfig,
  { id, orderId, amountCents, dueBy }: Pick<Dispute, 'id' | 'orderId' | 'amountCents'> & { dueBy: Date },
): Promise<void> {
  const settings = await readSettings(db)
  const deadline = formatMoment(dueBy, settings)
  await queueForOwner(db, mail, `order-${orderId}-dispute-${id}-reminder`, () => ({
    subject: `Reminder: respond to the dispute of order ${orderId} by ${deadline}`,
    paragraphs: [
      `The dispute of ${formatCents(amountCents, settings)} for order ${orderId} is lost unless you submit evidence by ${deadline}.`,
      'We’ve collected the order’s data for you. You can add a receipt, proof of shipping, and what the customer wrote to you.',
    ],
    button: evidenceButton(mail, orderId, id),
  }))
}

const evidenceButton = ({ publicUrl }: MailConfig, orderId: string, id: string) => ({
  label: 'Review the evidence',
  address: `${publicUrl}/admin?${new URLSearchParams({ tab: 'orders', edit: orderId, evidence: id })}`,
})

/**
 * Queues an email to the store owner, within the caller's transaction, that a card issuer suspects fraud. Once per
 * warning.
 */
export async function queueWarningEmail(
  db: Db,
  mail: MailConfig,
  { orderId, warningId }: { orderId: string; warningId: string },
): Promise<void> {
  await queueForOwner(db, mail, `order-${orderId}-warning-${warningId}`, () => ({
    subject: `The card issuer suspects fraud in order ${orderId}`,
    paragraphs: [
      `The issuer of the card that paid for order ${orderId} suspects fraud. Such a warning often becomes a dispute.`,
      'If the order hasn’t shipped, it is held for review. Refunding it now usually avoids a dispute and its fee.',
    ],
    button: {
      label: 'Open the order',
      address: `${mail.publicUrl}/admin?${new URLSearchParams({ tab: 'orders', edit: orderId })}`,
    },
  }))
}

/** Logs that the provider rejects the shop's key, and emails the store owner at most once a day. */
export async function reportRejectedKey(
  { db, config, log }: Pick<Shop, 'db' | 'config' | 'log'>,
  provider: string,
  error: ProviderError,
): Promise<void> {
  log.error({ provider, problem: error.message }, 'payment provider API key rejected')
  const day = now().toISOString().slice(0, 10)
  await inTransaction(db, (db) =>
    queueForOwner(db, config, `rejected-key-${day}`, (shopName) => ({
      subject: `${provider} is rejecting the API key of ${shopName}`,
      paragraphs: [
        `${provider} responded: “${error.message}”`,
        "Until this is fixed, shoppers can't pay and refunds are delayed. No refund is lost: they'll be sent as soon as the key works.",
        'Check that STRIPE_SECRET_KEY is current, and that a restricted key has the permissions listed under “Payments” in docs/operations.md.',
      ],
    })),
  )
}

/** Emails the store owner, within the caller's transaction and at most once a day, that VIES rejects the shop's number. */
export async function queueRejectedNumberEmail(db: Db, mail: MailConfig, vatId: string): Promise<void> {
  const day = now().toISOString().slice(0, 10)
  await queueForOwner(db, mail, `rejected-vat-number-${day}`, (shopName) => ({
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
  await queueForOwner(db, mail, `order-${orderId}-vat-number`, () => ({
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

/** Logs that the provider calculates no taxes, and emails the store owner at most once a day. */
export async function reportRefusedTaxes(
  { db, config, log }: Pick<Shop, 'db' | 'config' | 'log'>,
  provider: string,
  error: ProviderError,
): Promise<void> {
  log.error({ provider, problem: error.message }, 'payment provider calculates no taxes')
  const day = now().toISOString().slice(0, 10)
  await inTransaction(db, (db) =>
    queueForOwner(db, config, `refused-taxes-${day}`, (shopName) => ({
      subject: `${provider} isn’t calculating the taxes of ${shopName}`,
      paragraphs: [
        `${provider} responded: “${error.message}”`,
        "Until this is fixed, shoppers can't check out.",
        `Open Tax in your ${provider} dashboard, and check that it is active and has the address of your head office. Or choose your own rates under Settings, Taxes.`,
      ],
    })),
  )
}

/** Logs that the provider rejects an order as too small, and emails the store owner at most once a day. */
export async function reportTooSmall(
  { db, config, log }: Pick<Shop, 'db' | 'config' | 'log'>,
  provider: string,
  error: ProviderError,
): Promise<void> {
  log.warn({ provider, problem: error.message }, 'order too small for a card payment')
  const day = now().toISOString().slice(0, 10)
  await inTransaction(db, (db) =>
    queueForOwner(db, config, `too-small-${day}`, (shopName) => ({
      subject: `${provider} refused an order of ${shopName} as too small`,
      paragraphs: [
        `${provider} responded: “${error.message}”`,
        'The shopper was asked to add something to the cart, and wasn’t charged. If your account is paid out in another currency than that of your prices, its minimum applies to the converted total.',
        'To avoid such orders, raise your lowest prices, or the shipping rate.',
      ],
    })),
  )
}

/** Emails the store owner, at most once a day, that the shop calculates no further taxes for a while. */
export async function reportTaxLimit(
  db: Db,
  mail: MailConfig,
  { limit, provider }: { limit: number; provider: string },
): Promise<void> {
  const day = now().toISOString().slice(0, 10)
  await inTransaction(db, (db) =>
    queueForOwner(db, mail, `tax-limit-${day}`, (shopName) => ({
      subject: `${shopName} has paused its tax calculations`,
      paragraphs: [
        `In the last hour, shoppers caused more than ${limit} tax calculations by ${provider}, far more than your orders need. Each costs a fee, so we calculate no more until the hour is over, and shoppers whose tax isn't known can't check out until then.`,
        'This happens if a program fills carts. You can choose your own rates under Settings, Taxes.',
      ],
    })),
  )
}

/** Emails the store owner, at most once a day, that the shop calculates no further taxes for the busiest networks. */
export async function reportFrequentTaxes(
  db: Db,
  mail: MailConfig,
  { limit, few, provider }: { limit: number; few: number; provider: string },
): Promise<void> {
  const day = now().toISOString().slice(0, 10)
  await inTransaction(db, (db) =>
    queueForOwner(db, mail, `frequent-taxes-${day}`, (shopName) => ({
      subject: `${shopName} has paused its tax calculations for some shoppers`,
      paragraphs: [
        `In the last hour, a few networks caused more than ${limit} tax calculations by ${provider}, more than their shoppers need. Each costs a fee, so until the hour is over, we calculate no more for networks with over ${few} of them. Other shoppers can still check out.`,
        'This happens if a program fills carts. You can choose your own rates under Settings, Taxes.',
      ],
    })),
  )
}

async function queueForOwner(
  db: Db,
  mail: MailConfig,
  onceKey: string,
  write: (shopName: string) => Omit<EmailParts, 'shopName'>,
): Promise<void> {
  const settings = await readSettings(db)
  const { shopName } = settings
  const email = renderEmail({ shopName, ...write(shopName) })
  await queueEmail(db, { to: supportAddress(settings, mail), ...email }, onceKey)
}
