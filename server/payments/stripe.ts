import Stripe from 'stripe'
import { z } from 'zod'
import { chargeLimits, chargeOf } from '#contract/checkout/charge.ts'
import { US_DOLLARS } from '#contract/money.ts'
import type { StripeSettings } from '../stripe-settings.ts'
import { type EventSubject, type PaymentGateway, ProviderError } from './provider.ts'
import {
  idOf,
  marks,
  toCharge,
  toDispute,
  toEvidence,
  toIntent,
  toRefund,
  toWarning,
} from './stripe-objects.ts'
import { calculateTaxes, idOrTaken } from './stripe-tax.ts'
import { reversalOf } from './stripe-tax-reversal.ts'

const TOLERANCE_SECONDS = 300

/** Connects to Stripe, or to its emulator. */
export function openStripe(
  {
    secretKey,
    publishableKey,
    webhookSecret,
    hasDelayedMethods,
    statementSuffix,
    address,
    timeoutMs,
  }: StripeSettings,
  shopId: string,
): PaymentGateway {
  const stripe = new Stripe(secretKey, {
    ...address,
    httpClient: retryingTooMany(),
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
  })
  const intentOf = (intent: Stripe.PaymentIntent) => toIntent(intent, shopId)
  const refundOf = (refund: Stripe.Refund) => toRefund(refund, shopId)
  return {
    publishableKey,
    isLive: secretKey.includes('_live_'),
    name: 'Stripe',
    eventTypes: [...INTENT_EVENTS, ...REFUND_EVENTS, ...DISPUTE_EVENTS, FRAUD_WARNING],
    causeTestEvent: () =>
      translateErrors(async () => {
        const { id } = await stripe.paymentIntents.create({
          amount: chargeLimits(US_DOLLARS).minCents,
          currency: 'usd',
          description: 'Test event of the shop, canceled immediately',
        })
        await stripe.paymentIntents.cancel(id)
      }),
    createIntent: ({ orderId, version, amountCents, currency }, idempotencyKey) =>
      translateErrors(async () =>
        intentOf(
          await stripe.paymentIntents.create(
            {
              amount: chargeOf(amountCents, currency),
              currency: currency.code.toLowerCase(),
              automatic_payment_methods: { enabled: true },
              ...(hasDelayedMethods ? {} : { excluded_payment_method_types: DELAYED_METHODS }),
              description: `Order ${orderId}`,
              ...(statementSuffix
                ? { statement_descriptor_suffix: statementSuffix.replace('{order}', orderId) }
                : {}),
              metadata: marks.intent(shopId, { orderId, version }),
            },
            { idempotencyKey },
          ),
        ),
      ),
    updateIntent: (id, { amountCents, currency, ...order }) =>
      translateErrors(async () =>
        intentOf(
          await stripe.paymentIntents.update(id, {
            amount: chargeOf(amountCents, currency),
            metadata: marks.intent(shopId, order),
          }),
        ),
      ),
    findIntent: (id) => translateErrors(async () => intentOf(await stripe.paymentIntents.retrieve(id))),
    cancelIntent: (id) =>
      translateErrors(async () => {
        try {
          return intentOf(await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }))
        } catch (error) {
          if (!isUnexpectedState(error)) throw error
          return intentOf(await stripe.paymentIntents.retrieve(id))
        }
      }),
    createRefund: ({ intentId, amountCents, currency, refundId, category }, idempotencyKey) =>
      translateErrors(async () =>
        refundOf(
          await stripe.refunds.create(
            {
              payment_intent: intentId,
              amount: chargeOf(amountCents, currency),
              metadata: marks.refund(shopId, refundId),
              ...(category ? { reason: category } : {}),
            },
            { idempotencyKey },
          ),
        ),
      ),
    findRefund: (id) => translateErrors(async () => refundOf(await stripe.refunds.retrieve(id))),
    findOwnRefund: ({ intentId, amountCents, refundId }) =>
      translateErrors(async () => {
        for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 })) {
          const made = refundOf(refund)
          if (made.refundId === refundId && made.amountCents === amountCents) return made
        }
        return null
      }),
    findDispute: (id) => translateErrors(async () => toDispute(await stripe.disputes.retrieve(id))),
    submitEvidence: (id, evidence) =>
      translateErrors(async () =>
        toDispute(await stripe.disputes.update(id, { evidence: toEvidence(evidence), submit: true })),
      ),
    findWarning: (id) =>
      translateErrors(async () => toWarning(await stripe.radar.earlyFraudWarnings.retrieve(id))),
    findCharge: (intentId) =>
      translateErrors(async () => {
        const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
        const charge = intent.latest_charge
        if (charge === null || typeof charge === 'string' || !charge.paid) return null
        return toCharge(charge)
      }),
    findFailedCharge: (id) =>
      translateErrors(async () => {
        const charge = await orNull(stripe.charges.retrieve(id))
        return charge?.status === 'failed' ? { intentId: idOf(charge.payment_intent) } : null
      }),
    countDeclines: (intentId) =>
      translateErrors(async () => {
        const { data } = await stripe.charges.list({ payment_intent: intentId, limit: 100 })
        return data.filter(({ status }) => status === 'failed').length
      }),
    sendReceipt: (chargeId, email) =>
      translateErrors(async () => {
        // Stripe rejects email addresses with letters outside ASCII.
        if (!/^\p{ASCII}+$/u.test(email)) return
        const options = { idempotencyKey: `receipt-${chargeId}` }
        await stripe.charges.update(chargeId, { receipt_email: email }, options)
      }),
    async findTaxSetup() {
      try {
        const { status } = await stripe.tax.settings.retrieve()
        return status === 'active' ? 'active' : 'inactive'
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError) return 'unknown'
        throw error
      }
    },
    calculateTaxes: (request) => translateErrors(() => calculateTaxes(stripe, request)),
    recordSale: (sale, idempotencyKey) =>
      translateErrors(() =>
        idOrTaken(stripe.tax.transactions.createFromCalculation(sale, { idempotencyKey })),
      ),
    reverseSale: (reversal, idempotencyKey) =>
      translateErrors(async () => {
        const { transactionId, reference } = reversal
        const parts = await reversalOf(stripe, reversal)
        return idOrTaken(
          stripe.tax.transactions.createReversal(
            { mode: 'partial', original_transaction: transactionId, reference, ...parts },
            { idempotencyKey },
          ),
        )
      }),
    listIntents: (since) =>
      mapped(stripe.paymentIntents.list({ created: secondsOf(since), limit: 100 }), intentOf),
    listRefunds: (since) => mapped(stripe.refunds.list({ created: secondsOf(since), limit: 100 }), refundOf),
    readEvent(body, signature) {
      const { success, data: event, error } = EventShape.safeParse(readSigned(body, signature))
      if (!success) throw new ProviderError('refused', 'The webhook is not an event.', error)
      return { id: event.id, type: event.type, isLive: event.livemode, object: event.data?.object ?? null }
    },
    hasEvent: ({ id, type, object }) =>
      translateErrors(async () => {
        const sent = await orNull(stripe.events.retrieve(id))
        return sent?.type === type && objectIdOf(sent.data.object) === objectIdOf(object)
      }),
    subjectOf: (event) => subjectOf(event, shopId),
  }

  function readSigned(body: Buffer, signature: string): unknown {
    try {
      return stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS)
    } catch (error) {
      throw new ProviderError('refused', "The signature isn't valid.", error)
    }
  }
}

