import { expect } from 'vitest'
import { centsOf, centsToWire, US_DOLLARS } from '#contract/money.ts'
import { listStockProblems } from '../../server/stock/queries.ts'
import { type Api, ApiError } from '../../web/platform/api.ts'
import { createBuyer } from './buyer.ts'
import { aProduct, aProductInColors } from './fixtures.ts'
import { becomes, checkoutInput, payByCard } from './purchase.ts'
import type { TestShop } from './shop.ts'

const BUYERS = 50
const UNITS = 10

/**
 * Lets 50 shoppers, each with one unit in the cart, check out concurrently over HTTP when 10 units are in stock. Exactly 10
 * get an order and pay for it, and the others get an error that names the sold-out product. @param url URL of the shop
 * @param hasVariants whether they compete for one variant while another one has more
 * @param methods shipping methods that they choose in turn
 */
export async function oversell(
  shop: TestShop,
  url: string,
  hasVariants = false,
  methods: { id: string; rateCents: number }[] = [],
): Promise<void> {
  const facts = { name: 'The Last Ten', stockQuantity: UNITS }
  const product = hasVariants
    ? await aProductInColors(shop, { Gray: BUYERS, Blue: UNITS }, facts)
    : await aProduct(shop, facts)
  const variantId = product.variants[1]?.id
  const stockId = variantId ?? product.id
  const name = hasVariants ? 'The Last Ten (Blue)' : 'The Last Ten'
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, async (_, index) => {
      const buyer = createBuyer(url)
      await buyer.call('POST /api/cart', { productId: product.id, variantId, quantity: 1 })
      const method = methods[index % methods.length]
      const chosen = method && {
        methodId: method.id,
        amount: centsToWire(centsOf(product.price) + method.rateCents, US_DOLLARS),
      }
      return { buyer, input: { ...(await checkoutInput(buyer)), ...chosen } }
    }),
  )
  const outcomes = await Promise.all(buyers.map(({ buyer, input }) => tryToBuy(buyer, input)))
  const ready = outcomes.filter((outcome) => typeof outcome !== 'string')
  const rejected = outcomes.filter((outcome) => typeof outcome === 'string')
  expect(ready).toHaveLength(UNITS)
  expect(new Set(rejected)).toEqual(new Set([`409 out_of_stock: ${name} is out of stock.`]))
  expect(await readStock(shop, stockId)).toEqual({ quantity: UNITS, held: UNITS })

  const paid = await Promise.all(ready.map((checkout) => payByCard(shop, checkout)))
  expect(paid).toEqual(ready.map(() => 200))
  for (const { orderId } of ready) await becomes(shop, orderId, 'processing')
  expect(await readStock(shop, stockId)).toEqual({ quantity: 0, held: 0 })
  expect(await listStockProblems(shop.shop.db)).toEqual([])
}

async function tryToBuy(buyer: Api, input: Awaited<ReturnType<typeof checkoutInput>>) {
  try {
    return await buyer.call('POST /api/create-payment-intent', input)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return `${error.status} ${error.code}: ${error.serverMessage}`
  }
}

function readStock({ shop }: TestShop, variantId: number) {
  return shop.db
    .selectFrom('stock')
    .select(['quantity', 'held'])
    .where('product_id', '=', variantId)
    .executeTakeFirst()
}
