import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'

const DAY_MS = 86_400_000

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
afterEach(async () => {
  turnClock(0)
  await shop.shop.db.deleteFrom('settings').where('name', '<>', 'demoSeeded').execute()
})

const save = (fields: object) => admin.call('PATCH /api/admin/settings', fields)
const shipTo = (country: string) => [
  { name: 'Home', countries: [country], methods: [{ kind: 'flat' as const, name: 'Mail', rate: '4.90' }] },
]
const delivered = async (email: string) =>
  after.aDeliveredOrder(shop, admin, [await aProduct(shop, { name: 'Desk Lamp' })], { email })

describe('the return period', () => {
  test('is that of the specification in a fresh install, which says nothing about it', async () => {
    expect(await shop.visitor().call('GET /api/shop')).not.toHaveProperty('returnDays')
    const order = await delivered('thirty@example.com')
    expect(await after.tracked(shop, order)).not.toHaveProperty('returnDays')
  })

  test('is the owner’s for new orders, in their email, and their deadline', async () => {
    await save({ returnDays: '45' })
    const order = await delivered('longer@example.com')
    const email = await after.findEmail(shop, order.email, `Your order ${order.orderId} was delivered`)
    expect(email.text).toContain('you can return it within 45 days of delivery')
    turnClock(45 * DAY_MS - 60_000)
    expect(await after.tracked(shop, order)).toMatchObject({ returnDays: 45 })
    turnClock(45 * DAY_MS + 60_000)
    await expect(after.submitReturn(shop, order)).rejects.toMatchObject({
      serverMessage: 'Returns are accepted within 45 days of delivery. That period has ended.',
    })
  })

  test('of an earlier order stays as promised', async () => {
    const order = await delivered('promised@example.com')
    await save({ returnDays: 7 })
    turnClock(29 * DAY_MS)
    expect((await after.submitReturn(shop, order)).returns).toHaveLength(1)
  })

  test('is on the pages about returns, and in their descriptions', async () => {
    await save({ returnDays: 60 })
    const { text } = await shop.visitor().send({ url: '/returns' })
    expect(text.replaceAll('<!-- -->', '')).toContain('Returns are accepted within 60 days of delivery. No')
    expect(text).toContain('content="Returns are accepted within 60 days of delivery.')
    for (const url of ['/faq', '/about', '/terms-conditions', '/returns'])
      expect((await shop.visitor().send({ url })).text).not.toMatch(
        /\b30(<!-- -->)? days (of|after) delivery/,
      )
  })

  test('is at least 14 days in a shop that ships to the EU, no matter which setting is changed', async () => {
    const message = 'Shops that ship to the EU must accept returns for at least 14 days'
    await save({ returnDays: 13 })
    await expect(save({ zones: shipTo('DE') })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'zones', message }],
    })
    await save({ zones: shipTo('DE'), returnDays: 14 })
    await expect(save({ returnDays: 13 })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'returnDays', message }],
    })
    await expect(save({ returnDays: 0 })).rejects.toMatchObject({ status: 400 })
  })
})

describe('the return address', () => {
  test('is sent with the confirmation of a return, and the owner needn’t send it', async () => {
    await save({ returnAddress: 'Desk & Co Returns\nDock 3, 12 Harbor Road\nAustin, TX 78701' })
    const order = await delivered('sends@example.com')
    await after.submitReturn(shop, order)
    const subject = `We received your return request for order ${order.orderId}`
    const { text } = await after.findEmail(shop, order.email, subject)
    expect(text).toContain('Desk & Co Returns\nDock 3, 12 Harbor Road\nAustin, TX 78701')
    expect(text).not.toContain("We'll email you a return address")
    const notice = `Return request for order ${order.orderId}`
    expect((await after.findEmail(shop, 'hello@plinth.example', notice)).text).toContain(
      'We emailed them your return address. Accept or decline it when the items arrive.',
    )
  })
})
