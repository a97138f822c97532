import { z } from 'zod'
import { LineVariant, Product } from '../catalog/api.ts'
import { endpoint } from '../http.ts'
import { RowId } from '../text.ts'
import { CART_MESSAGES, QUANTITY_MAX } from './rules.ts'

const Quantity = z
  .int(CART_MESSAGES.quantity)
  .min(1, CART_MESSAGES.quantity)
  .max(QUANTITY_MAX, CART_MESSAGES.quantity)

export const CartItem = z.object({
  id: z.int().positive(),
  productId: z.int().positive(),
  quantity: Quantity,
  /** If false, shown as 'No longer available'. */
  isAvailable: z.boolean(),
  /** True if the product ships free, otherwise omitted. An order ships free only if all of its items do. */
  shipsFree: z.literal(true).optional(),
  /**
   * At the current price. `stockQuantity` is the available quantity. Both belong to the variant, if there is one.
   * `variants` is empty, except for the item that was added or changed.
   */
  product: Product,
  /** The tax class of the product or of its category; omitted for 'standard'. */
  taxClass: z.string().optional(),
  /** Only for products with options. */
  variant: LineVariant.optional(),
})
export type CartItem = z.infer<typeof CartItem>

export const listCartItems = endpoint({
  method: 'GET',
  path: '/api/cart',
  access: 'anyone',
  isCostly: true,
  isQuiet: true,
  summary:
    "Your cart: the signed-in user's, otherwise the one that the `cart` cookie identifies. Empty without either.",
  input: z.object({}),
  response: z.array(CartItem),
})

export const addCartItem = endpoint({
  method: 'POST',
  path: '/api/cart',
  access: 'anyone',
  isCostly: true,
  isQuiet: true,
  summary:
    'Add a quantity of a product, or of one of its variants: without `variantId`, the variant whose price the product shows. Adding it again increases the quantity. Sets the `cart` cookie for a visitor. Returns the whole cart.',
  input: z.object({ productId: RowId, quantity: Quantity, variantId: RowId.optional() }),
  response: z.array(CartItem),
})

export const changeCartItem = endpoint({
  method: 'PATCH',
  path: '/api/cart/:itemId',
  access: 'anyone',
  isCostly: true,
  isQuiet: true,
  summary: 'Set the quantity of an item in your cart. Returns the whole cart.',
  input: z.object({ itemId: RowId, quantity: Quantity }),
  response: z.array(CartItem),
})

export const removeCartItem = endpoint({
  method: 'DELETE',
  path: '/api/cart/:itemId',
  access: 'anyone',
  isCostly: true,
  isQuiet: true,
  summary: 'Remove an item from your cart. Returns the whole cart.',
  input: z.object({ itemId: RowId }),
  response: z.array(CartItem),
})

export const clearCart = endpoint({
  method: 'DELETE',
  path: '/api/cart',
  access: 'anyone',
  isCostly: true,
  isQuiet: true,
  summary: 'Remove everything from the cart. Returns the empty cart.',
  input: z.object({}),
  response: z.array(CartItem),
})

export const cartEndpoints = [listCartItems, addCartItem, changeCartItem, removeCartItem, clearCart] as const
