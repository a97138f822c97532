import type Stripe from 'stripe'
import { chargeOf } from '#contract/checkout/charge.ts'
import type { PaymentGateway } from './provider.ts'
import { allSince, mapped, translateErrors } from './stripe-errors.ts'
import { marks, toRefund } from './stripe-objects.ts'

type RefundCalls = 'createRefund' | 'findRefund' | 'findOwnRefund' | 'listRefunds'

export function stripeRefunds(stripe: Stripe, shopId: string): Pick<PaymentGateway, RefundCalls> {
  const refundOf = (refund: Stripe.Refund) => toRefund(refund, shopId)
  return {
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
    listRefunds: (since) => mapped(stripe.refunds.list(allSince(since)), refundOf),
  }
}
