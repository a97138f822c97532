/** Maximum amount: 9,999,999.99 dollars keeps every cart total a safe integer of cents. */
export const MAX_CENTS = 999_999_999

/** Parses "49.9" to 4990 cents, or returns null if it isn't an amount of at most MAX_CENTS. */
export function parseCents(text: string): number | null {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return cents <= MAX_CENTS ? cents : null
}

/** "49.90" -> 4990 cents. @throws Error if it isn't an amount, which the API never sends */
export function centsOf(wire: string): number {
  const cents = parseCents(wire)
  if (cents === null) throw new Error(`'${wire}' is not an amount`)
  return cents
}

/** 4990 cents -> "49.90" */
export function centsToWire(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** "1234.5" from JSON -> "$1,234.50" for display. */
export function formatMoney(wire: string): string {
  return formatCents(centsOf(wire))
}

/** 123450 cents -> "$1,234.50" for display. */
export function formatCents(cents: number): string {
  const [whole, fraction] = centsToWire(cents).split('.')
  return `$${(whole ?? '0').replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** Returns the rounded discount in percent (spec section 2, product detail). */
export function percentOff(oldPrice: string, price: string): number {
  const before = centsOf(oldPrice)
  const now = centsOf(price)
  return before > now ? Math.round(((before - now) * 100) / before) : 0
}
