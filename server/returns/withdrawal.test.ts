import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RETURN_MESSAGES } from '#contract/returns/rules.ts'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { mainOf, submit } from '../../tests/support/forms.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'

const LINK = 'Withdraw from contract here'
const DAY_MS = 86_400_000

let shop: TestShop
let admin: Customer
const shipToEu = async () => {
  const methods = [{ kind: 'flat' as const, name: 'Mail', rate: '4.90' }]
  await admin.call('PATCH /api/admin/settings', { zones: [{ name: 'Everywhere', countries: null, methods }] })
}
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
beforeEach(() => () => turnClock(0))

const bought = async (email: string) =>
  after.aPurchasedOrder(shop, [await aProduct(shop, { name: 'Cork Tray', priceCents: 4500 })], { email })
const state = (fields: Record<string, string>, visitor = shop.visitor()) =>
  submit(visitor, '/withdrawal?form=statement', fields)
const confirm = (fields: Record<string, string>, visitor = shop.visitor()) =>
  submit(visitor, '/withdrawal?form=withdrawal', fields)
const open = async (url: string) => shop.visitor().send({ url })

describe('a shop that doesn’t ship to the EU', () => {
  test('shows no link, has no such page, and takes no withdrawal', async () => {
    const { orderId, email } = await bought('us@example.com')
    expect((await open('/')).text).not.toContain(LINK)
    expect((await open('/withdrawal')).status).toBe(404)
    expect((await state({ orderId, email, name: 'Ada' })).status).toBe(404)
    expect((await confirm({ orderId, email, name: 'Ada' })).status).toBe(404)
    const placed = await after.findEmail(shop, email, `Your order ${orderId} at Plinth`)
    expect(placed.text).not.toContain('/withdrawal')
  })
})

