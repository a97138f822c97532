import type { Intent, PaymentGateway } from '../../server/payments/provider.ts'
import { randomToken } from '../../server/platform/ids.ts'

/**
 * A payment provider that responds immediately and reports every order as paid, to measure a checkout without a real one.
 */
export function instantCards(): PaymentGateway {
  const intents = new Map<string, Intent>()
  const known = (id: string) => {
    const intent = intents.get(id)
    if (!intent) throw new Error(`There is no intent ${id}`)
    return intent
  }
  const never = async () => {
    throw new Error('Not used by the benchmark')
  }
  const none = async function* () {
    // There are no records to list.
  }
  return {
    publishableKey: 'pk_bench',
    isLive: false,
    name: 'bench',
    eventTypes: [],
    causeTestEvent: never,
    async createIntent(facts) {
      const id = `pi_${randomToken()}`
      const noFailure = { failure: null, failedChargeId: null }
      const state = { status: 'open', receivedCents: 0, isLive: false, ...noFailure } as const
      const intent: Intent = { id, clientSecret: `${id}_secret`, ...facts, ...state }
      intents.set(id, intent)
      return intent
    },
    async updateIntent(id, facts) {
      return { ...known(id), ...facts }
    },
    async findIntent(id) {
      const intent = known(id)
      intents.delete(id)
      return { ...intent, status: 'paid', receivedCents: intent.amountCents }
    },
    cancelIntent: never,
    createRefund: never,
    findRefund: never,
    findOwnRefund: never,
    findDispute: never,
    submitEvidence: never,
    findWarning: never,
    findCharge: async () => null,
    findFailedCharge: never,
    hasEvent: never,
    sendReceipt: never,
    findTaxSetup: never,
    calculateTaxes: never,
    recordSale: never,
    reverseSale: never,
    listIntents: none,
    listRefunds: none,
    readEvent() {
      throw new Error('The benchmark sends no events')
    },
    subjectOf: () => ({ kind: 'other' }),
  }
}
