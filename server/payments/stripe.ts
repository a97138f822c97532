import Stripe from 'stripe'
import type { StripeSettings } from '../stripe-settings.ts'
import { keyCheck } from './check-keys.ts'
import type { KeySource } from './key-source.ts'
import type { PaymentGateway } from './provider.ts'
import { stripeClient } from './stripe-client.ts'
import { stripeDisputes } from './stripe-disputes.ts'
import { translateErrors } from './stripe-errors.ts'
import { stripeEvents } from './stripe-events.ts'
import { stripeIntents } from './stripe-intents.ts'
import { fixedKeys } from './stripe-keys.ts'
import { stripeRefunds } from './stripe-refunds.ts'
import { calculateTaxes, idOrTaken } from './stripe-tax.ts'
import { reversalOf } from './stripe-tax-reversal.ts'

type TaxCalls = 'findTaxSetup' | 'calculateTaxes' | 'recordSale' | 'reverseSale'

/** Connects to Stripe, or to its emulator. */
export function openStripe(
  settings: StripeSettings,
  shopId: string,
  keys: KeySource = fixedKeys(settings),
): PaymentGateway {
  const stripe = stripeClient(settings, keys)
  return {
    get publishableKey() {
      return keys.known().keys?.publishableKey ?? ''
    },
    get isLive() {
      return keys.known().isLive
    },
    name: 'Stripe',
    findKeyProblem: keyCheck(stripe, keys),
    ...stripeIntents(stripe, shopId, settings),
    ...stripeRefunds(stripe, shopId),
    ...stripeDisputes(stripe),
    ...stripeTaxes(stripe),
    ...stripeEvents(stripe, shopId, keys),
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