describe('a shop that ships to the EU', () => {
  beforeAll(shipToEu)

  test('links to the withdrawal from every page and from the confirmation email', async () => {
    for (const url of ['/', '/contact', '/product/halo-desk-lamp', '/cart'])
      expect((await open(url)).text).toMatch(new RegExp(`<a [^>]*href="/withdrawal"[^>]*>${LINK}</a>`))
    await admin.call('PATCH /api/admin/settings', { menus: { header: [], footer: [] } })
    expect((await open('/')).text).toContain(LINK)
    await admin.call('PATCH /api/admin/settings', { menus: null })
    const { orderId, email } = await bought('linked@example.com')
    const placed = await after.findEmail(shop, email, `Your order ${orderId} at Plinth`)
    expect(placed.html).toContain(`/withdrawal?orderId=${orderId}"`)
    expect(placed.html).toContain(LINK)
  })

  test('takes it in two steps without script, before the order ships, and confirms it with date and time', async () => {
    const { orderId, email } = await bought('early@example.com')
    const first = await open(`/withdrawal?orderId=${orderId}`)
    expect(mainOf(first)).toContain(`value="${orderId}"`)
    expect(mainOf(first)).not.toContain('Confirm withdrawal')
    const second = await state({ name: 'Ada Lovelace', orderId, email })
    expect([second.status, second.location]).toEqual([200, null])
    expect(second.headers['cache-control']).toBe('no-store')
    expect(mainOf(second)).toContain('Confirm withdrawal')
    expect(mainOf(second)).toContain('Cork Tray')
    const done = await confirm({ name: 'Ada Lovelace', orderId, email })
    expect(done.main).toContain('We received your withdrawal')
    const mail = await after.findEmail(shop, email, `We received your withdrawal for order ${orderId}`)
    expect(mail.text).toMatch(/your withdrawal from the contract for order .* on \w+ \d+, \d{4} at .* UTC/)
    expect(mail.text).toContain('1 × Cork Tray')
    expect(mail.text).toContain('Name: Ada Lovelace')
    const [listed] = await admin.call('GET /api/admin/returns', { status: 'requested' })
    expect(listed).toMatchObject({ orderId, isWithdrawal: true, withdrawnBy: 'Ada Lovelace' })
    expect(mainOf(await confirm({ name: 'Ada', orderId, email }))).toContain(RETURN_MESSAGES.nothingLeft)
  })

  test('can’t decline it, but accepts and refunds it', async () => {
    const { orderId, email } = await bought('kept@example.com')
    await confirm({ name: 'Ada', orderId, email })
    const [{ id } = { id: 0 }] = await admin.call('GET /api/admin/returns', { status: 'requested' })
    await expect(
      admin.call('POST /api/admin/returns/:id/refuse', { id, reason: 'We would rather not' }),
    ).rejects.toMatchObject({ status: 409, serverMessage: RETURN_MESSAGES.withdrawal })
    const accepted = await admin.call('POST /api/admin/returns/:id/accept', {
      id,
      refund: '45.00',
      restock: true,
    })
    expect(accepted).toMatchObject({ status: 'accepted', isWithdrawal: true })
  })

  test('keeps an order from shipping until it is settled, and for good if nothing is left of it', async () => {
    const part = await after.aPurchasedOrder(
      shop,
      [await aProduct(shop, { priceCents: 4500 }), await aProduct(shop, { priceCents: 2000 })],
      { email: 'part@example.com' },
    )
    const all = await bought('all@example.com')
    const { items } = await after.tracked(shop, part)
    const chosen = { [`item-${items[0]?.id}`]: '1', [`item-${items[1]?.id}`]: '0' }
    await confirm(Object.assign({ name: 'Ada', orderId: part.orderId, email: part.email }, chosen))
    await confirm({ name: 'Ada', orderId: all.orderId, email: all.email })
    const refusal = (serverMessage: string) => ({ status: 409, serverMessage })
    for (const order of [part, all])
      await expect(after.ship(admin, order)).rejects.toMatchObject(refusal(RETURN_MESSAGES.openWithdrawal))
    for (const { id } of await admin.call('GET /api/admin/returns', { status: 'requested' }))
      await admin.call('POST /api/admin/returns/:id/accept', { id, refund: '20.00', restock: true })
    await after.ship(admin, part)
    await expect(after.ship(admin, all)).rejects.toMatchObject(refusal(RETURN_MESSAGES.allWithdrawn))
  })

  test('takes it for the chosen items while they are on their way, and not after the period', async () => {
    const order = await bought('late@example.com')
    const { orderId, email } = order
    const { items } = await after.tracked(shop, order)
    const item = `item-${items[0]?.id}`
    await after.ship(admin, order)
    expect((await confirm({ name: 'Ada', orderId, email, [item]: '7' })).status).toBe(409)
    await after.deliver(admin, order)
    turnClock(31 * DAY_MS)
    const late = await confirm({ name: 'Ada', orderId, email, [item]: '1' })
    expect(late.status).toBe(409)
    expect(late.text).toContain(RETURN_MESSAGES.tooLate())
    turnClock(0)
    turnClock(29 * DAY_MS)
    const done = await confirm({ name: 'Ada', orderId, email, [item]: '1' })
    expect([done.status, done.location]).toEqual([200, '/withdrawal?outcome=done'])
  })

  test('shows the second step again if every item is kept, and says what to do', async () => {
    const order = await bought('keeps@example.com')
    const { orderId, email } = order
    const { items } = await after.tracked(shop, order)
    const again = await confirm({ name: 'Ada', orderId, email, [`item-${items[0]?.id}`]: '0' })
    expect([again.status, again.location]).toEqual([200, null])
    expect(mainOf(again)).toContain(RETURN_MESSAGES.keepsAll)
    expect(mainOf(again)).toContain('Confirm withdrawal')
    expect((await after.tracked(shop, order)).returns).toEqual([])
  })

  test('keeps names and email addresses out of URLs, and on the way back in the first step', async () => {
    const { orderId, email } = await bought('hidden@example.com')
    const typed = { name: 'Ada Lovelace', orderId, email }
    const second = await state(typed)
    const actions = [...mainOf(second).matchAll(/(?:action|href)="([^"]*)"/g)].map(([, url]) => url)
    expect(actions).toContain('/withdrawal?form=withdrawal')
    expect(actions.filter((url = '') => /Ada|hidden/.test(url))).toEqual([])
    expect(mainOf(second)).toContain('method="post"')
    const first = await confirm({ ...typed, back: 'yes' })
    expect([first.status, first.location]).toEqual([200, null])
    expect(mainOf(first)).not.toContain('Confirm withdrawal')
    for (const value of Object.values(typed)) expect(mainOf(first)).toContain(`value="${value}"`)
    expect(mainOf(await open(`/withdrawal?${new URLSearchParams(typed)}`))).not.toContain('Ada Lovelace')
    const foreign = await submit(shop.visitor(), '/withdrawal?form=statement', typed, {
      origin: 'https://evil.example',
    })
    expect(foreign.status).toBe(403)
  })

  test('hides an order from another email address', async () => {
    const { orderId } = await bought('mine@example.com')
    const wrong = { name: 'Eve', orderId, email: 'eve@example.com' }
    const unknown = { ...wrong, orderId: 'PL-0000-0000' }
    const said = async (fields: typeof wrong) => {
      const response = await state(fields)
      return [response.status, /role="alert"[^>]*>([^<]*)/.exec(mainOf(response))?.[1]]
    }
    expect(await said(wrong)).toEqual([404, 'Order not found'])
    expect(await said(unknown)).toEqual([404, 'Order not found'])
  })

  test('limits guesses of an order’s email address, and of orders, from one IP address', async () => {
    const { orderId, email } = await bought('guessed@example.com')
    const guesser = shop.visitor()
    const guess = async (fields: { orderId: string; email: string }) =>
      (await confirm({ name: 'Eve', ...fields }, guesser)).status
    const statuses = []
    for (let nth = 0; nth < 11; nth += 1)
      statuses.push(await guess({ orderId, email: `e${nth}@example.com` }))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429])
    expect(await guess({ orderId, email })).toBe(429)
    const others = []
    for (let nth = 100; nth < 190; nth += 1) others.push(await guess({ orderId: `PL-0000-0${nth}`, email }))
    expect(others.slice(0, 85)).toEqual(Array.from({ length: 85 }, () => 404))
    expect(others.at(-1)).toBe(429)
    expect((await confirm({ name: 'Ada', orderId, email })).location).toBe('/withdrawal?outcome=done')
  })

  test('limits guesses in the first step', async () => {
    const { orderId } = await bought('looked@example.com')
    const guesser = shop.visitor()
    const statuses = []
    for (let nth = 0; nth < 31; nth += 1)
      statuses.push((await state({ name: 'Eve', orderId, email: `e${nth}@example.com` }, guesser)).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429])
  })

  test('names each missing field', async () => {
    const response = await state({ name: '', orderId: 'PL-0000-0000', email: 'no address' })
    expect(response.status).toBe(400)
    expect(mainOf(response)).toContain(RETURN_MESSAGES.name)
    expect(mainOf(response)).toContain('Please enter a valid email address')
    expect((await confirm({ name: ' ', orderId: 'PL-0000-0000', email: 'a@example.com' })).status).toBe(400)
  })
})
