import type Stripe from 'stripe'
import { centsOfCharge } from '#contract/checkout/charge.ts'
import { CURRENCIES } from '#contract/currencies.ts'
import type { Currency } from '#contract/money.ts'
import type { Evidence } from '#contract/orders/review.ts'
import type {
  EvidenceFiles,
  FraudWarning,
  Intent,
  IntentStatus,
  ProviderCharge,
  ProviderDispute,
  ProviderRefund,
} from './provider.ts'

/** Metadata keys are prefixed because other apps on the same Stripe account may also write metadata. */
export const marks = {
  intent: (shopId: string, { orderId, version }: { orderId: string; version: number }) => ({
    plinth_shop: shopId,
    plinth_order: orderId,
    plinth_version: version,
  }),
  refund: (shopId: string, refundId: number) => ({ plinth_shop: shopId, plinth_refund: refundId }),
}

const STATUSES: Record<Stripe.PaymentIntent.Status, IntentStatus> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'action',
  processing: 'processing',
  // Only occurs with manual capture, which the shop doesn't use.
  requires_capture: 'processing',
  succeeded: 'paid',
  canceled: 'canceled',
}

/** @param hasReceipts whether the provider emails receipts */
export function toIntent(intent: Stripe.PaymentIntent, shopId: string, hasReceipts = false): Intent {
  const charge = paidCharge(intent)
  const { plinth_shop, plinth_order = null, plinth_version } = intent.metadata
  const isMarked = plinth_shop === shopId
  const currency = currencyOf(intent)
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    // A status unknown to this release is treated as neither paid nor changeable.
    status: STATUSES[intent.status] ?? 'processing',
    currency,
    amountCents: centsOfCharge(intent.amount, currency),
    receivedCents: centsOfCharge(intent.amount_received, currency),
    orderId: isMarked ? plinth_order : null,
    version: isMarked ? serialOf(plinth_version) : null,
    isLive: intent.livemode,
    failure: intent.last_payment_error?.message ?? null,
    failedChargeId: intent.last_payment_error?.charge ?? null,
    ...(charge && { charge: { ...charge, needsReceipt: hasReceipts } }),
  }
}

/** Returns the charge of an intent that was fetched with its charge, or null if none succeeded. */
export function paidCharge({ latest_charge: charge }: Stripe.PaymentIntent): ProviderCharge | null {
  return charge === null || typeof charge === 'string' || !charge.paid ? null : toCharge(charge)
}

export function toRefund(refund: Stripe.Refund, shopId: string): ProviderRefund {
  const isPending = refund.status === 'pending' || refund.status === 'requires_action'
  return {
    id: refund.id,
    intentId: idOf(refund.payment_intent),
    refundId: ownNumberOf(refund.metadata ?? {}, shopId),
    amountCents: centsOfCharge(refund.amount, currencyOf(refund)),
    status: isPending ? 'pending' : refund.status === 'succeeded' ? 'succeeded' : 'failed',
    problem: refund.failure_reason ?? null,
  }
}

export function toDispute(dispute: Stripe.Dispute): ProviderDispute {
  return {
    id: dispute.id,
    intentId: idOf(dispute.payment_intent),
    amountCents: centsOfCharge(dispute.amount, currencyOf(dispute)),
    reason: dispute.reason,
    status: dispute.status,
    openedAt: timeOf(dispute.created),
    dueBy: dispute.evidence_details.due_by === null ? null : timeOf(dispute.evidence_details.due_by),
    hasEvidence: dispute.evidence_details.submission_count > 0,
  }
}

function toCharge({ id, outcome, payment_method_details: details }: Stripe.Charge): ProviderCharge {
  const checks = details?.card?.checks
  return {
    id,
    risk: outcome?.risk_level ?? null,
    checks: {
      address: checks?.address_line1_check ?? null,
      postalCode: checks?.address_postal_code_check ?? null,
      securityCode: checks?.cvc_check ?? null,
    },
  }
}

export function toWarning(warning: Stripe.Radar.EarlyFraudWarning): FraudWarning {
  return {
    id: warning.id,
    intentId: idOf(warning.payment_intent ?? null),
    kind: warning.fraud_type,
    isActionable: warning.actionable,
    openedAt: timeOf(warning.created),
  }
}

export function toEvidence(evidence: Evidence, files: EvidenceFiles): Stripe.DisputeUpdateParams.Evidence {
  const all = {
    customer_name: evidence.customerName,
    customer_email_address: evidence.customerEmail,
    billing_address: evidence.billingAddress,
    shipping_address: evidence.shippingAddress,
    shipping_carrier: evidence.shippingCarrier,
    shipping_tracking_number: evidence.shippingTrackingNumber,
    shipping_date: evidence.shippingDate,
    product_description: evidence.productDescription,
    refund_policy_disclosure: evidence.refundPolicy,
    uncategorized_text: evidence.timeline,
    receipt: files.receipt,
    shipping_documentation: files.shippingDocumentation,
    customer_communication: files.customerCommunication,
    uncategorized_file: files.other,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}

/** Other apps on the same Stripe account may use currencies that the shop doesn't support. */
function currencyOf(object: { currency: string }): Currency {
  const code = object.currency.toUpperCase()
  return CURRENCIES.get(code) ?? { code, exponent: 2 }
}

const timeOf = (seconds: number) => new Date(seconds * 1000)

/** Returns our ID for a refund, or null if another program created it. */
function ownNumberOf({ plinth_shop, plinth_refund }: Stripe.Metadata, shopId: string) {
  return plinth_shop === shopId ? serialOf(plinth_refund) : null
}

const serialOf = (text: string | undefined) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null)

export const idOf = (named: string | { id: string } | null) =>
  typeof named === 'string' ? named : (named?.id ?? null)
