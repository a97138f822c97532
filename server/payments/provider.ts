import type { RefundCategory } from '#contract/orders/admin-parts.ts'
import type { Evidence } from '#contract/orders/review.ts'

/** What the shop and its card provider say to each other, in the shop's words. */

/** 'action': the buyer's bank asks something. Everything before 'processing' can still be paid, changed or canceled. */
export type IntentStatus = 'open' | 'action' | 'processing' | 'paid' | 'canceled'

export type Intent = {
  id: string
  clientSecret: string
  status: IntentStatus
  amountCents: number
  /** What has arrived; 0 before 'paid'. */
  receivedCents: number
  /** The order, or null if this shop's ID isn't on the intent; one opened by an older release is found by its stored ID. */
  orderId: string | null
  version: number | null
  isLive: boolean
  /** Why the last try to pay failed, for a person. */
  failure: string | null
  /** The charge of that try, or null if the payment failed before the card was charged. */
  failedChargeId: string | null
}

export type ProviderRefund = {
  id: string
  intentId: string | null
  /** Our own number of it, or null if it isn't marked as ours. Counts only together with the intent. */
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
  /** Until when evidence is accepted, or null if it isn't. */
  dueBy: Date | null
  /** Whether evidence was submitted. */
  isAnswered: boolean
}

/** What the bank said about a detail: 'pass', 'fail', 'unavailable' or another word of the provider; null if it wasn't asked. */
type BankCheck = string | null

export type ProviderCharge = {
  id: string
  /** Such as 'elevated'. */
  risk: string | null
  /** Of the billing address's street and postal code, and of the card's security code. */
  checks: { address: BankCheck; postalCode: BankCheck; securityCode: BankCheck }
}

/** A card issuer suspects fraud. */
export type FraudWarning = {
  id: string
  intentId: string | null
  /** Such as 'made_with_stolen_card'. */
  kind: string
  /** Whether a refund can still avoid a dispute. */
  isActionable: boolean
  openedAt: Date
}

export type ProviderEvent = { id: string; type: string; isLive: boolean; object: unknown }

/** What an event is about. An intent comes as it was when the event was sent. */
export type EventSubject =
  | { kind: 'intent'; intent: Intent }
  | { kind: 'refund'; id: string }
  | { kind: 'dispute'; id: string }
  | { kind: 'warning'; id: string }
  | { kind: 'other' }

/** Every call may throw a ProviderError. */
export type PaymentGateway = {
  /** For the browser; not secret. */
  publishableKey: string
  /** Whether real money moves. */
  isLive: boolean
  name: string
  /** The types of its events that the shop listens to. */
  eventTypes: string[]
  /** Makes it send an event about something that is no order and moves no money. */
  causeTestEvent(): Promise<void>
  /** @param key asked again with the same key and facts, gives the same intent */
  openIntent(facts: { orderId: string; version: number; amountCents: number }, key: string): Promise<Intent>
  /** While the intent is open. */
  changeIntent(id: string, facts: { orderId: string; version: number; amountCents: number }): Promise<Intent>
  findIntent(id: string): Promise<Intent>
  /** The intent as it is afterwards: canceled, unless it was paid or is being paid. */
  cancelIntent(id: string): Promise<Intent>
  createRefund(
    facts: { intentId: string; amountCents: number; refundId: number; category: RefundCategory | null },
    key: string,
  ): Promise<ProviderRefund>
  findRefund(id: string): Promise<ProviderRefund>
  /** The refund of an intent that carries our own number, if it was made. */
  findOwnRefund(facts: {
    intentId: string
    amountCents: number
    refundId: number
  }): Promise<ProviderRefund | null>
  findDispute(id: string): Promise<ProviderDispute>
  /** Submits evidence, for good. */
  answerDispute(id: string, evidence: Evidence): Promise<ProviderDispute>
  findWarning(id: string): Promise<FraudWarning>
  /** The successful charge of an intent, or null if there is none. */
  findCharge(intentId: string): Promise<ProviderCharge | null>
  /** The intent that a charge failed for; null if there is no such charge, or if it didn't fail. */
  findFailedCharge(chargeId: string): Promise<{ intentId: string | null } | null>
  /** Emails a receipt for a charge, once. */
  sendReceipt(chargeId: string, email: string): Promise<void>
  /** Every one made since then. */
  listIntents(since: Date): AsyncIterable<Intent>
  listRefunds(since: Date): AsyncIterable<ProviderRefund>
  /** Checks signature and age (300 s) of a webhook. */
  readEvent(body: Buffer, signature: string): ProviderEvent
  /** Whether the provider has really sent this event: a leaked signing secret is enough to forge one. */
  hasSent(event: { id: string; type: string; object: unknown }): Promise<boolean>
  subjectOf(event: { type: string; object: unknown }): EventSubject
}

/**
 * 'away': not reached, or too busy; the same call may be tried again. 'broken': failed, and will fail the same way under the
 * same idempotency key, but may succeed later under another. 'unauthorized': the key is invalid or lacks a permission; the
 * same call may be tried again once the store owner has fixed it. 'refused': it will not do this.
 */
export class ProviderError extends Error {
  readonly kind: 'away' | 'broken' | 'unauthorized' | 'refused'

  constructor(kind: ProviderError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
