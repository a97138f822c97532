import type { FaultKind } from '../faults.ts'
import { webhookFaults } from '../webhook-fate.ts'

/** Everything that can be made to go wrong with card payments. */
export const faultKinds: readonly FaultKind[] = [
  { kind: 'declined', does: 'The bank declines every card.' },
  { kind: 'processing', does: 'A payment stays in process for a while before it succeeds.', delayMs: 5000 },
  {
    kind: 'processing-fails',
    does: 'A payment stays in process for a while, then the bank declines it.',
    delayMs: 5000,
  },
  { kind: 'no-wallet', does: 'The browser has no wallet: the Express Checkout Element has nothing to show.' },
  { kind: 'slow', does: 'The API takes its time before it does what was asked.', delayMs: 3000 },
  { kind: 'rate-limited', does: 'The API refuses requests with 429, as if too many had come.' },
  {
    kind: 'error',
    does: 'The API breaks with 500 and does nothing. The same idempotency key gets the same 500 again, as at Stripe.',
  },
  {
    kind: 'timeout-before',
    does: 'The API does nothing and does not answer; then the connection is cut.',
    delayMs: 30_000,
  },
  {
    kind: 'timeout-after',
    does: 'The API does what was asked, but does not answer; then the connection is cut.',
    delayMs: 30_000,
  },
  ...webhookFaults('an event'),
  { kind: 'key-invalid', does: 'The API answers 401, as if the key had been revoked.' },
  { kind: 'key-restricted', does: 'The API answers 403, as if the key lacked a permission.' },
  {
    kind: 'balance-insufficient',
    does: "A refund is refused, since the account's balance is too low. The same idempotency key gets the same refusal.",
  },
  { kind: 'refund-pending', does: 'A refund is pending for a while before it succeeds.', delayMs: 5000 },
  {
    kind: 'refund-fails',
    does: 'A refund is pending for a while, then the bank sends the money back.',
    delayMs: 5000,
  },
  { kind: 'down', does: 'Nothing of the provider works: API and card form answer 503.' },
]
