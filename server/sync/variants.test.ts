import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SyncPreview } from '#contract/sync/conflicts.ts'
import { variant } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openSyncTestStore } from '../../tests/support/sync-test-store.ts'
import { callForStream } from '../../web/platform/api-stream.ts'
import { commitReservation } from '../stock/stock.ts'

let shop: TestShop
let store: Awaited<ReturnType<typeof openSyncTestStore>>
let handle: string
let made = 0
beforeAll(async () => {
  shop = await openTestShop()
  store = await openSyncTestStore(shop)
  await store.store.stockWith()
  await store.sync()
})
beforeEach(() => {
  made += 1
  handle = `mat-${made}`
})

const COLORS = [{ name: 'Color', values: ['Gray', 'Blue'] }]
const gray = (price = '20.00', more: object = {}) =>
  variant(price, { values: ['Gray'], sku: `G-${made}`, ...more })
const blue = (price = '30.00', more: object = {}) =>
  variant(price, { values: ['Blue'], sku: `B-${made}`, ...more })
const inTints = (...tints: string[]) => tints.map((tint) => ({ motif: 'board', tint, alt: 'A mat' }))
/** Adds a product in two colors to the platform, and syncs it. */
async function addMat(variants: object[] = [gray(), blue()]) {
  await store.store.add({ title: handle, handle, options: COLORS, variants })
  await store.sync()
}
const product = () => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: handle })
const variantsHere = async () =>
  (await product()).variants.map(({ id, optionValues, price, stockQuantity }) => ({
    id,
    price,
    stockQuantity,
    title: optionValues.join(' / '),
  }))
const there = async () => (await store.store.get(handle)).variants
const conflicts = async (state: 'open' | 'kept' = 'open') =>
  (await store.admin.call('GET /api/admin/sync-conflicts', { state, pageSize: 100 })).filter(
    ({ name }) => name === handle,
  )
const choose = async (field: string, side: 'here' | 'platform', title: string | null = null) => {
  const all = [...(await conflicts()), ...(await conflicts('kept'))]
  const found = all.find((one) => one.field === field && one.variant === title)
  await store.admin.call('POST /api/admin/sync-conflicts/:id', { id: found?.id ?? 0, choose: side })
}
/** Edits variants as an admin of the shop, by title; null removes one. */
async function edit(changes: Record<string, object | null>, options = COLORS) {
  const { id } = await product()
  const { variants } = await store.admin.call('GET /api/admin/products/:id', { id })
  await store.admin.call('PUT /api/admin/products/:id/variants', {
    id,
    options,
    variants: variants.flatMap(({ id, optionValues }) => {
      const change = changes[optionValues.join(' / ')]
      return change === null ? [] : [{ id, optionValues, ...change }]
    }),
  })
}
const undo = async () => {
  const run = await store.lastRun()
  await store.admin.call('POST /api/admin/sync-runs/:id/undo', { id: run?.id ?? 0 })
  await shop.runJobs()
}
const changes = async () => {
  const { id = 0 } = (await store.lastRun()) ?? {}
  return store.admin.call('GET /api/admin/sync-runs/:id/changes', { id, pageSize: 100 })
}

