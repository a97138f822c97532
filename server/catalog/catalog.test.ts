import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { archiveProduct } from './archive-product.ts'
import { aProduct, namesAt } from './fixtures.ts'

let shop: TestShop
let names: (query: string) => Promise<string[]>
beforeAll(async () => {
  shop = await openTestShop()
  names = (query) => namesAt(shop, query)
})

describe('GET /api/products', () => {
  test('lists the ten demo products, featured ones first', async () => {
    const products = await shop.visitor().call('GET /api/products')
    expect(products).toHaveLength(10)
    expect(products.slice(0, 5).every((product) => product.isFeatured)).toBe(true)
    expect(products.slice(5).some((product) => product.isFeatured)).toBe(false)
  })

  test('returns money as decimal strings with two decimals', async () => {
    const [stand] = await shop.visitor().call('GET /api/products')
    expect(stand).toMatchObject({ price: '149.00', oldPrice: null, shippingCost: '4.99' })
  })
})

describe('the demo products in two colors', () => {
  test('have a variant with its own stock and image for each color', async () => {
    const { id, image, images, variants, ...pad } = await shop
      .visitor()
      .call('GET /api/products/:slugOrId', { slugOrId: 'leather-desk-pad' })
    expect({ id, ...pad }).toMatchObject({
      id: 3,
      price: '95.00',
      oldPrice: '119.00',
      priorPrice: '119.00',
      priceFrom: false,
      inStock: true,
      stockQuantity: 40,
      colors: ['brown', 'black'],
      options: [{ name: 'Color', values: ['Brown', 'Black'] }],
    })
    const prices = { price: '95.00', oldPrice: '119.00', priorPrice: '119.00' }
    expect(variants).toMatchObject([
      { id, optionValues: ['Brown'], stockQuantity: 27, image, ...prices },
      { optionValues: ['Black'], stockQuantity: 13, image: images[3]?.url, ...prices },
    ])
    expect(images.map(({ alt }) => alt.split(' ')[0])).toEqual([
      'Cognac',
      'Close-up',
      'Cognac',
      'Black',
      'Black',
    ])
  })

  test('have a total stock as in the catalog, and no entries in the audit log', async () => {
    const products = await shop.visitor().call('GET /api/products')
    const inColors = products.filter(({ options }) => options.length > 0)
    expect(Object.fromEntries(inColors.map(({ slug, stockQuantity }) => [slug, stockQuantity]))).toEqual({
      'leather-desk-pad': 40,
      'felt-desk-mat': 75,
      'concrete-pen-cup': 120,
      'cable-dock': 3,
    })
    const { rows } = await sql`select from audit_log where action like 'product.%'`.execute(shop.shop.db)
    expect(rows).toEqual([])
  })
})

describe('the filters of GET /api/products', () => {
  test('categoryId returns the products of one category', async () => {
    expect(await names('categoryId=3')).toEqual(['Halo LED Desk Lamp', 'Monitor Light Bar'])
    expect(await names('categoryId=999')).toEqual([])
  })

  test('minPrice and maxPrice are inclusive', async () => {
    expect(await names('minPrice=129&maxPrice=149.00&sort=price_asc')).toEqual([
      'Halo LED Desk Lamp',
      'Walnut Monitor Stand',
    ])
    expect(await names('minPrice=149.01')).toEqual([])
    expect(await names('minPrice=129.00&maxPrice=129')).toEqual(['Halo LED Desk Lamp'])
  })

  test('rating is a minimum', async () => {
    const products = await shop.visitor().call('GET /api/products', { rating: 4.7 })
    expect(products.map(({ rating }) => rating).sort()).toEqual(['4.7', '4.8'])
  })

  test('color returns the products with this color, in any spelling', async () => {
    const silver = ['Walnut Monitor Stand', 'Aluminum Laptop Stand']
    expect(await names('color=silver')).toEqual(silver)
    expect(await names('color=%20Silver')).toEqual(silver)
    expect(await names('color=plaid')).toEqual([])
  })

  test('onSale and featured include or exclude flagged products', async () => {
    const visitor = shop.visitor()
    for (const flag of ['true', 'false'] as const) {
      const onSale = await visitor.call('GET /api/products', { onSale: flag })
      const featured = await visitor.call('GET /api/products', { featured: flag })
      expect(onSale.length).toBeGreaterThan(0)
      expect(onSale.every(({ isOnSale }) => String(isOnSale) === flag)).toBe(true)
      expect(featured.every(({ isFeatured }) => String(isFeatured) === flag)).toBe(true)
    }
  })

  test('can be combined', async () => {
    expect(await names('color=brown&maxPrice=100&onSale=true')).toEqual(['Full-Grain Leather Desk Pad'])
  })
})

