import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/orders/admin.ts'
import * as evidence from '#contract/orders/review.ts'
import { readOrderId } from '#contract/orders/rules.ts'
import { getPaymentProvider, sendTestEvent } from '#contract/payments/api.ts'
import { getIntegrity, runReconciliation } from '#contract/payments/reconciliation.ts'
import { ShopError } from '../errors.ts'
import { adminOrder } from '../orders/admin-queries.ts'
import { now } from '../platform/clock.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { Shop } from '../shop.ts'
import { refundPart, retryRefund } from './admin-refunds.ts'
import { collectEvidence, submitEvidence } from './disputes.ts'
import { findLastEvent } from './event-queries.ts'
import { reconcileAll } from './jobs.ts'
import { releaseHold } from './payments.ts'
import { type PaymentGateway, ProviderError } from './provider.ts'
import { findLastReconciliation } from './reconcile-queries.ts'
import { WEBHOOK } from './routes.ts'

export function paymentAdminRoutes(app: FastifyInstance, { db, cards, config }: Shop) {
  mount(app, contract.releaseHold, async ({ orderId }, request) => {
    const id = readOrderId(orderId)
    await releaseHold(db, cards, config, id, signedInUser(request))
    return adminOrder(db, id)
  })

  mount(app, contract.refundPart, async ({ orderId, amount, seenRefunded, reason, category }, request) => {
    const id = readOrderId(orderId)
    const refund = { amountCents: amount, seenCents: seenRefunded, reason, category }
    await refundPart(db, id, signedInUser(request), refund)
    return adminOrder(db, id)
  })

  mount(app, contract.retryRefund, async ({ id }, request) =>
    adminOrder(db, await retryRefund(db, id, signedInUser(request))),
  )

  mount(app, evidence.getEvidence, ({ id }) => collectEvidence(db, id))

  mount(app, evidence.submitEvidence, ({ id, evidence }, request) =>
    submitEvidence(db, cards, id, signedInUser(request), evidence),
  )

  mount(app, getIntegrity, async () => ({ last: await findLastReconciliation(db) }))

  mount(app, runReconciliation, async () => {
    const askedAt = now().toISOString()
    await enqueue(db, reconcileAll, {})
    return { askedAt }
  })

  mount(app, getPaymentProvider, async () => ({
    name: cards.name,
    mode: config.demo ? ('demo' as const) : cards.isLive ? ('live' as const) : ('test' as const),
    webhookUrl: `${config.publicUrl}${WEBHOOK}`,
    events: cards.eventTypes,
    lastWebhook: await findLastEvent(db),
  }))

  mount(app, sendTestEvent, () => askForTestEvent(cards))
}

/**
 * Has the provider send a webhook to test the API key, network, endpoint URL, and signing secret end to end.
 * @returns when it was requested
 * @throws ShopError 503 with the provider's message, which admins may read
 */
export async function askForTestEvent(cards: PaymentGateway): Promise<{ askedAt: string }> {
  const askedAt = now().toISOString()
  try {
    await cards.causeTestEvent()
    return { askedAt }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const message =
      error.kind === 'refused' || error.kind === 'unauthorized'
        ? `${cards.name} refused: ${error.message}`
        : `We couldn't reach ${cards.name}. Please try again.`
    throw new ShopError(503, 'unavailable', message, { retryAfter: 5, cause: error })
  }
}
