import type { Intent, PaymentGateway, ProviderEvent, ProviderRefund } from '../../server/payments/provider.ts'
import { ProviderError } from '../../server/payments/provider.ts'

type ModelEvent = ProviderEvent & { object: { intent: Intent } | { refund: string } }

/**
 * A minimal payment provider for thousands of orders, without the HTTP and delays of the sandbox. The test controls the
 * shopper, the bank, and the network.
 */
export type ModelProvider = PaymentGateway & {
  intents: Map<string, Intent>
  refunds: Map<string, ProviderRefund>
  /** Events not yet received by the shop, oldest first. */
  events: ModelEvent[]
  /** The next call takes effect, but its response is lost. */
  losesNextAnswer: boolean
  pay(intentId: string): void
  decline(intentId: string): void
  failRefund(refundId: string): void
}

async function* nothing(): AsyncGenerator<never> {
  yield* []
}

export function modelProvider(): ModelProvider {
  const intents = new Map<string, Intent>()
  const refunds = new Map<string, ProviderRefund>()
  const byKey = new Map<string, string>()
  const events: ModelEvent[] = []
  let made = 0
  const recordEvent = (type: string, object: ModelEvent['object']) =>
    events.push({ id: `evt_${++made}_${Math.random()}`, type, isLive: false, object })
  const intentAt = (id: string) => {
    const intent = intents.get(id)
    if (!intent) throw new ProviderError('refused', `No intent ${id}`)
    return intent
  }
  const keep = (intent: Intent) => {
    intents.set(intent.id, intent)
    return intent
  }
  const reply = <T>(value: T): T => {
    if (!model.losesNextAnswer) return value
    model.losesNextAnswer = false
    throw new ProviderError('away', 'The answer was lost')
  }
  const model: ModelProvider = {
    intents,
    refunds,
    events,
    losesNextAnswer: false,
    publishableKey: 'pk_model',
    isLive: false,
    name: 'Model',
    findKeyProblem: async () => null,
    eventTypes: [],
    // Does nothing: events are sent only when the test requests them.
    causeTestEvent: async () => undefined,
    async createIntent({ orderId, version, amountCents, currency }, key) {
      const known = byKey.get(key)
      if (known) return reply(intentAt(known))
      const id = `pi_${orderId}_${++made}`
      byKey.set(key, id)
      return reply(
        keep({
          id,
          clientSecret: `${id}_secret`,
          status: 'open',
          currency,
          amountCents,
          receivedCents: 0,
          orderId,
          version,
          isLive: false,
          failure: null,
          failedChargeId: null,
        }),
      )
    },
    async updateIntent(id, { version, amountCents }) {
      const intent = intentAt(id)
      if (intent.status !== 'open') throw new ProviderError('refused', `It is ${intent.status}`)
      return reply(keep({ ...intent, version, amountCents }))
    },
    findIntent: async (id) => reply(intentAt(id)),
    async cancelIntent(id) {
      const intent = intentAt(id)
      if (intent.status !== 'open') return reply(intent)
      const canceled = keep({ ...intent, status: 'canceled' })
      recordEvent('canceled', { intent: canceled })
      return reply(canceled)
    },
    async createRefund({ intentId, amountCents, refundId }, key) {
      const known = byKey.get(key)
      const refund = known ? refunds.get(known) : undefined
      if (refund) return reply(refund)
      const id = `re_${intentId}_${++made}`
      const created: ProviderRefund = {
        id,
        intentId,
        refundId,
        amountCents,
        status: 'succeeded',
        problem: null,
      }
      byKey.set(key, id)
      refunds.set(id, created)
      return reply(created)
    },
    async findRefund(id) {
      const refund = refunds.get(id)
      if (!refund) throw new ProviderError('refused', `No refund ${id}`)
      return reply(refund)
    },
    findOwnRefund: async ({ intentId, refundId }) =>
      [...refunds.values()].find((one) => one.intentId === intentId && one.refundId === refundId) ?? null,
    findDispute: async () => {
      throw new ProviderError('refused', 'No disputes here')
    },
    listDisputes: nothing,
    listWarnings: nothing,
    uploadEvidence: async () => {
      throw new ProviderError('refused', 'No disputes here')
    },
    submitEvidence: async () => {
      throw new ProviderError('refused', 'No disputes here')
    },
    findWarning: async () => {
      throw new ProviderError('refused', 'No fraud warnings here')
    },
    findCharge: async () => null,
    findFailedCharge: async () => null,
    countDeclines: async () => 0,
    hasEvent: async () => true,
    sendReceipt: async () => undefined,
    findTaxSetup: async () => 'inactive',
    calculateTaxes: async () => {
      throw new ProviderError('refused', 'No tax calculation here')
    },
    recordSale: async () => {
      throw new ProviderError('refused', 'No tax reports here')
    },
    reverseSale: async () => {
      throw new ProviderError('refused', 'No tax reports here')
    },
    async *listIntents() {
      yield* intents.values()
    },
    async *listRefunds() {
      yield* refunds.values()
    },
    readEvent: () => {
      throw new ProviderError('refused', 'No webhooks here')
    },
    subjectOf({ object }) {
      const refund = object as ModelEvent['object']
      return 'intent' in refund
        ? { kind: 'intent', intent: refund.intent }
        : { kind: 'refund', id: refund.refund }
    },
    pay(id) {
      const intent = intentAt(id)
      const paid = keep({ ...intent, status: 'paid', receivedCents: intent.amountCents, failure: null })
      recordEvent('succeeded', { intent: paid })
    },
    decline(id) {
      recordEvent('payment_failed', { intent: keep({ ...intentAt(id), failure: 'Declined' }) })
    },
    failRefund(id) {
      const refund = refunds.get(id)
      if (!refund) return
      refunds.set(id, { ...refund, status: 'failed', problem: 'The bank sent it back' })
      recordEvent('refund.failed', { refund: id })
    },
  }
  return model
}
