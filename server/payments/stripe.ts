import Stripe from 'stripe'
import type { StripeSettings } from '../stripe-settings.ts'
import type { PaymentGateway } from './provider.ts'
import { stripeDisputes } from './stripe-disputes.ts'
import { translateErrors } from './stripe-errors.ts'
import { stripeEvents } from './stripe-events.ts'
import { stripeIntents } from './stripe-intents.ts'
import { stripeRefunds } from './stripe-refunds.ts'
import { calculateTaxes, idOrTaken } from './stripe-tax.ts'
import { reversalOf } from './stripe-tax-reversal.ts'

type TaxCalls = 'findTaxSetup' | 'calculateTaxes' | 'recordSale' | 'reverseSale'

/** Connects to Stripe, or to its emulator. */
export function openStripe(settings: StripeSettings, shopId: string): PaymentGateway {
  const { secretKey, publishableKey, webhookSecret, address, timeoutMs } = settings
  const stripe = new Stripe(secretKey, {
    ...address,
    httpClient: retryingTooMany(),
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
  })
  return {
    publishableKey,
    isLive: secretKey.includes('_live_'),
    name: 'Stripe',
    ...stripeIntents(stripe, shopId, settings),
    ...stripeRefunds(stripe, shopId),
    ...stripeDisputes(stripe),
    ...stripeTaxes(stripe),
    ...stripeEvents(stripe, shopId, webhookSecret),
  }
}

function stripeTaxes(stripe: Stripe): Pick<PaymentGateway, TaxCalls> {
  return {
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
  }
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
