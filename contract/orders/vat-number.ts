import { REVERSE_CHARGE } from '../pricing/reverse-charge.ts'
import type { Order } from './api.ts'

/** Whether VIES, the EU's register of VAT numbers, confirms a number, for the customer of an order. */
const STATES = {
  verified: 'verified',
  unverified: 'not verified',
  invalid: 'not registered for trade within the EU',
} as const

type Business = Pick<Order, 'taxes' | 'vatNumber'>

/** 'ATU12345675 (verified)', or null for a private customer. */
export function vatNumberText({ vatNumber }: Business): string | null {
  return vatNumber && `${vatNumber.id} (${STATES[vatNumber.state]})`
}

/**
 * Returns what the customer's VAT number means for the order, or null if it changes nothing. An invoice without VAT must
 * name the reason (Directive 2006/112/EC, article 226).
 */
export function vatNote({ taxes, vatNumber }: Business): string | null {
  if (!vatNumber) return null
  const isReversed = taxes.some(({ name }) => name === REVERSE_CHARGE)
  if (isReversed) {
    const reason = 'Reverse charge: this intra-Community supply has no VAT. You owe the VAT in your country.'
    const check =
      vatNumber.state === 'unverified' ? ' We verify your VAT number before we ship the order.' : ''
    return `${reason}${check}`
  }
  if (vatNumber.state !== 'unverified') return null
  return 'VIES, the EU’s register of VAT numbers, was unavailable, so your order includes VAT.'
}
