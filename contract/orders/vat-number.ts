import { REVERSE_CHARGE } from '../pricing/tax-text.ts'
import type { Order } from './api.ts'

/** Whether VIES, the EU's register of VAT numbers, confirms a number, for the customer of an order. */
const STATES = {
  verified: 'verified',
  unverified: 'not verified',
  invalid: 'not registered for trade within the EU',
} as const

const REGISTER = 'VIES, the EU’s register of VAT numbers,'

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
  const { state } = vatNumber
  const isReversed = taxes.some(({ name }) => name === REVERSE_CHARGE)
  if (!isReversed)
    return state === 'unverified'
      ? `${REGISTER} was unavailable, so we charged VAT as for a private customer.`
      : null
  if (state === 'invalid') return `${REGISTER} doesn’t know this number, so VAT may still be due.`
  const reason = 'Reverse charge: this intra-Community supply has no VAT. You owe the VAT in your country.'
  return state === 'verified' ? reason : `${reason} We verify your VAT number before we ship the order.`
}
