import { beforeAll, describe, expect, test } from 'vitest'
import type { Product, Variant } from '#contract/catalog/api.ts'
import { VARIANTS_PAGE } from '#contract/catalog/variants.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { type Wire, wireTo } from '../../tests/support/wire.ts'

let shop: TestShop
let wire: Wire
let id: number
beforeAll(async () => {
  shop = await openTestShop()
  id = await fixtures.aProductInManyVariants(shop, { name: 'Endless Board', categoryId: 3 })
  await fixtures.aProductInManyVariants(shop, { name: 'Endless Shelf', categoryId: 3 })
  wire = await wireTo(shop)
})

const json = async <T>(url: string): Promise<T> => JSON.parse((await wire.get(url)).text) as T
const see = () => json<Product>(`/api/products/${id}`)
const pageOf = (page: number) => json<Variant[]>(`/api/products/${id}/variants?page=${page}`)

describe('a list with products of 2,000 variants', () => {
  test('has the colors of a card with the variant that each one adds, and no variants', async () => {
    const [board] = await json<object[]>('/api/products?search=endless+board&page=1')
    const [, first] = await pageOf(1)
    expect(board).not.toHaveProperty('variants')
    expect(board).toMatchObject({
      price: '10.01',
      priceFrom: true,
      inStock: true,
      stockQuantity: 1_999_000,
      options: [{ name: 'Color' }, { name: 'Width' }],
    })
    const { swatches } = board as { swatches: object[] }
    expect(swatches).toHaveLength(12)
    expect(swatches[0], 'the cheapest one is sold out').toEqual({
      value: 'Color 0',
      variantId: first?.id,
      isAvailable: true,
      price: '10.01',
    })
    expect(swatches[1]).toMatchObject({ value: 'Color 1', price: '10.50' })
  })

  test('is as small as any other: products, favorites, suggestions, the home page, and a category', async () => {
    const customer = await fixtures.aCustomer(shop)
    await customer.call('POST /api/favorites', { productId: id })
    const favorites = await customer.callForText('GET /api/favorites', {})
    expect(favorites.length).toBeLessThan(4000)
    const sizeOf = async (url: string) => (await wire.get(url)).text.length
    expect(await sizeOf('/api/products?search=endless&page=1')).toBeLessThan(8000)
    expect(await sizeOf('/api/search/suggestions?q=endless')).toBeLessThan(2000)
    const plain = await sizeOf('/?search=lamp')
    expect(await sizeOf('/?search=endless')).toBeLessThan(plain + 10_000)
  })
})