describe('variants of the platform', () => {
  test('become variants of the shop, each with its own fields', async () => {
    const { id } = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: 'slate-65-keyboard' })
    const keyboard = await store.admin.call('GET /api/admin/products/:id', { id })
    expect(keyboard.options).toEqual([
      { name: 'Color', values: ['Graphite', 'Bone'] },
      { name: 'Switches', values: ['Tactile', 'Quiet'] },
    ])
    const urls = keyboard.images.map(({ url }) => url)
    expect(keyboard.variants).toMatchObject([
      {
        id,
        optionValues: ['Graphite', 'Tactile'],
        sku: 'SL65-GR-T',
        barcode: '0731000650116',
        price: '129.00',
        oldPrice: null,
        stockQuantity: 14,
        weight: '0.82',
        image: urls[0],
      },
      { optionValues: ['Graphite', 'Quiet'], sku: 'SL65-GR-Q', stockQuantity: 3, image: urls[0] },
      {
        optionValues: ['Bone', 'Tactile'],
        sku: 'SL65-BO-T',
        barcode: null,
        price: '119.00',
        oldPrice: '139.00',
        stockQuantity: 0,
        image: urls[1],
      },
    ])
    const [run] = (await store.admin.call('GET /api/admin/sync-runs', {})).filter(
      ({ created }) => created > 20,
    )
    const first = await store.admin.call('GET /api/admin/sync-runs/:id/changes', {
      id: run?.id ?? 0,
      pageSize: 100,
    })
    expect(first.find(({ productId }) => productId === id)?.note).toBe(
      'The barcode SL65-BO of Bone / Tactile isn’t a valid GTIN, so it was left out.',
    )
  })

  test('have weights in the unit of their product', async () => {
    await addMat([
      gray('20.00', { weight: { value: 0.5, unit: 'KILOGRAMS' } }),
      blue('30.00', { weight: { value: 16, unit: 'OUNCES' } }),
    ])
    const { id } = await product()
    const { weightUnit, variants } = await store.admin.call('GET /api/admin/products/:id', { id })
    expect([weightUnit, ...variants.map(({ weight }) => weight)]).toEqual(['kg', '0.5', '0.4536'])
  })

  test('are updated one by one, and an unchanged product writes nothing', async () => {
    await addMat()
    const [one, two] = await there()
    await store.store.change(handle, {
      variants: [{ ...one }, { ...two, price: '33.00', inventoryQuantity: 2 }],
    })
    await store.sync()
    expect(await variantsHere()).toMatchObject([
      { title: 'Gray', price: '20.00', stockQuantity: 5 },
      { title: 'Blue', price: '33.00', stockQuantity: 2 },
    ])
    const [change] = await changes()
    expect(change?.after).toEqual({
      variants: [{ id: expect.any(Number), title: 'Blue', price: '33.00', stockQuantity: 2 }],
    })
    const entries = await store.admin.call('GET /api/admin/audit', { actor: 'platform sync' })
    expect(entries[0]).toMatchObject({
      action: 'product.variants-changed',
      subjectId: String(change?.productId),
    })
    const { version } = await store.admin.call('GET /api/admin/products/:id', { id: (await product()).id })
    await store.sync()
    expect((await store.lastRun())?.changed).toBe(0)
    const again = await store.admin.call('GET /api/admin/products/:id', { id: (await product()).id })
    expect(again.version).toBe(version)
  })

  test('keep their images when the platform changes the URLs, and after an undo', async () => {
    await store.store.add({
      title: handle,
      handle,
      options: COLORS,
      images: inTints('d9b98a', '8a98d9'),
      variants: [gray('20.00', { image: 0 }), blue('30.00', { image: 1 })],
    })
    await store.sync()
    const images = async () => {
      const { images, variants } = await store.admin.call('GET /api/admin/products/:id', {
        id: (await product()).id,
      })
      const urls = images.map(({ url }) => url)
      return { urls, places: variants.map(({ image }) => urls.indexOf(image ?? '')) }
    }
    const before = await images()
    expect(before.places).toEqual([0, 1])
    await store.store.change(handle, { images: inTints('c9a97a', '7a88c9') })
    await store.sync()
    const after = await images()
    expect(after.urls).not.toEqual(before.urls)
    expect(after.places).toEqual([0, 1])
    await undo()
    expect(await images()).toEqual(before)
  })

  test('are archived and unarchived with those of the platform, and keep their IDs', async () => {
    await addMat()
    const before = await variantsHere()
    const [one, two] = await there()
    await store.store.change(handle, {
      options: [{ name: 'Color', values: ['Gray'] }],
      variants: [{ ...one }],
    })
    await store.sync()
    expect(await variantsHere()).toEqual(before.slice(0, 1))
    // The platform gives a variant that is made again another ID.
    const again = { ...two, id: undefined }
    await store.store.change(handle, { options: COLORS, variants: [{ ...one }, again] })
    await store.sync()
    expect(await variantsHere()).toEqual(before)
    expect(await conflicts()).toEqual([])
  })

  test('keep their IDs when options are renamed or added', async () => {
    await addMat()
    const ids = (await variantsHere()).map(({ id }) => id)
    const [one, two] = await there()
    await store.store.change(handle, {
      options: [
        { name: 'Colour', values: ['Grey', 'Blue'] },
        { name: 'Size', values: ['S', 'L'] },
      ],
      variants: [
        { ...one, values: ['Grey', 'S'] },
        { ...two, values: ['Blue', 'S'] },
        blue('40.00', { values: ['Blue', 'L'], sku: `BL-${made}` }),
      ],
    })
    await store.sync()
    const after = await variantsHere()
    expect(after.map(({ title }) => title)).toEqual(['Grey / S', 'Blue / S', 'Blue / L'])
    expect(after.slice(0, 2).map(({ id }) => id)).toEqual(ids)
    expect((await product()).options.map(({ name }) => name)).toEqual(['Colour', 'Size'])
  })

  test('end with the last option, and the product keeps its ID', async () => {
    await addMat()
    const { id } = await product()
    await store.store.change(handle, { options: [], variants: [gray('25.00', { values: [] })] })
    await store.sync()
    expect(await product()).toMatchObject({ id, options: [], variants: [], price: '25.00', stockQuantity: 5 })
    expect(await conflicts()).toEqual([])
    await store.sync()
    expect((await store.lastRun())?.changed).toBe(0)
  })

  test('leave out a SKU that another product has, and get it when it is free', async () => {
    await addMat([gray(), blue()])
    const taken = `G-${made}`
    const first = handle
    handle = `${handle}-copy`
    await addMat([gray('20.00', { sku: taken }), blue('30.00', { sku: '' })])
    expect((await product()).variants[0]?.sku).toBeNull()
    expect((await changes())[0]?.note).toContain(`Another variant in the shop has the SKU ${taken}`)
    await store.store.remove(first)
    await shop.shop.db.updateTable('variants').set({ sku: null }).where('sku', '=', taken).execute()
    await store.sync()
    expect((await product()).variants[0]?.sku).toBe(taken)
  })
})

