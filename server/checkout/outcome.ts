import type { PaymentOutcome } from '#contract/checkout/api.ts'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import type { Owner } from '../cart/queries.ts'
import { notFound } from '../errors.ts'
import { applyIntentStatus } from '../payments/apply-intent.ts'
import { type PaymentGateway, ProviderError } from '../payments/provider.ts'
import { findPaymentBySecret, type Payment } from '../payments/queries.ts'
import type { Db } from '../platform/db/database.ts'
import { isWithin, type Limit } from '../platform/http/limits.ts'
import { sha256 } from '../platform/ids.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'

/**
 * Lookups at the provider for a network. The provider allows the whole shop about 25 per second. Beyond the limit, a
 * webhook brings the outcome.
 */
const POLLS: Limit = { name: 'outcome-polls', points: 240, seconds: 60 }

/**
 * Returns the outcome of a payment to a client with its secret. If it is pending, polls the provider, so the shopper
 * doesn't have to wait for a late webhook.
 * @param owner only the owner of the order's cart gets its email address, which opens the order's tracking
 * @param addressHash as in Buyer; limits the polls
 * @throws ShopError 404 for an unknown secret
 */
export async function paymentOutcome(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  clientSecret: string,
  { owner, addressHash }: { owner: Owner | null; addressHash: string },
): Promise<{ outcome: PaymentOutcome; orderId: string; email: string | null }> {
  const find = () => findPaymentBySecret(db, sha256(clientSecret), owner)
  const payment = await find()
  if (!payment) throw notFound(CHECKOUT_MESSAGES.unknownPayment)
  const { orderId, email, isOwn } = payment
  const isPending = payment.status === 'open' || payment.status === 'processing'
  const mayPoll = isPending && (await isWithin(db, POLLS, addressHash))
  const polled = mayPoll ? await fetchOutcome(db, gateway, mail, payment) : null
  const settled = isPending ? await find() : payment
  return { outcome: outcomeOf(settled ?? payment, polled), orderId, email: isOwn ? email : null }
}

async function fetchOutcome(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  { intentId }: Payment,
): Promise<PaymentOutcome> {
  try {
    const intent = await gateway.findIntent(intentId ?? '')
    await applyIntentStatus(db, mail, intent)
    if (intent.status === 'action') return 'action'
    return intent.status === 'open' ? 'failed' : 'processing'
  } catch (error) {
    // A webhook or the next poll brings the outcome.
    if (error instanceof ProviderError) return 'processing'
    throw error
  }
}

function outcomeOf(
  { status, paidCents, refundedCents }: Payment,
  polled: PaymentOutcome | null,
): PaymentOutcome {
  if (status === 'paid') return refundedCents >= paidCents ? 'refunded' : 'paid'
  if (status === 'canceled') return 'canceled'
  return polled ?? 'processing'
}
