import { hash } from 'node:crypto'
import type Stripe from 'stripe'
import { type Html, html } from '../../html.ts'
import { facts, section } from '../../layout.ts'

/** Why a payment is declined. */
export interface Decline {
  code: string
  declineCode?: string
  message: string
  /** The bank approved the payment, but one of Radar's rules blocks it. */
  isBlocked?: true
}

type Check = 'fail' | 'unavailable'

export interface TestCard {
  /** Number with spaces and a brief description, for the start page. */
  number: string
  does: string
  /** The ID to use where card numbers must not be sent. */
  name?: string
  requires3ds?: boolean
  decline?: Decline
  isDisputed?: boolean
  hasFraudWarning?: boolean
  /** Radar's risk level, 'normal' by default. */
  risk?: 'elevated' | 'highest'
  /** Results of the bank's checks, which pass by default. */
  checks?: { line1?: Check; postalCode?: Check }
  /** Result of refunds, which succeed immediately by default. */
  refunds?: 'late' | 'fail'
}

export const genericDecline: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your bank declined this card. Try another card.',
}

const realCardDecline: Decline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'This looks like a real card. Only test cards work here. Try 4242 4242 4242 4242.',
}

const insufficientFunds: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'This card has insufficient funds. Try another card.',
}

const expiredCard: Decline = {
  code: 'expired_card',
  message: 'This card has expired. Try another card.',
}

/** A built-in rule of Radar blocks the payment after the bank has approved it. A wrong street alone doesn't. */
const wrongPostalCode: Decline = {
  code: 'incorrect_zip',
  isBlocked: true,
  message: "The postal code doesn't match this card. Check the billing address and try again.",
}

/** Stripe's test cards, with Stripe's names for them (https://docs.stripe.com/testing). */
const testCards: readonly TestCard[] = [
  { number: '4242 4242 4242 4242', does: 'pays', name: 'visa' },
  { number: '5555 5555 5555 4444', does: 'pays, as Mastercard', name: 'mastercard' },
  { number: '3782 822463 10005', does: 'pays, as American Express (security code of four digits)' },
  {
    number: '4000 0000 0000 0002',
    does: 'is declined',
    name: 'chargeDeclined',
    decline: genericDecline,
  },
  {
    number: '4000 0000 0000 9995',
    does: 'has insufficient funds',
    name: 'chargeDeclinedInsufficientFunds',
    decline: insufficientFunds,
  },
  {
    number: '4000 0000 0000 0069',
    does: 'has expired',
    name: 'chargeDeclinedExpiredCard',
    decline: expiredCard,
  },
  {
    number: '4000 0000 0000 0036',
    does: 'is declined: wrong postal code',
    checks: { postalCode: 'fail' },
  },
  {
    number: '4000 0000 0000 0028',
    does: 'pays, with a wrong street',
    checks: { line1: 'fail' },
  },
  {
    number: '4000 0000 0000 0044',
    does: "pays; the bank can't check the address",
    checks: { line1: 'unavailable', postalCode: 'unavailable' },
  },
  {
    number: '4000 0000 0000 3220',
    does: 'requires 3-D Secure',
    name: 'threeDSecure2Required',
    requires3ds: true,
  },
  {
    number: '4000 0025 0000 3155',
    does: 'requires 3-D Secure',
    name: 'authenticationRequired',
    requires3ds: true,
  },
  { number: '4000 0027 6000 3184', does: 'requires 3-D Secure', requires3ds: true },
  {
    number: '4000 0082 6000 3178',
    does: 'requires 3-D Secure, then has insufficient funds',
    requires3ds: true,
    decline: insufficientFunds,
  },
  {
    number: '4000 0000 0000 7726',
    does: 'pays; its refunds are pending for a while',
    name: 'pendingRefund',
    refunds: 'late',
  },
  {
    number: '4000 0000 0000 5126',
    does: 'pays; its refunds fail after a while',
    name: 'refundFail',
    refunds: 'fail',
  },
  {
    number: '4000 0000 0000 0259',
    does: 'pays, then the payment is disputed',
    name: 'createDispute',
    isDisputed: true,
  },
  { number: '4000 0000 0000 5423', does: 'pays, then its issuer suspects fraud', hasFraudWarning: true },
  { number: '4000 0000 0000 9235', does: 'pays, with an elevated risk', risk: 'elevated' },
  { number: '4000 0000 0000 4954', does: 'pays, with the highest risk', risk: 'highest' },
]

/** Returns null if it could be a real card. */
export function testCardOf(card: { fingerprint?: string | null } | null | undefined): TestCard | null {
  return testCards.find((one) => fingerprintOf(digitsOf(one)) === card?.fingerprint) ?? null
}

/** Identifies a number. Stripe doesn't show the number itself. */
export function fingerprintOf(number: string): string {
  return hash('sha256', number).slice(0, 16)
}

/** Returns the number for a name such as `pm_card_visa`, or null if no test card has this name. */
export function numberNamed(id: string): string | null {
  const card = testCards.find(({ name }) => name !== undefined && id === `pm_card_${name}`)
  return card ? digitsOf(card) : null
}

export function testCardsSection(): Html {
  return section(
    'cards',
    'Test cards',
    html`<p>These numbers aren't real cards. Use any future date and any security code.</p>
${facts(
  testCards.map(({ number, does }) => [number, does]),
  'cards',
)}`,
  )
}

function digitsOf({ number }: TestCard): string {
  return number.replaceAll(' ', '')
}

type Checks = Stripe.Charge.PaymentMethodDetails.Card.Checks

/** Returns the bank's checks of the billing address and the security code. Details that were omitted aren't checked. */
export function bankChecks({ card, billing_details: { address } }: Stripe.PaymentMethod): Checks {
  const { line1, postalCode } = testCardOf(card)?.checks ?? {}
  return {
    address_line1_check: address?.line1 ? (line1 ?? 'pass') : null,
    address_postal_code_check: address?.postal_code ? (postalCode ?? 'pass') : null,
    cvc_check: card?.checks?.cvc_check ? 'pass' : null,
  }
}

/** Returns the reason why a card is declined, or null if the bank approves it. */
export function declineOf(method: Stripe.PaymentMethod): Decline | null {
  const card = testCardOf(method.card)
  if (!card) return realCardDecline
  if (card.decline) return card.decline
  return bankChecks(method).address_postal_code_check === 'fail' ? wrongPostalCode : null
}
