import type { TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'

export const add = (visitor: Visitor, product: { id: number }, quantity = 1) =>
  visitor.call('POST /api/cart', { productId: product.id, quantity })

/** Returns the product ID and quantity of each cart item. */
export const cartOf = async (visitor: Visitor) =>
  (await visitor.call('GET /api/cart')).map(({ productId, quantity }) => [productId, quantity])

export const countCarts = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom('carts').select('id').execute()).length
