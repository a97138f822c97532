import { expect } from 'vitest'
import type { Product } from '#contract/catalog/api.ts'
import { listStockProblems } from '../../server/stock/queries.ts'
import { type Api, ApiError } from '../../web/platform/api.ts'
import { createBuyer } from './buyer.ts'
import { anAdmin, aProduct, aProductInColors } from './fixtures.ts'
import { becomes, checkoutInput, payByCard } from './purchase.ts'
import type { TestShop } from './shop.ts'

const BUYERS = 50
const UNITS = 10

/**
 * Lets 50 shoppers, each with one unit in the cart, check out concurrently over HTTP when 10 units are in stock. Exactly 10
 * get an order and pay for it, and the others get an error that names the sold-out product. @param url URL of the shop
 * @param hasVariants whether they compete for one variant and also buy another, while an admin archives and revives a third
 * @param methodIds shipping methods that they choose in turn
 */
export async function oversell(
  shop: TestShop,
  url: string,
  hasVariants = false,
  methodIds: string[] = [],
): Promise<void> {
  const facts = { name: 'The Last Ten', stockQuantity: UNITS }
  const product = hasVariants
    ? await aProductInColors(shop, { Gray: BUYERS, Blue: UNITS, Red: BUYERS }, facts)
    : await aProduct(shop, facts)
  const [other, contested] = hasVariants ? product.variants : [undefined, product]
  const stockId = contested?.id ?? product.id
  const name = hasVariants ? 'The Last Ten (Blue)' : 'The Last Ten'
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, async (_, index) => {
      const buyer = createBuyer(url)
      const items = [other, contested].flatMap((variant) => variant?.id ?? [])
      for (const variantId of index % 2 === 0 ? items : items.toReversed())
        await buyer.call('POST /api/cart', { productId: product.id, variantId, quantity: 1 })
      return { buyer, input: await checkoutInput(buyer, {}, methodIds[index % methodIds.length]) }
    }),
  )
  const [outcomes] = await Promise.all([
    Promise.all(buyers.map(({ buyer, input }) => tryToBuy(buyer, input))),
    hasVariants && archiveAndRevive(shop, product),
  ])
  const ready = outcomes.filter((outcome) => typeof outcome !== 'string')
  const rejected = outcomes.filter((outcome) => typeof outcome === 'string')
  expect(ready).toHaveLength(UNITS)
  expect(new Set(rejected)).toEqual(new Set([`409 out_of_stock: ${name} is out of stock.`]))
  expect(await readStock(shop, stockId)).toEqual({ quantity: UNITS, held: UNITS })
  if (other) expect(await readStock(shop, other.id)).toEqual({ quantity: BUYERS, held: UNITS })

  const [paid] = await Promise.all([
    Promise.all(ready.map((checkout) => payByCard(shop, checkout))),
    hasVariants && archiveAndRevive(shop, product),
  ])
  expect(paid).toEqual(ready.map(() => 200))
  for (const { orderId } of ready) await becomes(shop, orderId, 'processing')
  expect(await readStock(shop, stockId)).toEqual({ quantity: 0, held: 0 })
  if (other) expect(await readStock(shop, other.id)).toEqual({ quantity: BUYERS - UNITS, held: 0 })
  expect(await listStockProblems(shop.shop.db)).toEqual([])
}

async function archiveAndRevive(shop: TestShop, { id, options }: Product) {
  const admin = await anAdmin(shop)
  const colors = options[0]?.values ?? []
  for (const values of [colors.slice(0, 2), colors, colors.toReversed()])
    await admin.call('PUT /api/admin/products/:id/variants', {
      id,
      options: [{ name: 'Color', values }],
      variants: values.map((color) => ({ optionValues: [color] })),
    })
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
    .where('variant_id', '=', variantId)
    .executeTakeFirst()
}