describe('a product that was synced as one price and one stock', () => {
  /** The state that a sync without variants left: the price of the cheapest variant, and the stock of all. */
  async function addMerged() {
    await store.store.add({ title: handle, handle, variants: [variant('20.00', { inventoryQuantity: 12 })] })
    await store.sync()
    const { id } = await product()
    return id
  }
  const split = () =>
    store.store.change(handle, {
      options: COLORS,
      variants: [blue('30.00', { inventoryQuantity: 10 }), gray('20.00', { inventoryQuantity: 2 })],
    })

  test('gets its variants, and the one whose price was shown keeps its ID, carts, and the units sold', async () => {
    const id = await addMerged()
    const shopper = shop.visitor()
    await shopper.call('POST /api/cart', { productId: id, quantity: 1 })
    await commitReservation(shop.shop.db, `PL-${handle}`, [{ variantId: id, quantity: 3 }])
    await split()
    await store.sync()
    // 12 on the platform, 3 sold in the shop: 2 of the first variant, and 1 of the one with most.
    expect(await variantsHere()).toMatchObject([
      { title: 'Blue', price: '30.00', stockQuantity: 9 },
      { id, title: 'Gray', price: '20.00', stockQuantity: 0 },
    ])
    const [line] = await shopper.call('GET /api/cart')
    expect(line).toMatchObject({ variant: { id, title: 'Gray' } })
    expect(await conflicts()).toEqual([])
    await store.sync()
    expect((await store.lastRun())?.changed).toBe(0)
  })

  test('gets the same variants again after its options ended, and no unit is lost', async () => {
    const id = await addMerged()
    await split()
    await store.sync()
    const before = await variantsHere()
    await store.store.change(handle, {
      options: [],
      variants: [variant('20.00', { id: undefined, values: [], inventoryQuantity: 12 })],
    })
    await store.sync()
    expect(await product()).toMatchObject({ id, options: [], price: '20.00', stockQuantity: 12 })
    await commitReservation(shop.shop.db, `PL-${handle}-again`, [{ variantId: id, quantity: 3 }])
    await split()
    await store.sync()
    const after = await variantsHere()
    expect(after.map(({ id, title }) => [id, title])).toEqual(before.map(({ id, title }) => [id, title]))
    expect(after.map(({ stockQuantity }) => stockQuantity)).toEqual([9, 0])
    expect(await conflicts()).toEqual([])
    await store.sync()
    expect((await store.lastRun())?.changed).toBe(0)
  })

  test('keeps an edited price as a conflict of its first variant', async () => {
    const id = await addMerged()
    await store.admin.call('PATCH /api/admin/products/:id', { id, price: '22.00' })
    await split()
    await store.sync()
    expect(await conflicts()).toMatchObject([
      { variant: 'Gray', field: 'price', here: '22.00', platform: '20.00' },
    ])
    expect((await variantsHere()).map(({ price }) => price)).toEqual(['30.00', '22.00'])
  })

  test('is one product again after an undo, until an admin chooses the platform’s options', async () => {
    const id = await addMerged()
    await split()
    await store.sync()
    await undo()
    expect(await product()).toMatchObject({ id, options: [], price: '20.00', stockQuantity: 12 })
    expect(await conflicts()).toMatchObject([{ variant: null, field: 'options', here: [] }])
    await store.sync()
    expect(await product()).toMatchObject({ options: [], price: '20.00' })
    await choose('options', 'platform')
    expect(await variantsHere()).toMatchObject([
      { title: 'Blue', price: '30.00', stockQuantity: 10 },
      { id, title: 'Gray', price: '20.00', stockQuantity: 2 },
    ])
    await store.sync()
    expect(await conflicts()).toEqual([])
  })

  test('has as many units as before after an undo, whether its options began or ended', async () => {
    const id = await addMerged()
    await split()
    await store.sync()
    const [blue] = await variantsHere()
    await commitReservation(shop.shop.db, `PL-${handle}-blue`, [{ variantId: blue?.id ?? 0, quantity: 3 }])
    await undo()
    expect(await product()).toMatchObject({ options: [], stockQuantity: 9 })
    await choose('options', 'platform')
    await store.store.change(handle, {
      options: [],
      variants: [variant('20.00', { id: undefined, values: [], inventoryQuantity: 12 })],
    })
    await store.sync()
    await commitReservation(shop.shop.db, `PL-${handle}-only`, [{ variantId: id, quantity: 5 }])
    await undo()
    const units = (await variantsHere()).map(({ stockQuantity }) => stockQuantity ?? 0)
    expect(units).toHaveLength(2)
    expect(units.reduce((sum, count) => sum + count, 0)).toBe(7)
  })
})

