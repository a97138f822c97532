import type { AnswerOf } from '../platform/api.ts'

export type CartItem = AnswerOf<'GET /api/cart'>[number]

/** What came where a list of cart items was expected (spec section 8): the list, something else, or nothing readable. */
export type CartAnswer = { kind: 'list'; items: CartItem[] } | { kind: 'other' } | { kind: 'unreadable' }

export function readCart(text: string): CartAnswer {
  try {
    const answer: unknown = JSON.parse(text)
    return Array.isArray(answer) ? { kind: 'list', items: answer as CartItem[] } : { kind: 'other' }
  } catch {
    return { kind: 'unreadable' }
  }
}
