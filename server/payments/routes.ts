import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import * as contract from '#contract/orders/admin.ts'
import * as files from '#contract/orders/evidence-files.ts'
import * as evidence from '#contract/orders/review.ts'
import { readOrderId } from '#contract/orders/rules.ts'
import {
  changeKeys as changeKeysEndpoint,
  getIntegrity,
  getPaymentProvider,
  removeKeys as removeKeysEndpoint,
  runReconciliation,
  sendTestEvent,
} from '#contract/payments/api.ts'
import { invalidInput, ShopError } from '../errors.ts'
import { adminOrder } from '../orders/admin-queries.ts'
import { now } from '../platform/clock.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { readAmounts } from '../settings/amounts.ts'
import { readCurrency } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { previewRefund, refundPart, retryRefund } from './admin-refunds.ts'
import { changeKeys, removeKeys, shownKeys } from './change-keys.ts'
import { collectEvidence, submitEvidence } from './disputes.ts'
import { endAtLastDecline, receiveEvent } from './events.ts'
import { addEvidenceFile, removeEvidenceFile } from './evidence-files.ts'
import { releaseHold } from './payments.ts'
import { type PaymentGateway, ProviderError } from './provider.ts'
import { reconcileJob } from './reconcile.ts'
import { findLastEvent, findLastReconciliation } from './reconcile-queries.ts'
import type { RefundChoice } from './refund-plan.ts'

const WEBHOOK = '/api/webhooks/stripe'
/** The provider's objects are long. Only the signature is checked before one is parsed. */
const BODY_MAX_BYTES = 256 * 1024

/** Receives the payment provider's webhooks. The signature covers the raw bytes, so the body must not be parsed first. */
export async function webhookRoutes(parent: FastifyInstance, { db, gateway, config }: Shop) {
  await parent.register((app, _options, done) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    app.post<{ Body: Buffer | undefined }>(
      WEBHOOK,
      { config: { fromAnywhere: true } },
      async (request, reply) => {
        const signature = request.headers['stripe-signature']
        const event = await readSigned(request.body ?? Buffer.alloc(0), String(signature ?? ''))
        const { id: eventId, type } = event
        request.log.info({ eventId, type, orderId: orderOf(event.object) }, 'payment webhook received')
        // Ignores events of the other mode: test payments must not affect a live shop, or live payments a test shop.
        if (event.isLive === gateway.isLive) {
          await receiveEvent(db, event)
          // The event is stored. If this fails, its job ends the order.
          await endAtLastDecline(db, gateway, config, event).catch((error: unknown) =>
            request.log.warn({ err: error, eventId }, 'declined payment not canceled yet'),
          )
        }
        return reply.header('cache-control', 'no-store').send({ received: true })
      },
    )
    done()
  })

  async function readSigned(body: Buffer, signature: string) {
    try {
      return await gateway.readEvent(body, signature)
    } catch (error) {
      if (error instanceof ProviderError) throw invalidInput(error.message)
      throw error
    }
  }
}

/** Returns the event's order ID, which links the event to the shopper's requests in the log. */
function orderOf(object: unknown): unknown {
  return (object as { metadata?: { plinth_order?: unknown } | null } | null)?.metadata?.plinth_order
}

export function paymentAdminRoutes(app: FastifyInstance, shop: Shop) {
  const { db, gateway, config, keys } = shop
  mount(app, contract.releaseHold, async ({ orderId }, request) => {
    const id = readOrderId(orderId)
    await releaseHold(db, gateway, config, id, signedInUser(request))
    return adminOrder(db, id)
  })

  mount(app, contract.refundPart, async ({ orderId, seenRefunded, reason, category, ...input }, request) => {
    const id = readOrderId(orderId)
    const { seenRefunded: seenCents } = readAmounts({ seenRefunded }, await readCurrency(db))
    const choice = await readChoice(input)
    await refundPart(db, id, signedInUser(request), { choice, seenCents, reason, category })
    return adminOrder(db, id)
  })

  mount(app, contract.previewRefund, async ({ orderId, ...input }) =>
    previewRefund(db, readOrderId(orderId), await readChoice(input)),
  )

  mount(app, contract.retryRefund, async ({ id }, request) =>
    adminOrder(db, await retryRefund(db, id, signedInUser(request))),
  )

  mount(app, evidence.getEvidence, ({ id }) => collectEvidence(db, id))

  mount(app, evidence.submitEvidence, ({ id, evidence }, request) =>
    submitEvidence(db, gateway, id, signedInUser(request), evidence),
  )

  mount(app, files.addEvidenceFile, (input, request) =>
    addEvidenceFile(db, gateway, signedInUser(request), input),
  )

  mount(app, files.removeEvidenceFile, (input, request) =>
    removeEvidenceFile(db, signedInUser(request), input),
  )

  mount(app, getIntegrity, async () => ({ last: await findLastReconciliation(db) }))

  mount(app, runReconciliation, async () => {
    const askedAt = now().toISOString()
    await enqueue(db, reconcileJob, {})
    return { askedAt }
  })

  mount(app, getPaymentProvider, providerNow)

  mount(app, changeKeysEndpoint, async (typed, request) => {
    await changeKeys(shop, signedInUser(request).id, typed)
    return providerNow()
  })

  mount(app, removeKeysEndpoint, async (_input, request) => {
    await removeKeys(shop, signedInUser(request).id)
    return providerNow()
  })

  mount(app, sendTestEvent, () => requestTestEvent(gateway))

  async function providerNow() {
    const [problem, known] = [await gateway.findKeyProblem(), await keys.current()]
    const mode = gateway.isLive ? ('live' as const) : ('test' as const)
    return {
      name: gateway.name,
      mode: config.demo ? ('demo' as const) : known.source === 'none' ? ('none' as const) : mode,
      keys: await shownKeys(db, known),
      problem,
      webhookUrl: `${config.publicUrl}${WEBHOOK}`,
      events: gateway.eventTypes,
      lastWebhook: await findLastEvent(db),
    }
  }

  async function readChoice({ amount, lines = [], shipping }: ChoiceInput): Promise<RefundChoice> {
    const cents = readAmounts({ amount, shipping }, await readCurrency(db))
    if (cents.amount !== undefined) return { kind: 'amount', cents: cents.amount }
    return { kind: 'lines', lines, shippingCents: cents.shipping === undefined ? 0 : cents.shipping }
  }
}

type ChoiceInput = Omit<z.output<typeof contract.previewRefund.input>, 'orderId'>

/**
 * Has the provider send a webhook to test the API key, network, endpoint URL, and signing secret end to end.
 * @returns when it was requested
 * @throws ShopError 503 with the provider's message, which only admins see
 */
export async function requestTestEvent(gateway: PaymentGateway): Promise<{ askedAt: string }> {
  const askedAt = now().toISOString()
  try {
    await gateway.causeTestEvent()
    return { askedAt }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const message =
      error.kind === 'refused' || error.kind === 'unauthorized'
        ? `${gateway.name} refused: ${error.message}`
        : `We couldn't reach ${gateway.name}. Please try again.`
    throw new ShopError(503, 'unavailable', message, { retryAfter: 5, cause: error })
  }
}
