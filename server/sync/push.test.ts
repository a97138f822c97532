import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askStore, variant } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { checkBothChannels, pushAll } from '../../tests/support/stock-channels.ts'
import { openPegs, type Peg } from '../../tests/support/sync-test-store.ts'
import { shortenPauses, turnClock } from '../platform/clock.ts'
import { journal } from '../stock/fixtures.ts'
import { putBack, take } from '../stock/stock.ts'

let shop: TestShop
let pegs: Awaited<ReturnType<typeof openPegs>>
let peg: Peg
beforeAll(async () => {
  shortenPauses(100)
  shop = await openTestShop()
  pegs = await openPegs(shop)
})
afterAll(() => shortenPauses(1))
/** Each test has its own product with 5 units, which both sides list. */
beforeEach(async () => {
  await pushing(true)
  peg = await pegs.aPeg()
})
afterEach(async () => {
  turnClock(0)
  await pegs.store.heal()
  await shop.shop.db.deleteFrom('stock_pushes').execute()
})

const pushing = (pushStock: boolean) => pegs.admin.call('PATCH /api/admin/settings', { pushStock })
const sell = (units: number, order = `PL-${peg.handle}`) =>
  take(shop.shop.db, order, [{ productId: peg.id, quantity: units }])
const entries = () => pegs.admin.call('GET /api/admin/stock-journal', { show: 'open' })
const decide = (id: number, decision: 'retry' | 'applied' | 'dismissed') =>
  pegs.admin.call('POST /api/admin/stock-journal/:id', { id, decision })

/** Returns the counts of both sides. */
async function counts(handle = peg.handle) {
  const { variants } = await pegs.store.get(handle)
  const there = variants.reduce((sum, { inventoryQuantity }) => sum + inventoryQuantity, 0)
  return { here: (await peg.product()).stockQuantity, there }
}

