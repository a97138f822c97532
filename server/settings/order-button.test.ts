import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

const info = () => shop.visitor().call('GET /api/shop')
const shipTo = (country: string) => {
  const methods = [{ kind: 'flat' as const, name: 'Mail', rate: '4.90' }]
  return admin.call('PATCH /api/admin/settings', { zones: [{ name: 'Home', countries: [country], methods }] })
}

describe('the label of the button that orders (Directive 2011/83/EU, article 8)', () => {
  test('is the specification’s in a fresh install, and isn’t sent', async () => {
    expect(await admin.call('GET /api/admin/settings')).toMatchObject({ orderButton: 'payment' })
    expect(await info()).not.toHaveProperty('orderButton')
  })

  test('names the obligation to pay only if the owner chose it and ships to the EU', async () => {
    await shipTo('Germany')
    expect(await info()).not.toHaveProperty('orderButton')
    await admin.call('PATCH /api/admin/settings', { orderButton: 'obligation' })
    expect(await info()).toMatchObject({ orderButton: 'obligation' })
    await shipTo('Canada')
    expect(await info()).not.toHaveProperty('orderButton')
  })

  test('rejects any other label', async () => {
    const response = await admin.send({
      method: 'PATCH',
      url: '/api/admin/settings',
      body: { orderButton: 'Buy!' },
    })
    expect([response.status, response.text]).toEqual([
      400,
      expect.stringContaining('Choose a label from the list'),
    ])
  })
})
