import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reconcile } from '../../server/payments/reconcile.ts'
import { afterFile } from '../support/after-file.ts'
import { aCustomer, anAdmin, aProductInColors } from '../support/fixtures.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { startPostgres } from '../support/postgres.ts'
import { aPaidOrder, becomes } from '../support/purchase.ts'
import { openTestShop } from '../support/shop.ts'

const OLDEST = '/usr/lib/postgresql/15/bin'

test.runIf(existsSync(OLDEST))(
  'a first start, a search, a purchase, and a refund work on PostgreSQL 15, and reconcile',
  async () => {
    const oldest = await startPostgres({ bin: OLDEST })
    afterFile(oldest.stop)
    const shop = await openTestShop({ databaseUrl: await freshDatabase(oldest.url), webhooks: true })
    const { id, variants } = await aProductInColors(
      shop,
      { Gray: 3, Blue: 2 },
      { name: 'Schreibtischauflage' },
    )
    await shop.runJobs()
    const customer = await aCustomer(shop)
    const found = await customer.call('GET /api/products', { search: 'auflage' })
    expect(found.map(({ id }) => id)).toEqual([id])

    await customer.call('POST /api/cart', { productId: id, variantId: variants?.[1]?.id, quantity: 2 })
    const { orderId } = await aPaidOrder(shop, customer, [])
    const admin = await anAdmin(shop)
    const { totalAmount } = await admin.call('GET /api/admin/orders/:orderId', { orderId })
    const soldOut = await customer.call('GET /api/products/:slugOrId', { slugOrId: String(id) })
    expect(soldOut.variants?.map(({ stockQuantity }) => stockQuantity)).toEqual([3, 0])
    await admin.call('POST /api/admin/orders/:orderId/cancel', {
      orderId,
      reason: 'Out of stock',
      restock: true,
    })
    await becomes(shop, orderId, 'cancelled')
    const { payment } = await admin.call('GET /api/admin/orders/:orderId', { orderId })
    expect(payment?.refunded).toBe(totalAmount)

    const { db, gateway, config } = shop.shop
    expect((await reconcile(db, gateway, config)).discrepancies).toEqual([])
  },
)
