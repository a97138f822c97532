import { beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

describe('GET /api/products', () => {
  test('lists the ten demo products, featured ones first', async () => {
    const products = await shop.visitor().call('GET /api/products')
    expect(products).toHaveLength(10)
    expect(products.slice(0, 5).every((product) => product.isFeatured)).toBe(true)
    expect(products.slice(5).some((product) => product.isFeatured)).toBe(false)
  })

  test('gives money as decimal strings with two digits', async () => {
    const [stand] = await shop.visitor().call('GET /api/products')
    expect(stand).toMatchObject({ price: '149.00', oldPrice: null, shippingCost: '4.99' })
  })

  test('tells how many match, and the way to the other pages', async () => {
    const answer = await shop.visitor().send({ url: '/api/products?page=1&pageSize=4&sort=newest' })
    expect(answer.headers['x-total-count']).toBe('10')
    expect(answer.headers.link).toBe(
      '</api/products?page=1&pageSize=4&sort=newest>; rel="first", ' +
        '</api/products?page=2&pageSize=4&sort=newest>; rel="next", ' +
        '</api/products?page=3&pageSize=4&sort=newest>; rel="last"',
    )
  })

  test('refuses nonsense with 400 and names the field', async () => {
    const answer = await shop.visitor().send({ url: '/api/products?minPrice=abc' })
    expect(answer.status).toBe(400)
    expect(answer.json()).toEqual({
      message: 'Must be an amount such as 49.99',
      code: 'invalid_input',
      errors: [{ path: 'minPrice', message: 'Must be an amount such as 49.99' }],
    })
  })
})

describe('GET /api/products/{slugOrId}', () => {
  test('finds a product by its slug and by its id', async () => {
    const visitor = shop.visitor()
    const bySlug = await visitor.call('GET /api/products/:slugOrId', { slugOrId: 'halo-desk-lamp' })
    const byId = await visitor.call('GET /api/products/:slugOrId', { slugOrId: String(bySlug.id) })
    expect(bySlug.name).toBe('Halo LED Desk Lamp')
    expect(byId).toEqual(bySlug)
  })

  test('answers 404 when there is none', async () => {
    const answer = await shop.visitor().send({ url: '/api/products/unknown' })
    expect(answer.status).toBe(404)
    expect(answer.json()).toMatchObject({ message: 'Product not found', code: 'not_found' })
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
