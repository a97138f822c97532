import type { Currency } from '#contract/money.ts'
import type { RefundCategory } from '#contract/orders/admin-parts.ts'
import type { EvidenceFileKind } from '#contract/orders/evidence-files.ts'
import type { Evidence } from '#contract/orders/review.ts'
import type { TaxRequest } from '../pricing/pricing.ts'
import type { TaxCalculation } from '../pricing/queries.ts'

/** The payment provider's interface, independent of any one provider. */

/**
 * 'action': the shopper's bank requires authentication. An intent can be paid, changed, or canceled until 'processing'.
 */
export type IntentStatus = 'open' | 'action' | 'processing' | 'paid' | 'canceled'

export type Intent = {
  id: string
  clientSecret: string
  status: IntentStatus
  currency: Currency
  amountCents: number
  /** The amount received, or 0 before 'paid'. */
  receivedCents: number
  /** The order, or null if the intent doesn't carry this shop's ID. */
  orderId: string | null
  version: number | null
  isLive: boolean
  /** Why the last attempt failed, in a sentence that can be shown. */
  failure: string | null
  /** The charge of the last attempt, or null if the payment failed before the card was charged. */
  failedChargeId: string | null
  /** The charge of a paid intent, if it was fetched with the intent. */
  charge?: ProviderCharge & { needsReceipt: boolean }
}

export type ProviderRefund = {
  id: string
  intentId: string | null
  /** The refund's ID in this shop, or null if the refund isn't marked as ours. Valid only together with the intent. */
  refundId: number | null
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed'
  problem: string | null
}

export type ProviderDispute = {
  id: string
  intentId: string | null
  amountCents: number
  reason: string
  status: string
  openedAt: Date
  /** The deadline for evidence, or null if no evidence is accepted. */
  dueBy: Date | null
  /** Whether evidence was submitted. */
  hasEvidence: boolean
}

/** The bank's result for a detail: 'pass', 'fail', 'unavailable', or another value of the provider. Null if not checked. */
type BankCheck = string | null

export type ProviderCharge = {
  id: string
  /** For example, 'elevated'. */
  risk: string | null
  /** Checks of the billing street, the postal code, and the card's security code. */
  checks: { address: BankCheck; postalCode: BankCheck; securityCode: BankCheck }
}

/** A file as the bank gets it. `type` is a MIME type. */
type UploadedFile = { name: string; type: string; bytes: Uint8Array }
/** The provider's IDs of the files. */
export type EvidenceFiles = Partial<Record<EvidenceFileKind, string>>

/** A card issuer's suspicion of fraud. */
export type FraudWarning = {
  id: string
  intentId: string | null
  /** For example, 'made_with_stolen_card'. */
  kind: string
  /** Whether a refund can still avoid a dispute. */
  isActionable: boolean
  openedAt: Date
}

/** An event as stored. `object` is as the provider sent it. */
export type StoredEvent = { id: string; type: string; object: unknown }
export type ProviderEvent = StoredEvent & { isLive: boolean }

/** The subject of an event. An intent has the state it had when the event was sent. */
export type EventSubject =
  | { kind: 'intent'; intent: Intent }
  | { kind: 'refund'; id: string }
  | { kind: 'dispute'; id: string }
  | { kind: 'warning'; id: string }
  | { kind: 'other' }

/** The order version that an intent is for. The currency of an intent never changes. */
export type IntentFacts = { orderId: string; version: number; amountCents: number; currency: Currency }

/** Why the provider can't calculate taxes: it doesn't know the address, or rejects the VAT number. */
export type TaxProblem = { problem: 'address' | 'vat-number' }

/**
 * A sale for the provider's tax reports, or the reversal of part of one.
 * @property reference unique across sales and reversals
 */
type TaxSale = { calculation: string; reference: string }
export type TaxReversal = {
  transactionId: string
  reference: string
  amountCents: number
  currency: Currency
  parts: ReversedParts | null
}

/**
 * The parts of a refund, identified by variant, or by product without options. Amounts contain the taxes.
 * Null if the provider must split the amount.
 */
export type ReversedParts = {
  lines: (ReversedPart & { unit: number; quantity: number })[]
  shipping: ReversedPart
}
export type ReversedPart = { cents: number; taxCents: number }

/** @property currency that of the intent */
type RefundFacts = { intentId: string; amountCents: number; currency: Currency; refundId: number }

