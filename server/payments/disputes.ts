import { addressLines } from '#contract/addresses/rules.ts'
import { dayInZone, isoInZone } from '#contract/dates.ts'
import { formatMoney, type MoneyFormat } from '#contract/money.ts'
import type { Order } from '#contract/orders/api.ts'
import { type DisputeFile, EVIDENCE_MAX, type Evidence } from '#contract/orders/review.ts'
import { RETURN_DAYS } from '#contract/policies.ts'
import { recordChange } from '../audit/audit.ts'
import { notFound, ShopError } from '../errors.ts'
import { findOrder } from '../orders/queries.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import * as queries from './dispute-queries.ts'
import { findFileIds, listFiles } from './evidence-queries.ts'
import { type PaymentGateway, ProviderError } from './provider.ts'

/** Collects the shop's data about a disputed order. @throws ShopError 404 */
export async function collectEvidence(db: Db, id: string): Promise<DisputeFile> {
  const dispute = await queries.findDispute(db, id)
  const order = dispute && (await findOrder(db, dispute.orderId))
  if (!order) throw notFound('Dispute not found')
  const emails = await queries.listEmailsAbout(db, order.id)
  const evidence = evidenceOf(order, emails, await readSettings(db))
  const files = await listFiles(db, id)
  return { ...dispute, dueBy: dispute.dueBy?.toISOString() ?? null, evidence, files }
}

/**
 * Submits evidence with its files to the provider, which passes it to the bank. Runs outside any transaction: if two
 * admins submit at the same time, the provider decides.
 * @throws ShopError 404; 409 if the provider doesn't accept it; 503
 */
export async function submitEvidence(
  db: Db,
  gateway: PaymentGateway,
  id: string,
  admin: { id: number },
  evidence: Evidence,
): Promise<DisputeFile> {
  const { orderId, status } = await collectEvidence(db, id)
  const files = await findFileIds(db, id)
  const answered = await atProvider(gateway, 'evidence', () => gateway.submitEvidence(id, evidence, files))
  await inTransaction(db, async (db) => {
    await queries.upsertDispute(db, orderId, answered)
    await recordChange(db, {
      actorId: admin.id,
      action: 'order.evidence_submitted',
      subjectId: orderId,
      before: { dispute: id, status },
      after: { dispute: id, status: answered.status },
    })
  })
  return { ...(await collectEvidence(db, id)), evidence }
}

/** Sends something to the provider. @throws ShopError 409 with the provider's message if it is refused; 503 */
export async function atProvider<T>(
  { name }: PaymentGateway,
  what: 'evidence' | 'file',
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind === 'refused')
      throw new ShopError(409, 'conflict', `${name} didn't accept the ${what}: ${error.message}`)
    const text =
      error.kind === 'unauthorized'
        ? `${name} rejects the shop's key, so nothing was submitted: ${error.message}`
        : `We couldn't reach ${name}, so nothing was submitted. Please try again.`
    throw new ShopError(503, 'unavailable', text, { retryAfter: 5, cause: error })
  }
}

function evidenceOf(
  order: Order,
  emails: queries.SentEmail[],
  format: MoneyFormat & { timeZone: string },
): Evidence {
  const { shippingAddress: to, statusHistory, refunds } = order
  const shippedAt = statusHistory.find(({ status }) => status === 'shipped')?.at
  const events = [
    ...statusHistory.map(({ status, at }) => ({
      at,
      text: `Order ${status === 'pending' ? 'placed' : status}`,
    })),
    ...emails.map(({ at, subject }) => ({ at, text: `Email to ${order.contactEmail}: ${subject}` })),
    ...refunds.map(({ at, amount }) => ({ at, text: `Refund of ${formatMoney(amount, format)}` })),
  ].toSorted((one, other) => one.at.localeCompare(other.at))
  const customerName = `${to.firstName} ${to.lastName}`
  return {
    customerName,
    customerEmail: order.contactEmail,
    billingAddress: addressLines(order.billingAddress ?? to).join(', '),
    shippingAddress: addressLines(to)
      .filter((line) => line !== customerName)
      .join(', '),
    shippingCarrier: order.carrier ?? '',
    shippingTrackingNumber: order.trackingNumber ?? '',
    shippingDate: shippedAt ? dayInZone(new Date(shippedAt), format.timeZone) : '',
    productDescription: fitLines(
      order.items.map(
        ({ quantity, product, price }) => `${quantity} × ${product.name} at ${formatMoney(price, format)}`,
      ),
    ).join('\n'),
    refundPolicy: `Items can be returned within ${order.returnDays ?? RETURN_DAYS} days of delivery. The policy is linked from every page of the shop and was available before the payment.`,
    timeline: timelineOf(
      `Order ${order.id}, ${formatMoney(order.totalAmount, format)} (times in ${format.timeZone})`,
      events.map(
        ({ at, text }) =>
          `${isoInZone(new Date(at), format.timeZone).slice(0, 16).replace('T', ' ')} ${text}`,
      ),
    ),
  }
}

/** Keeps the newest events that fit into the field. */
function timelineOf(title: string, events: string[]): string {
  const omitted = (count: number) => `(${count} earlier events are left out)`
  const room = EVIDENCE_MAX - title.length - omitted(events.length).length - 2
  const newest = fitLines(events.toReversed(), room).toReversed()
  const left = events.length - newest.length
  return [title, ...(left > 0 ? [omitted(left)] : []), ...newest].join('\n')
}

/** Returns the first lines that fit into a field. */
function fitLines(lines: string[], room = EVIDENCE_MAX): string[] {
  let used = 0
  const end = lines.findIndex((line) => {
    used += line.length + 1
    return used > room + 1
  })
  return end < 0 ? lines : lines.slice(0, end)
}
