/** What a card does when it is charged. A code alone is its own decline code's stand-in, as at Stripe. */
export interface Decline {
  code: string
  declineCode?: string
  advice?: string
  message: string
  /** The bank approved it, and one of Radar's rules blocks it. */
  isBlocked?: true
}

type Check = 'fail' | 'unavailable'

export interface TestNumber {
  /** Asks the buyer's bank first. */
  asksBank?: boolean
  decline?: Decline
  /** The buyer complains afterwards. */
  isDisputed?: boolean
  /** The card's issuer suspects fraud afterwards. */
  isSuspect?: boolean
  /** How risky Radar finds the payment; other cards are normal. */
  risk?: 'elevated' | 'highest'
  /** What the bank says about what the buyer typed; everything else passes. */
  checks?: { line1?: Check; postalCode?: Check; cvc?: Check }
  /** How refunds to it go; other cards are refunded at once. */
  refunds?: 'late' | 'fail'
}

/** The numbers that do something, as in Stripe's list of test cards. A number that is not here is a real card's. */
export function findTestNumber(number: string): TestNumber | null {
  return testNumbers[number] ?? null
}

/** Names that stand for a card on the server side, where card numbers must not be sent. */
export const cardNames: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedLostCard: '4000000000009987',
  pm_card_visa_chargeDeclinedStolenCard: '4000000000009979',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_authenticationRequired: '4000002500003155',
  pm_card_createDispute: '4000000000000259',
  pm_card_createIssuerFraudRecord: '4000000000005423',
  pm_card_riskLevelElevated: '4000000000009235',
  pm_card_riskLevelHighest: '4000000000004954',
  pm_card_avsFail: '4000000000000010',
  pm_card_avsLine1Fail: '4000000000000028',
  pm_card_avsZipFail: '4000000000000036',
  pm_card_avsUnchecked: '4000000000000044',
  pm_card_cvcCheckFail: '4000000000000101',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
}

export const genericDecline: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  advice: 'try_again_later',
  message: 'Your bank declined this card. Try another card.',
}

export const realCard: Decline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'This looks like a real card, and only test cards work here. Try 4242 4242 4242 4242.',
}

const lacksFunds: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  advice: 'try_again_later',
  message: 'There is not enough money on this card. Try another card.',
}

const testNumbers: Record<string, TestNumber> = {
  '4242424242424242': {},
  '4000056655665556': {},
  '5555555555554444': {},
  '2223003122003222': {},
  '5200828282828210': {},
  '378282246310005': {},
  '371449635398431': {},
  '6011111111111117': {},
  '6011000990139424': {},
  '3056930009020004': {},
  '36227206271667': {},
  '3566002020360505': {},
  '6200000000000005': {},
  '4000000000003055': {},
  '4000000000000077': {},
  '4000000000000002': { decline: genericDecline },
  '4000000000009995': { decline: lacksFunds },
  '4000000000009987': { decline: secretDecline('lost_card') },
  '4000000000009979': { decline: secretDecline('stolen_card') },
  '4100000000000019': { decline: secretDecline('fraudulent') },
  '4000000000006975': { decline: secretDecline('card_velocity_exceeded') },
  '4000000000000069': {
    decline: {
      code: 'expired_card',
      advice: 'do_not_try_again',
      message: 'This card has expired. Try another card.',
    },
  },
  '4000000000000127': {
    decline: {
      code: 'incorrect_cvc',
      advice: 'confirm_card_data',
      message: 'The security code is wrong. Check it and try again.',
    },
  },
  '4000000000000119': {
    decline: {
      code: 'processing_error',
      advice: 'try_again_later',
      message: 'The bank could not process the payment just now. Try again in a moment.',
    },
  },
  '4000000000003220': { asksBank: true },
  '4000002500003155': { asksBank: true },
  '4000002760003184': { asksBank: true },
  '4000008260003178': { asksBank: true, decline: lacksFunds },
  '4000008400001629': { asksBank: true, decline: genericDecline },
  '4000000000000259': { isDisputed: true },
  '4000000000005423': { isSuspect: true },
  '4000000000009235': { risk: 'elevated' },
  '4000000000004954': { risk: 'highest' },
  '4000000000000010': { checks: { line1: 'fail', postalCode: 'fail' } },
  '4000000000000028': { checks: { line1: 'fail' } },
  '4000000000000036': { checks: { postalCode: 'fail' } },
  '4000000000000044': { checks: { line1: 'unavailable', postalCode: 'unavailable' } },
  '4000000000000101': { checks: { cvc: 'fail' } },
  '4000000000007726': { refunds: 'late' },
  '4000000000005126': { refunds: 'fail' },
}

/** The true reason is for the shop's eyes only: the buyer reads the same as for any decline. */
function secretDecline(declineCode: string): Decline {
  return { ...genericDecline, declineCode, advice: 'do_not_try_again' }
}
