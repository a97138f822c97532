import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { variant } from '../../tests/support/platform.ts'
import { rewriteAnswers } from '../../tests/support/platform-answers.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openSyncTestStore } from '../../tests/support/sync-test-store.ts'

let shop: TestShop
let store: Awaited<ReturnType<typeof openSyncTestStore>>
beforeAll(async () => {
  shop = await openTestShop()
  store = await openSyncTestStore(shop)
})

const bySlug = (slugOrId: string) => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId })
const isListed = async (handle: string) =>
  (await shop.visitor().send({ url: `/api/products/${handle}` })).status === 200
const inSizes = (values: string[]) => ({
  options: [{ name: 'Size', values }],
  variants: values.map((value) => variant('10.00', { values: [value] })),
})
/** Returns why the last run skipped a product. */
async function failuresOf(name: string) {
  const { id } = (await store.lastRun()) ?? { id: 0 }
  const changes = await store.admin.call('GET /api/admin/sync-runs/:id/changes', { id })
  return changes.filter((one) => one.action === 'failed' && one.name === name).map(({ note }) => note)
}

describe('a text of the platform that is too long', () => {
  test('is cut before an emoji at the limit, in titles, descriptions of images, and options', async () => {
    const [title, value] = [`${'t'.repeat(199)}😀 more`, `${'v'.repeat(79)}😀 more`]
    const images = [{ motif: 'board', tint: '332211', alt: `${'a'.repeat(299)}😀 more` }]
    const productType = `${'c'.repeat(99)}😀 more`
    await store.store.add({ title, handle: 'emoji', images, productType, ...inSizes([value, 'Small']) })
    expect(await store.sync()).toMatchObject({ success: true })
    const product = await bySlug('emoji')
    expect(product.name).toBe('t'.repeat(199))
    expect(product.images[0]?.alt).toBe('a'.repeat(299))
    expect(product.options[0]?.values).toEqual(['v'.repeat(79), 'Small'])
    expect(await store.lastRun()).toMatchObject({ failed: 0 })
  })

  test('ends without a space, so the next syncs find no change', async () => {
    const images = [{ motif: 'board', tint: '332211', alt: `${'a'.repeat(299)} ${'b'.repeat(50)}` }]
    await store.store.add({ title: 'Spaced', handle: 'spaced', images, variants: [variant('10.00')] })
    await store.sync()
    await store.store.change('spaced', { images: [{ motif: 'lamp', tint: '112233', alt: 'New' }] })
    await store.sync()
    expect((await bySlug('spaced')).images[0]?.alt).toBe('New')
  })
})

test('half a character and NUL are dropped from all texts of the platform', async () => {
  await store.store.add({
    title: 'Half HERE',
    handle: 'half',
    descriptionHtml: '<p>Oak HERE</p>',
    variants: [variant('10.00')],
  })
  await rewriteAnswers(shop, (text) => text.replaceAll(' HERE', '\\ud83d\\u0000'))
  expect(await store.sync()).toMatchObject({ success: true })
  expect(await bySlug('half')).toMatchObject({ name: 'Half', description: '<p>Oak</p>' })
})

describe('a variant that the platform moves to another product', () => {
  test('is listed with it, and the product that had it loses it', async () => {
    await store.store.add({ title: 'Taker', handle: 'taker', ...inSizes(['S', 'M']) })
    await store.store.add({ title: 'Giver', handle: 'giver', ...inSizes(['L', 'XL']) })
    await store.sync()
    const { variants } = await store.store.get('giver')
    const moved = variants[1]?.id
    const taken = (await store.store.get('taker')).variants[1]?.id
    await store.store.change('giver', {
      options: [{ name: 'Size', values: ['L'] }],
      variants: variants.slice(0, 1),
    })
    await store.store.change('taker', { title: 'Took' })
    await store.store.add({ title: 'After', handle: 'after-taker', variants: [variant('10.00')] })
    await rewriteAnswers(shop, (text) => text.replaceAll(`${taken}"`, `${moved}"`))
    expect(await store.sync()).toMatchObject({ success: true })
    expect(await store.lastRun()).toMatchObject({ failed: 0 })
    expect(await isListed('after-taker')).toBe(true)
    const titles = async (handle: string) =>
      (await bySlug(handle)).variants.map(({ optionValues }) => optionValues[0])
    expect(await titles('taker')).toEqual(['S', 'M'])
    expect(await titles('giver')).toEqual(['L'])
  })
})