describe('stock that is sold on both channels', () => {
  test('leaves the inventory of the platform alone unless the owner wants it adjusted', async () => {
    await pushing(false)
    await sell(2)
    await pushAll(shop)
    await pegs.sync()
    expect(await counts()).toEqual({ here: 3, there: 5 })
    expect(await entries()).toEqual([])
  })

  test('a sale, a return and a correction change the platform, each once, and a sync adds nothing', async () => {
    await sell(2)
    await pushAll(shop)
    expect(await counts()).toEqual({ here: 3, there: 3 })
    await putBack(shop.shop.db, `PL-${peg.handle}`, [{ productId: peg.id, quantity: 1 }])
    await peg.edit({ stockQuantity: 9 })
    await pegs.store.change(peg.handle, { inventoryChange: -2 })
    await pushAll(shop)
    await pegs.sync()
    expect(await counts()).toEqual({ here: 7, there: 7 })
    expect(await peg.conflicts()).toEqual([])
    expect(await journal(shop.shop.db, peg.id)).toEqual(
      expect.arrayContaining(['taken -2', 'put back 1', 'set 5', 'platform -2']),
    )
    const all = await pegs.admin.call('GET /api/admin/stock-journal', {})
    const states = all
      .filter((one) => one.productId === peg.id)
      .map(({ change, push }) => [change, push?.state])
    expect(states).toEqual(
      expect.arrayContaining([
        [-2, 'applied'],
        [1, 'applied'],
        [5, 'applied'],
        [-2, undefined],
      ]),
    )
  })

  test('is deducted from the variants with the most units, and below zero only if none has any', async () => {
    const handle = `${peg.handle}-sizes`
    await pegs.store.add({
      title: handle,
      handle,
      options: [{ name: 'Size', values: ['S', 'L'] }],
      variants: [
        variant('9.00', { values: ['S'], inventoryQuantity: 1 }),
        variant('9.00', { values: ['L'], inventoryQuantity: 3 }),
      ],
    })
    await pegs.sync()
    const { id } = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: handle })
    await take(shop.shop.db, `PL-${handle}`, [{ productId: id, quantity: 4 }])
    // The last unit is sold there at the same time.
    await pegs.store.change(handle, { inventoryChange: -1 })
    await pushAll(shop)
    const { variants } = await pegs.store.get(handle)
    expect(variants.map(({ inventoryQuantity }) => inventoryQuantity)).toEqual([0, -1])
  })

  test('a push whose answer is lost is repeated with the same key, and counts once', async () => {
    await sell(2)
    await pushAll(shop)
    await sell(1, `PL-${peg.handle}-lost`)
    await pegs.store.fail('lost-adjustment', { count: 50 })
    await pushAll(shop)
    expect(await counts()).toEqual({ here: 2, there: 2 })
    await pegs.store.heal()
    // Until then, a reading can't distinguish the push from a sale there.
    await pegs.store.change(peg.handle, { title: 'Renamed' })
    await pegs.sync()
    expect((await peg.product()).stockQuantity).toBe(2)
    await pushAll(shop)
    await pegs.sync()
    expect(await counts()).toEqual({ here: 2, there: 2 })
  })

  test('lets an admin decide after a day without response, since the platform drops the key', async () => {
    await sell(2)
    await pegs.store.fail('inventory-busy', { count: 50 })
    await pushAll(shop)
    expect(await entries()).toMatchObject([
      {
        productId: peg.id,
        change: -2,
        push: { state: 'sending', error: expect.stringContaining('unavailable') },
      },
    ])
    await pegs.store.heal()
    turnClock(23.5 * 3_600_000)
    await pushAll(shop)
    const [entry] = await entries()
    expect(entry).toMatchObject({ push: { state: 'unknown', error: expect.stringContaining('Compare') } })
    expect((await counts()).there).toBe(5)
    await decide(entry?.id ?? 0, 'retry')
    await pushAll(shop)
    expect(await counts()).toEqual({ here: 3, there: 3 })
    await expect(decide(entry?.id ?? 0, 'retry')).rejects.toMatchObject({ status: 404 })
  })

  test.each([
    ['no location has it', "The platform doesn't stock this product at any active location."],
    ['it is not tracked', 'The platform doesn’t track the inventory of this product.'],
    ['it is gone', 'The platform no longer has this product.'],
  ])('a rejection is shown, and an admin dismisses it: %s', async (problem, message) => {
    if (problem === 'no location has it') await pegs.store.fail('no-location', { count: 50 })
    if (problem === 'it is not tracked') await pegs.store.change(peg.handle, { tracked: false })
    if (problem === 'it is gone') await pegs.store.remove(peg.handle)
    await sell(2)
    await pushAll(shop)
    const [entry] = await entries()
    expect(entry).toMatchObject({ productId: peg.id, push: { state: 'refused', error: message } })
    await decide(entry?.id ?? 0, 'dismissed')
    expect(await entries()).toEqual([])
  })

  test('retries a rejected change after an admin has fixed the cause', async () => {
    await pegs.store.fail('no-location', { count: 50 })
    await sell(2)
    await pushAll(shop)
    await pegs.store.heal()
    const [entry] = await entries()
    await decide(entry?.id ?? 0, 'retry')
    await pushAll(shop)
    await pegs.sync()
    expect(await counts()).toEqual({ here: 3, there: 3 })
    await expect(decide(entry?.id ?? 0, 'retry')).rejects.toMatchObject({ status: 404 })
  })

  test('does not deduct an admin’s manual adjustment on the platform again', async () => {
    await pegs.store.fail('no-location', { count: 50 })
    await sell(2)
    await pushAll(shop)
    await pegs.store.heal()
    await pegs.store.change(peg.handle, { inventoryChange: -2 })
    const [entry] = await entries()
    await decide(entry?.id ?? 0, 'applied')
    await pushAll(shop)
    await pegs.sync()
    expect(await counts()).toEqual({ here: 3, there: 3 })
  })

  test('waits while the shop lacks write access, says so, and blocks no other change', async () => {
    await pegs.store.fail('no-write-access', { count: 50 })
    await sell(2)
    await pushAll(shop)
    expect(await entries()).toMatchObject([
      { push: { state: 'waiting', error: expect.stringContaining('write_inventory') } },
    ])
    await pegs.store.change(peg.handle, { inventoryChange: -1 })
    await pegs.sync()
    expect(await counts()).toEqual({ here: 2, there: 4 })
    await pegs.store.heal()
    await pushAll(shop)
    expect(await counts()).toEqual({ here: 2, there: 2 })
  })

  test('keeps pending changes when it adopts the platform’s count', async () => {
    await pushing(false)
    await peg.edit({ stockQuantity: 8 })
    await pegs.sync()
    await pushing(true)
    await sell(2)
    await peg.choose('stockQuantity', 'platform')
    expect((await peg.product()).stockQuantity).toBe(3)
    await pushAll(shop)
    await pegs.sync()
    expect(await counts()).toEqual({ here: 3, there: 3 })
  })

  test.each([
    ['the sales there are deducted here', false],
    ['the inventory there is adjusted, too', true],
  ])(
    'counts concurrent sales and returns on both sides once each: %s',
    async (_what, pushes) => {
      await checkBothChannels(shop, pegs, { pushes, count: 6 })
    },
    120_000,
  )
})

test('the sandbox requires an idempotency key, and an explicit changeFromQuantity', async () => {
  const adjust = (directive: string, more: string) =>
    askStore<unknown>(
      shop,
      `mutation { inventoryAdjustQuantities(input: { name: "available", reason: "other", changes: [{ delta: -1,
        inventoryItemId: "gid://shopify/InventoryItem/1", locationId: "gid://shopify/Location/1" ${more} }] })
        ${directive} { userErrors { code } } }`,
    )
  expect(JSON.stringify(await adjust('', 'changeFromQuantity: null'))).toContain('@idempotent')
  expect(JSON.stringify(await adjust('@idempotent(key: "a")', ''))).toContain('changeFromQuantity')
  expect(JSON.stringify(await adjust('@idempotent(key: "a")', 'changeFromQuantity: null'))).toContain(
    'INVALID_INVENTORY_ITEM',
  )
})