/** A payment provider. Every call may throw a ProviderError. */
export type PaymentGateway = {
  /** The publishable key, which browsers use. */
  readonly publishableKey: string
  /** Whether payments are live, with real money. */
  readonly isLive: boolean
  name: string
  /** Why payments fail until the store owner changes the keys, in a sentence for admins, or null if they work. */
  findKeyProblem(): Promise<string | null>
  /** The event types that the shop subscribes to. */
  eventTypes: string[]
  /** Triggers an event that belongs to no order and moves no money. */
  causeTestEvent(): Promise<void>
  /**
   * Creates an intent.
   * @param key the idempotency key: the same key and data return the same intent
   */
  createIntent(facts: IntentFacts, key: string): Promise<Intent>
  /** Updates an intent, which must be open. */
  updateIntent(id: string, facts: IntentFacts): Promise<Intent>
  findIntent(id: string): Promise<Intent>
  /** Cancels an intent unless it was paid or is being paid. @returns its state afterward */
  cancelIntent(id: string): Promise<Intent>
  createRefund(facts: RefundFacts & { category: RefundCategory | null }, key: string): Promise<ProviderRefund>
  findRefund(id: string): Promise<ProviderRefund>
  /** Returns the refund with our ID for an intent, or null if there is none. */
  findOwnRefund(facts: RefundFacts): Promise<ProviderRefund | null>
  findDispute(id: string): Promise<ProviderDispute>
  listDisputes(since: Date): AsyncIterable<ProviderDispute>
  /** Stores a file for evidence. @returns its ID */
  uploadEvidence(file: UploadedFile): Promise<string>
  /** Submits evidence, with the IDs of its files. This is final. */
  submitEvidence(id: string, evidence: Evidence, files: EvidenceFiles): Promise<ProviderDispute>
  findWarning(id: string): Promise<FraudWarning>
  listWarnings(since: Date): AsyncIterable<FraudWarning>
  /** Returns the successful charge of an intent, or null if there is none. */
  findCharge(intentId: string): Promise<ProviderCharge | null>
  /** Returns the intent of a failed charge, or null if there is no such charge or it didn't fail. */
  findFailedCharge(chargeId: string): Promise<{ intentId: string | null } | null>
  /** Counts the declined cards of an intent, up to 100. */
  countDeclines(intentId: string): Promise<number>
  /** Emails a receipt for a charge, once. */
  sendReceipt(chargeId: string, email: string): Promise<void>
  /** Returns whether the account can calculate taxes, and 'unknown' if the provider doesn't respond or rejects the key. */
  findTaxSetup(): Promise<'active' | 'inactive' | 'unknown'>
  calculateTaxes(request: TaxRequest): Promise<TaxCalculation | TaxProblem>
  /**
   * Reports a sale for the tax reports.
   * @param key the idempotency key: the same key and data return the same transaction for a day
   * @returns the transaction's ID, or null if the provider already has the reference but doesn't return the ID
   */
  recordSale(sale: TaxSale, key: string): Promise<string | null>
  /**
   * Reports that parts of a sale, or an amount of it, were refunded, including their tax.
   * @param key as for a sale
   * @returns the reversal's ID, or null if the provider already has the reference but doesn't return the ID
   */
  reverseSale(reversal: TaxReversal, key: string): Promise<string | null>
  /** Lists every intent created since then. */
  listIntents(since: Date): AsyncIterable<Intent>
  listRefunds(since: Date): AsyncIterable<ProviderRefund>
  /** Verifies a webhook's signature and age (at most 300 s). */
  readEvent(body: Buffer, signature: string): Promise<ProviderEvent>
  /** Returns true if the provider has this event, because a leaked signing secret is enough to forge one. */
  hasEvent(event: StoredEvent): Promise<boolean>
  subjectOf(event: Omit<StoredEvent, 'id'>): EventSubject
}

/**
 * A failed call. 'away': unreachable or too busy; the same call may be retried. 'broken': fails again with the same
 * idempotency key, but may succeed later with another one. 'unauthorized': the key is invalid or lacks a permission;
 * the call may be retried once the store owner has fixed it. 'too-small': the amount is below the provider's minimum.
 * 'refused': rejected permanently for another reason.
 */
export class ProviderError extends Error {
  readonly kind: 'away' | 'broken' | 'unauthorized' | 'too-small' | 'refused'

  constructor(kind: ProviderError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