/** Payment methods that are confirmed hours or days after the shopper has paid. Stock isn't reserved that long. */
const DELAYED_METHODS: Stripe.PaymentIntentCreateParams.ExcludedPaymentMethodType[] = [
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'boleto',
  'customer_balance',
  'konbini',
  'multibanco',
  'nz_bank_account',
  'oxxo',
  'payto',
  'sepa_debit',
  'sofort',
  'us_bank_account',
]

const INTENT_EVENTS = new Set(
  ['processing', 'succeeded', 'payment_failed', 'canceled'].map((what) => `payment_intent.${what}`),
)
const REFUND_EVENTS = ['refund.created', 'refund.updated', 'refund.failed']
const FRAUD_WARNING = 'radar.early_fraud_warning.created'
const DISPUTE_EVENTS = ['created', 'updated', 'closed'].map((what) => `charge.dispute.${what}`)

/** The signature authenticates the sender but doesn't guarantee the shape of Stripe's objects. */
const EventShape = z.object({
  id: z.string().min(1),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }).optional(),
})
const ObjectShape = z.object({ id: z.string().min(1) })
const IntentShape = z.object({
  amount: z.int(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()),
  last_payment_error: z.object({ message: z.string().nullish(), charge: z.string().nullish() }).nullish(),
})

function subjectOf({ type, object }: { type: string; object: unknown }, shopId: string): EventSubject {
  const { data: named } = ObjectShape.safeParse(object)
  if (!named) return { kind: 'other' }
  const { id } = named
  if (INTENT_EVENTS.has(type)) {
    if (!IntentShape.safeParse(object).success) return { kind: 'other' }
    return { kind: 'intent', intent: toIntent(object as Stripe.PaymentIntent, shopId) }
  }
  if (type.startsWith('refund.')) return { kind: 'refund', id }
  if (type.startsWith('charge.dispute.')) return { kind: 'dispute', id }
  if (type.startsWith('radar.early_fraud_warning.')) return { kind: 'warning', id }
  return { kind: 'other' }
}

const objectIdOf = (object: unknown) => (object as { id: string }).id

/**
 * Returns null if the object is missing. A restricted key may lack the permission to read events; then they count as
 * unconfirmed.
 */
async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    const isMissing = error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
    if (isMissing || error instanceof Stripe.errors.StripePermissionError) return null
    throw error
  }
}

const secondsOf = (since: Date) => ({ gte: Math.floor(since.getTime() / 1000) })

async function* mapped<T, U>(list: AsyncIterable<T>, convert: (one: T) => U): AsyncIterable<U> {
  try {
    for await (const one of list) yield convert(one)
  } catch (error) {
    throw translated(error)
  }
}

async function translateErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw translated(error)
  }
}

function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { statusCode = 0, message } = error
  // An older release used the same key for the same purpose, but sent different metadata.
  const isKept =
    statusCode === 500 ||
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error.code === 'balance_insufficient'
  if (isKept) return new ProviderError('broken', message, error)
  if (statusCode === 401 || statusCode === 403) return new ProviderError('unauthorized', message, error)
  const isUnavailable = statusCode === 0 || statusCode === 429 || statusCode >= 500 || statusCode === 409
  return new ProviderError(isUnavailable ? 'away' : 'refused', message, error)
}

/** The SDK retries a 429 only if the response requests it, and Stripe's responses don't always do. */
function retryingTooMany() {
  const client = Stripe.createNodeHttpClient()
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request)
    if (response.getStatusCode() !== 429) return response
    const headers = { 'stripe-should-retry': 'true', ...response.getHeaders() }
    response.getHeaders = () => headers
    return response
  }
  return client
}

function isUnexpectedState(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state'
}
