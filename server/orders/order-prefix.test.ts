import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ORDER_PREFIX } from '#contract/orders/rules.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { aPaidOrder, checkOut, checkOutWith, intentOf } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'

let shop: TestShop
let admin: Customer
let lamp: { id: number }
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
  lamp = await aProduct(shop)
})
afterEach(() => save(ORDER_PREFIX))

const save = (orderPrefix: string) => admin.call('PATCH /api/admin/settings', { orderPrefix })
const track = (orderId: string) =>
  shop.visitor().call('POST /api/orders/track', { orderId, email: SHIPPING.email })
const search = async (text: string) =>
  (await admin.call('GET /api/admin/orders', { search: text })).map(({ id }) => id)

describe('the prefix of order IDs', () => {
  test('is that of the specification in a fresh install, which says nothing about it', async () => {
    expect(await shop.visitor().call('GET /api/shop')).not.toHaveProperty('orderPrefix')
    const { orderId } = await checkOutWith(shop.visitor(), [lamp])
    expect(orderId).toMatch(/^PL-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  })

  test('is the owner’s for new orders, in the payment and its description, and earlier orders keep theirs', async () => {
    const visitor = shop.visitor()
    const before = await checkOutWith(visitor, [lamp])
    await save(' tea2go ')
    expect(await shop.visitor().call('GET /api/shop')).toMatchObject({ orderPrefix: 'TEA2GO' })
    expect((await checkOut(visitor, { city: 'Dallas' })).orderId).toBe(before.orderId)
    const now = await checkOutWith(shop.visitor(), [lamp])
    expect(now.orderId).toMatch(/^TEA2GO-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect((await intentOf(shop, now)).description).toBe(`Order ${now.orderId}`)
  })

  test.each(['PL', 'TEA2GO', '7', 'OIL1234'])(
    'finds old and new orders however their IDs are typed: %s',
    async (prefix) => {
      await save(prefix)
      const { orderId } = await aPaidOrder(shop, shop.visitor(), [lamp])
      await save('NEXT')
      const [, one = '', two = ''] = orderId.split('-')
      const typed = [
        orderId,
        `#${orderId}`,
        orderId.toLowerCase(),
        `${prefix}${one}${two}`,
        ` # ${prefix} ${one}–${two} `,
        `${prefix}-${one.replaceAll('0', 'o').replaceAll('1', 'l')}-${two.replaceAll('1', 'I')}`,
      ]
      for (const text of typed) {
        expect((await track(text)).id, text).toBe(orderId)
        expect(await search(text), text).toEqual([orderId])
      }
    },
  )

  test('consists of 1 to 8 letters or digits', async () => {
    for (const wrong of ['', '123456789', 'A-B', 'Ä', 'A B'])
      await expect(save(wrong)).rejects.toMatchObject({
        status: 400,
        errors: [{ path: 'orderPrefix', message: 'Order prefix must be 1 to 8 letters or digits' }],
      })
  })
})
