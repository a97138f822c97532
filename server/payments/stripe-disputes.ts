import type Stripe from 'stripe'
import type { PaymentGateway } from './provider.ts'
import { allSince, mapped, translateErrors } from './stripe-errors.ts'
import { toDispute, toEvidence, toWarning } from './stripe-objects.ts'

type DisputeCalls =
  | 'findDispute'
  | 'listDisputes'
  | 'uploadEvidence'
  | 'submitEvidence'
  | 'findWarning'
  | 'listWarnings'

/** Disputes with their evidence, and the card issuers' fraud warnings. */
export function stripeDisputes(stripe: Stripe): Pick<PaymentGateway, DisputeCalls> {
  const { earlyFraudWarnings } = stripe.radar
  return {
    findDispute: (id) => translateErrors(async () => toDispute(await stripe.disputes.retrieve(id))),
    listDisputes: (since) => mapped(stripe.disputes.list(allSince(since)), toDispute),
    uploadEvidence: ({ name, type, bytes }) =>
      translateErrors(async () => {
        const file = { data: bytes, name, type }
        return (await stripe.files.create({ purpose: 'dispute_evidence', file })).id
      }),
    submitEvidence: (id, evidence, files) =>
      translateErrors(async () =>
        toDispute(await stripe.disputes.update(id, { evidence: toEvidence(evidence, files), submit: true })),
      ),
    findWarning: (id) => translateErrors(async () => toWarning(await earlyFraudWarnings.retrieve(id))),
    listWarnings: (since) => mapped(earlyFraudWarnings.list(allSince(since)), toWarning),
  }
}