describe('a product of 2,000 variants', () => {
  test('is answered with the first 100, what the others are, and pages of them', async () => {
    const { variants, allVariants, options } = await see()
    expect(variants).toHaveLength(VARIANTS_PAGE)
    expect(allVariants?.combinations).toHaveLength(2000)
    expect(allVariants?.shownId).toBe(variants[1]?.id)
    const response = await wire.get(`/api/products/${id}/variants?page=16`)
    const page = JSON.parse(response.text) as Variant[]
    expect(response.headers).toMatchObject({
      'x-total-count': '2000',
      link: expect.stringContaining('page=20>; rel="last"'),
    })
    expect(page).toHaveLength(VARIANTS_PAGE)
    expect(page[0]).toMatchObject({ sku: `MANY-${id}-1500`, price: '25.00', stockQuantity: 1500 })
    const [found, isInStock, ...places] = allVariants?.combinations[1500] ?? []
    expect(found).toBe(page[0]?.id)
    expect(isInStock).toBe(1)
    expect(places.map((value, option) => options[option]?.values[value])).toEqual(page[0]?.optionValues)
    expect(allVariants?.combinations[0], 'sold out').toEqual([variants[0]?.id, 0, 0, 0])
    expect(await json(`/api/products/${id}/variants?variant=${found}`)).toEqual([page[0]])
    expect(await pageOf(21)).toEqual([])
    expect((await wire.get(`/api/products/${id}/variants?variant=1`)).status).toBe(404)
    expect((await wire.get('/api/products/999999/variants')).status).toBe(404)
  })

  test('has a page below 150 kB, which is rendered and compressed once', async () => {
    const before = await wire.outcomes()
    const cpu = process.cpuUsage()
    const first = await wire.get(`/product/${id}`, { 'accept-encoding': 'br' })
    const { user, system } = process.cpuUsage(cpu)
    const second = await wire.get(`/product/${id}`, { 'accept-encoding': 'br' })
    const after = await wire.outcomes()
    expect([after.miss - before.miss, after.hit - before.hit]).toEqual([1, 1])
    expect(second.bytes).toEqual(first.bytes)
    expect(first.text.length).toBeLessThan(150_000)
    expect(first.bytes.length).toBeLessThan(30_000)
    expect((user + system) / 1e6, 'seconds of CPU time').toBeLessThan(0.6)
    const facts = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(first.text)?.[1] ?? ''
    expect(facts.match(/"@type":"Offer"/g)).toHaveLength(VARIANTS_PAGE)
  })

  test('shows variant 1,500 without JavaScript, by its address or by the values of the form', async () => {
    const [wanted] = await pageOf(16)
    const [color = '', width = ''] = wanted?.optionValues ?? []
    const form = new URLSearchParams({ option1: color, option2: width })
    for (const query of [`variant=${wanted?.id}`, form]) {
      const { text } = await wire.get(`/product/${id}?${query}`)
      expect(text).toContain(`SKU: MANY-${id}-1500`)
      expect(text).toContain('$25.00')
      expect(text).toContain(`name="variantId" value="${wanted?.id}"`)
      expect(text.length).toBeLessThan(150_000)
    }
  })

  test('is added in variant 1,500, and only the item that was changed lists variants, 100 of them', async () => {
    const [wanted] = await pageOf(16)
    const visitor = shop.visitor()
    const lamp = await fixtures.aProduct(shop)
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
    const cart = await visitor.call('POST /api/cart', { productId: id, variantId: wanted?.id, quantity: 2 })
    expect(cart).toMatchObject([
      {},
      { variant: { title: 'Color 0 / Width 1' } },
      { variant: { id: wanted?.id } },
    ])
    expect(cart.map(({ product }) => product.variants.length)).toEqual([0, 0, VARIANTS_PAGE])
    const changed = await visitor.call('PATCH /api/cart/:itemId', { itemId: cart[1]?.id ?? 0, quantity: 1 })
    expect(changed.map(({ product }) => product.variants.length)).toEqual([0, VARIANTS_PAGE, 0])
    expect((await visitor.call('GET /api/cart')).flatMap(({ product }) => product.variants)).toEqual([])
    await expect(
      visitor.call('POST /api/cart', {
        productId: id,
        variantId: (await see()).variants[0]?.id,
        quantity: 1,
      }),
    ).rejects.toMatchObject({ status: 409, code: 'out_of_stock' })
    await expect(
      visitor.call('POST /api/cart', { productId: id, variantId: lamp.id, quantity: 1 }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

test('a product whose only option is a color lists the variant of each color in the order of its values', async () => {
  const images = ['gray', 'blue'].map((name) => ({
    url: `https://cdn.example/${name}.jpg`,
    alt: '',
    width: 1,
    height: 1,
  }))
  const mat = await fixtures.aProduct(shop, { name: 'Swatch Mat', priceCents: 4500, images })
  const admin = await fixtures.anAdmin(shop)
  await admin.call('PUT /api/admin/products/:id/variants', {
    id: mat.id,
    options: [{ name: ' Farbe', values: ['Gray', 'Blue', 'Red'] }],
    variants: [
      { optionValues: ['Red'], stockQuantity: 0 },
      {
        optionValues: ['Blue'],
        price: '40.00',
        oldPrice: '55.00',
        stockQuantity: null,
        image: 'https://cdn.example/blue.jpg',
      },
      { optionValues: ['Gray'], stockQuantity: 2 },
    ],
  })
  const [red, blue, gray] = (
    await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(mat.id) })
  ).variants
  const [listed] = await shop.visitor().call('GET /api/products', { search: 'swatch mat', page: 1 })
  expect(listed).toMatchObject({ inStock: true, stockQuantity: null, priceFrom: true, price: '40.00' })
  expect(listed?.swatches).toEqual([
    { value: 'Gray', variantId: gray?.id, isAvailable: true, price: '45.00' },
    {
      value: 'Blue',
      variantId: blue?.id,
      isAvailable: true,
      image: 'https://cdn.example/blue.jpg',
      price: '40.00',
      oldPrice: '55.00',
    },
    { value: 'Red', variantId: red?.id, isAvailable: false, price: '45.00' },
  ])
  const plain = await fixtures.aProduct(shop, { name: 'Plain Square' })
  const [other] = await shop.visitor().call('GET /api/products', { search: 'plain square', page: 1 })
  expect(other).toMatchObject({ id: plain.id, options: [], swatches: [] })
})