describe('a conflict about a variant', () => {
  test('names it, and is resolved either way', async () => {
    await addMat()
    await edit({ Gray: { price: '21.00' }, Blue: { price: '31.00' } })
    await store.sync()
    expect(await conflicts()).toMatchObject([
      { variant: 'Gray', field: 'price', here: '21.00', platform: '20.00' },
      { variant: 'Blue', field: 'price', here: '31.00', platform: '30.00' },
    ])
    await choose('price', 'here', 'Gray')
    await choose('price', 'platform', 'Blue')
    const [one, two] = await there()
    await store.store.change(handle, {
      variants: [
        { ...one, price: '18.00' },
        { ...two, price: '28.00' },
      ],
    })
    await store.sync()
    expect((await variantsHere()).map(({ price }) => price)).toEqual(['21.00', '28.00'])
    expect(await conflicts()).toEqual([])
    await choose('price', 'platform', 'Gray')
    expect((await variantsHere()).map(({ price }) => price)).toEqual(['18.00', '28.00'])
  })

  test('is reported for stock that an admin set, and for a variant that an admin removed', async () => {
    await addMat()
    await edit({ Gray: { stockQuantity: 3 }, Blue: null })
    await store.sync()
    expect(await conflicts()).toMatchObject([
      { variant: 'Gray', field: 'stockQuantity', here: 3, platform: 5 },
      { variant: 'Blue', field: 'onSale', here: false, platform: true },
    ])
    expect(await variantsHere()).toHaveLength(1)
    await choose('onSale', 'platform', 'Blue')
    await choose('stockQuantity', 'platform', 'Gray')
    expect(await variantsHere()).toMatchObject([
      { title: 'Gray', stockQuantity: 5 },
      { title: 'Blue', price: '30.00', stockQuantity: 5 },
    ])
    await store.sync()
    expect(await conflicts()).toEqual([])
  })

  test('ends with the units deducted that the platform sold while the variant was archived in the shop', async () => {
    await addMat([gray(), blue('30.00', { inventoryQuantity: 5 })])
    await edit({ Blue: null })
    const [one, two] = await there()
    await store.store.change(handle, { variants: [{ ...one }, { ...two, inventoryQuantity: 4 }] })
    await store.sync()
    await choose('onSale', 'platform', 'Blue')
    await store.sync()
    expect(await variantsHere()).toMatchObject([{ title: 'Gray' }, { title: 'Blue', stockQuantity: 4 }])
  })

  test('is one about options if an admin renamed a value, and prices still follow the platform', async () => {
    await addMat()
    const { id, variants } = await product()
    await store.admin.call('PUT /api/admin/products/:id/variants', {
      id,
      options: [{ name: 'Color', values: ['Fog', 'Blue'] }],
      variants: variants.map(({ id }, place) => ({ id, optionValues: [place === 0 ? 'Fog' : 'Blue'] })),
    })
    const [one, two] = await there()
    await store.store.change(handle, {
      options: [{ name: 'Color', values: ['Gray', 'Blue', 'Red'] }],
      variants: [{ ...one, price: '19.00' }, { ...two }, variant('9.00', { values: ['Red'] })],
    })
    await store.sync()
    expect(await conflicts()).toMatchObject([{ variant: null, field: 'options' }])
    expect((await variantsHere()).map(({ title, price }) => [title, price])).toEqual([
      ['Fog', '19.00'],
      ['Blue', '30.00'],
    ])
    await choose('options', 'platform')
    expect((await variantsHere()).map(({ title }) => title)).toEqual(['Gray', 'Blue', 'Red'])
    await store.sync()
    expect(await conflicts()).toEqual([])
  })

  test('is one about options if an admin renamed a variant that the platform had left out until now', async () => {
    await addMat()
    const [one, two] = await there()
    await store.store.change(handle, {
      options: COLORS,
      variants: [{ ...one }, { ...two, requiresShipping: false }],
    })
    await store.sync()
    await undo()
    await edit({ Blue: { optionValues: ['Navy'] } }, [{ name: 'Color', values: ['Gray', 'Navy'] }])
    await store.store.change(handle, { options: COLORS, variants: [{ ...one }, { ...two }] })
    await store.sync()
    expect((await variantsHere()).map(({ title }) => title)).toEqual(['Gray', 'Navy'])
    expect(await conflicts()).toMatchObject([{ variant: null, field: 'options' }])
    await choose('options', 'platform')
    expect((await variantsHere()).map(({ title }) => title)).toEqual(['Gray', 'Blue'])
  })

  test('is counted by a preview, which writes nothing', async () => {
    await addMat()
    await edit({ Gray: { price: '21.00' } })
    const [one, two] = await there()
    await store.store.change(handle, { variants: [{ ...one }, { ...two, price: '32.00' }] })
    const lines: SyncPreview[] = []
    await callForStream(store.admin, 'POST /api/admin/sync-preview', {}, (line) => lines.push(line))
    const report = lines.at(-1) as Extract<SyncPreview, { kind: 'report' }>
    const open = (await store.admin.callPaged('GET /api/admin/sync-conflicts', {})).total
    expect(report).toMatchObject({ changed: 1, conflicts: open + 1 })
    expect(report.changes).toMatchObject([
      { name: handle, after: { variants: [{ title: 'Blue', price: '32.00' }] } },
    ])
    expect((await variantsHere()).map(({ price }) => price)).toEqual(['21.00', '30.00'])
    await store.sync()
    expect((await store.lastRun())?.changed).toBe(1)
  })
})

