import { ORDER_MOVES, type OrderStatus } from '#contract/orders/rules.ts'
import { ShopError } from '../errors.ts'

/** @throws ShopError 409 'illegal_move' when an order does not go from one status to the other (contract section 4) */
export function checkMove(from: OrderStatus, to: OrderStatus): void {
  if (ORDER_MOVES[from].includes(to)) return
  const possible = ORDER_MOVES[from]
  const ways = possible.length > 0 ? `it can become ${possible.join(' or ')}` : 'that is its end'
  throw new ShopError(409, 'illegal_move', `This order is ${from} and cannot become ${to}: ${ways}.`)
}