describe('the sort orders of GET /api/products', () => {
  const ids: number[] = []
  const twins = { priceCents: 77_700, rating: '3.3', categoryId: 2, colors: ['twin'] }
  beforeAll(async () => {
    for (const name of ['First', 'Second', 'Third']) ids.push(await aProduct(shop, { ...twins, name }))
    await aProduct(shop, { ...twins, name: 'Dear', priceCents: 88_800 })
    await aProduct(shop, { ...twins, name: 'Good', rating: '4.0' })
    await aProduct(shop, { ...twins, name: 'Fresh' }, new Date('2021-01-01'))
    await aProduct(shop, { ...twins, name: 'Chosen', isFeatured: true })
  })
  afterAll(async () => {
    const products = await shop.visitor().call('GET /api/products', { color: 'twin' })
    for (const { id } of products) await archiveProduct(shop.shop.db, null, id)
  })

  test.each([
    ['price_asc', ['First', 'Second', 'Third', 'Good', 'Fresh', 'Chosen', 'Dear']],
    ['price_desc', ['Dear', 'Chosen', 'Fresh', 'Good', 'Third', 'Second', 'First']],
    ['rating', ['Good', 'Chosen', 'Fresh', 'Dear', 'Third', 'Second', 'First']],
    ['newest', ['Fresh', 'Chosen', 'Good', 'Dear', 'Third', 'Second', 'First']],
    ['relevance', ['Chosen', 'Fresh', 'Good', 'Dear', 'Third', 'Second', 'First']],
  ])('%s sorts equal products by ID', async (sort, expected) => {
    expect(await names(`color=twin&sort=${sort}`)).toEqual(expected)
  })

  test("relevance, which is the catalog's order, is the default", async () => {
    expect(await names('')).toEqual(await names('sort=relevance'))
  })
})

describe('an invalid query of GET /api/products', () => {
  test.each([
    ['categoryId', 'x', 'Must be a whole number from 1 to 2147483647'],
    ['categoryId', '1.5', 'Must be a whole number from 1 to 2147483647'],
    ['categoryId', '99999999999', 'Must be a whole number from 1 to 2147483647'],
    ['minPrice', 'abc', 'Must be an amount such as 49.99'],
    ['maxPrice', '1.999', 'Must be an amount such as 49.99'],
    ['maxPrice', '-1', 'Must be an amount such as 49.99'],
    ['rating', '7', 'Must be a number from 0 to 5'],
    ['rating', '', 'Must be a number from 0 to 5'],
    ['featured', 'yes', 'Must be true or false'],
    ['onSale', '1', 'Must be true or false'],
    ['sort', 'foo', 'Must be one of relevance, price_asc, price_desc, rating, newest'],
    ['page', '0', 'Must be a whole number from 1 to 10000'],
    ['page', '0x10', 'Must be a whole number from 1 to 10000'],
    ['page', '10001', 'Must be a whole number from 1 to 10000'],
    ['pageSize', '0', 'Must be a whole number from 1 to 100'],
    ['pageSize', '101', 'Must be a whole number from 1 to 100'],
  ])('%s=%s returns 400 and names the parameter', async (path, value, message) => {
    const response = await shop.visitor().send({ url: `/api/products?${path}=${value}` })
    expect(response.status).toBe(400)
    expect(response.json()).toEqual({ message, code: 'invalid_input', errors: [{ path, message }] })
  })

  test.each([
    'color=',
    'color=%00',
    `color=${'x'.repeat(41)}`,
    `search=${'x'.repeat(201)}`,
    'sort=newest&sort=rating',
  ])('%s returns 400', async (query) => {
    const response = await shop.visitor().send({ url: `/api/products?${query}` })
    expect(response.status).toBe(400)
    expect(response.json()).toMatchObject({ errors: [{ path: query.split('=')[0] }] })
  })

  test('minPrice above maxPrice returns 400 and names the parameter', async () => {
    const message = 'minPrice must not be above maxPrice'
    const response = await shop.visitor().send({ url: '/api/products?minPrice=50.01&maxPrice=50' })
    expect(response.status).toBe(400)
    expect(response.json()).toEqual({
      message,
      code: 'invalid_input',
      errors: [{ path: 'minPrice', message }],
    })
  })
})

describe('GET /api/categories', () => {
  test('lists the five demo categories with their icons', async () => {
    const categories = await shop.visitor().call('GET /api/categories')
    expect(categories.map(({ name, icon }) => `${name} ${icon}`)).toEqual([
      'Desk Mats fa-rug',
      'Stands & Risers fa-layer-group',
      'Lighting fa-lightbulb',
      'Organization fa-box-open',
      'Tech Accessories fa-plug',
    ])
  })
})