describe('a product that can’t be synced', () => {
  test('because one of its variants is listed twice is skipped with its name and the reason', async () => {
    await store.store.add({ title: 'Twice', handle: 'twice', ...inSizes(['S', 'M']) })
    const [first] = (await store.store.get('twice')).variants
    const variants = ['S', 'M'].map((value) => variant('10.00', { id: first?.id, values: [value] }))
    await store.store.change('twice', { variants })
    await store.store.add({ title: 'After', handle: 'after-twice', variants: [variant('10.00')] })
    expect(await store.sync()).toMatchObject({ success: true })
    expect(await failuresOf('Twice')).toEqual(['The platform lists one of its variants twice.'])
    expect(await isListed('after-twice')).toBe(true)
  })

  test('for an unexpected reason is skipped, and the log has the details', async () => {
    await store.store.add({ title: 'Unlucky', handle: 'unlucky', variants: [variant('10.00')] })
    await store.store.add({ title: 'After', handle: 'after-unlucky', variants: [variant('10.00')] })
    const [only] = (await store.store.get('unlucky')).variants
    // An index of the database can't hold such an ID.
    const endless = randomBytes(9000).toString('base64')
    await rewriteAnswers(shop, (text) => text.replaceAll(`${only?.id}"`, `${endless}"`))
    expect(await store.sync()).toMatchObject({ success: true })
    expect(await failuresOf('Unlucky')).toEqual([
      'An unexpected error occurred. The server’s log has the details.',
    ])
    expect(await isListed('after-unlucky')).toBe(true)
  })

  test('after an admin’s edit is skipped once per run, and gone products are still archived', async () => {
    const inBoth = (color: string, size: string) => variant('20.00', { values: [color, size] })
    const options = (colors: string[]) => [
      { name: 'Color', values: colors },
      { name: 'Size', values: ['M', 'L'] },
    ]
    const given = [inBoth('Gray', 'M'), inBoth('Gray', 'L'), inBoth('Blue', 'M')]
    await store.store.add({ title: 'Gone', handle: 'gone', variants: [variant('9.00')] })
    await store.store.add({
      title: 'Rug',
      handle: 'rug',
      options: options(['Gray', 'Blue']),
      variants: given,
    })
    await store.sync()
    const { id } = await bySlug('rug')
    async function rename(
      from: string,
      to: string,
      added: { optionValues: string[]; stockQuantity: number }[] = [],
    ) {
      const { variants } = await store.admin.call('GET /api/admin/products/:id', { id })
      const kept = variants.map(({ id, optionValues }) => ({
        id,
        optionValues: optionValues.map((value) => (value === from ? to : value)),
      }))
      const all = [...kept, ...added]
      const values = (place: number) => [...new Set(all.map((one) => one.optionValues[place] ?? ''))]
      const named = ['Color', 'Size'].map((name, place) => ({ name, values: values(place) }))
      await store.admin.call('PUT /api/admin/products/:id/variants', { id, options: named, variants: all })
    }
    await rename('Gray', 'Grey')
    const there = (await store.store.get('rug')).variants
    await store.store.change('rug', {
      options: options(['Gray', 'Blue', 'green']),
      variants: [...there, inBoth('green', 'M')],
    })
    await store.sync()
    await rename('Grey', 'Gray', [{ optionValues: ['Green', 'L'], stockQuantity: 1 }])
    await store.store.remove('gone')
    expect(await store.sync()).toMatchObject({ success: true })
    expect(await failuresOf('Rug')).toEqual([expect.stringContaining('options')])
    expect(await isListed('gone')).toBe(false)
    expect(await store.sync()).toMatchObject({ success: true })
  })
})
