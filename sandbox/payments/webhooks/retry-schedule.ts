const minute = 60_000
const hour = 60 * minute

// Stripe promises retries for up to three days that grow further apart, and does not publish the steps.
const waits = [
  1 * minute,
  5 * minute,
  30 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
  8 * hour,
  16 * hour,
  20 * hour,
  20 * hour,
]

/** How long to wait after so many attempts in vain, in milliseconds; null to give up. */
export function waitAfter(attempts: number, speed: number): number | null {
  const wait = waits[attempts - 1]
  return wait === undefined ? null : wait / speed
}