describe('an undo', () => {
  test('reverts the variants of a run, and reports them as conflicts', async () => {
    await addMat()
    const [one, two] = await there()
    await store.store.change(handle, {
      options: [{ name: 'Color', values: ['Gray', 'Blue', 'Red'] }],
      variants: [{ ...one, price: '5.00' }, { ...two }, variant('9.00', { values: ['Red'] })],
    })
    await store.sync()
    await undo()
    expect((await variantsHere()).map(({ title, price }) => [title, price])).toEqual([
      ['Gray', '20.00'],
      ['Blue', '30.00'],
    ])
    expect(await conflicts()).toMatchObject([
      { variant: 'Gray', field: 'price', here: '20.00', platform: '5.00' },
      { variant: 'Red', field: 'onSale' },
    ])
  })

  test('leaves a variant alone that changed since', async () => {
    await addMat()
    const [one, two] = await there()
    await store.store.change(handle, { variants: [{ ...one, price: '5.00' }, { ...two }] })
    await store.sync()
    await edit({ Gray: { price: '6.00' } })
    await undo()
    expect(await store.lastRun()).toMatchObject({ kind: 'undo', failed: 1, changed: 0 })
    expect((await variantsHere()).map(({ price }) => price)).toEqual(['6.00', '30.00'])
  })
})

describe('a product of the shop with the same slug', () => {
  async function addHere(variants: object[]) {
    const { id } = await store.admin.call('POST /api/admin/products', {
      name: handle,
      slug: handle,
      description: '<p>Ours</p>',
      price: '15.00',
      categoryId: 1,
      image: 'https://images.test/mat.jpg',
    } as never)
    await store.admin.call('PUT /api/admin/products/:id/variants', {
      id,
      options: COLORS,
      variants: variants as { optionValues: string[] }[],
    })
    return (await variantsHere()).map(({ id }) => id)
  }

  test('is linked variant by variant, by SKU and then by the values of options', async () => {
    const [first, second] = await addHere([
      { optionValues: ['Blue'], sku: `G-${made}` },
      { optionValues: ['Gray'] },
    ])
    await addMat([gray('20.00', { values: ['Blue'] }), blue('30.00', { values: ['Gray'] })])
    expect(await variantsHere()).toMatchObject([
      { id: first, price: '20.00', stockQuantity: 5 },
      { id: second, price: '30.00', stockQuantity: 5 },
    ])
  })

  test('is skipped, with the reason, if one of its variants isn’t on the platform', async () => {
    await addHere([{ optionValues: ['Gray'] }, { optionValues: ['Blue'], price: '16.00' }])
    await addMat([gray(), blue('30.00', { values: ['Red'] })])
    expect((await changes()).find(({ name }) => name === handle)).toMatchObject({
      action: 'failed',
      note: expect.stringContaining('its variant Blue isn’t on the platform'),
    })
    expect((await variantsHere()).map(({ price }) => price)).toEqual(['15.00', '16.00'])
    await store.store.remove(handle)
  })

  test('has a conflict about its options if it has none on the platform, resolved either way', async () => {
    const [first] = await addHere([{ optionValues: ['Gray'] }, { optionValues: ['Blue'], price: '16.00' }])
    await store.store.add({ title: handle, handle, variants: [variant('9.00')] })
    await store.sync()
    expect(await conflicts()).toMatchObject([{ variant: null, field: 'options', platform: [] }])
    expect((await variantsHere()).map(({ price }) => price)).toEqual(['15.00', '16.00'])
    await choose('options', 'here')
    await store.sync()
    expect(await conflicts()).toEqual([])
    expect(await variantsHere()).toHaveLength(2)
    await choose('options', 'platform')
    expect(await product()).toMatchObject({ id: first, options: [], price: '9.00' })
    await store.sync()
    expect(await conflicts()).toEqual([])
  })
})
