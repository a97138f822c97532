import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})

const FORM = {
  name: 'Slate Coaster',
  description: '<p>Cut from one stone.</p>',
  price: '12.50',
  categoryId: 1,
  image: 'https://pictures.example/coaster.jpg',
}
type Input = Record<string, unknown>
const add = (fields: Input = {}) => admin.call('POST /api/admin/products', { ...FORM, ...fields })
const seen = (id: number) => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })

describe('a new product', () => {
  test('gets the default values of the specification for omitted fields', async () => {
    expect(await add()).toMatchObject({
      rating: '4.5',
      reviewCount: 0,
      inStock: true,
      stockQuantity: 10,
      oldPrice: null,
      colors: [],
      shippingCost: null,
      version: 1,
      isArchived: false,
    })
  })

  test('is active immediately, and search finds it', async () => {
    const { id } = await add({ name: 'Obsidian Paperweight' })
    expect(await seen(id)).toMatchObject({ name: 'Obsidian Paperweight', price: '12.50', image: FORM.image })
    const found = await shop.visitor().call('GET /api/products', { search: 'obsidian' })
    expect(found.map((product) => product.id)).toEqual([id])
  })

  test('stores the fields of the form: amounts, colors as a list, flags, and images with their descriptions', async () => {
    const images = [
      { url: FORM.image, alt: 'From above' },
      { url: 'https://pictures.example/side.jpg', alt: 'From the side' },
    ]
    const product = await add({
      price: 20,
      oldPrice: '25.00',
      colors: [' Black ', 'WHITE', 'black'],
      isNew: true,
      shippingCost: '0',
      shippingDays: '3',
      weight: '0.8',
      weightUnit: 'kg',
      stockQuantity: '4',
      images,
    })
    expect(await seen(product.id)).toMatchObject({
      price: '20.00',
      oldPrice: '25.00',
      colors: ['black', 'white'],
      isNew: true,
      shippingCost: '0.00',
      shippingDays: 3,
      weight: '0.8',
      weightUnit: 'kg',
      stockQuantity: 4,
      image: FORM.image,
      additionalImages: ['https://pictures.example/side.jpg'],
      images: images.map((image) => ({ ...image, width: null, height: null })),
    })
  })

  test('can have untracked stock and no slug', async () => {
    expect(await add({ stockQuantity: null, slug: '' })).toMatchObject({ stockQuantity: null, slug: null })
  })

  test('has a description without scripts', async () => {
    const { id } = await add({ description: '<p onclick="x()">Soft.</p><script>x()</script>' })
    expect((await seen(id)).description).toBe('<p>Soft.</p>')
  })

  test.each([
    ['name', undefined, 'Name is required'],
    ['name', '  ', 'Name is required'],
    ['description', '', 'Description is required'],
    ['description', '<p> </p>', 'Description is required'],
    ['description', '<script>x()</script>', 'Description is required'],
    ['price', '', 'Price is required'],
    ['price', undefined, 'Price is required'],
    ['price', '12.345', 'Must be an amount such as 49.99'],
    ['price', -1, 'Must be an amount such as 49.99'],
    ['rating', '', 'Rating is required'],
    ['rating', '5.1', 'Rating must be a number from 0 to 5 with at most one decimal'],
    ['image', 'coaster.jpg', 'Must be a valid URL'],
    ['image', 'javascript:alert(1)', 'Must be a valid URL'],
    ['image', undefined, 'Must be a valid URL'],
    [
      'image',
      '/images/none.00000000ffffff.jpg',
      'There is no image /images/none.00000000ffffff.jpg in this shop',
    ],
    ['categoryId', '', 'Category is required'],
    ['categoryId', 0, 'Category is required'],
    ['categoryId', 999, 'This category does not exist'],
    ['reviewCount', -1, 'Review count must be a whole number, 0 or more'],
    ['reviewCount', 1.5, 'Review count must be a whole number, 0 or more'],
    ['stockQuantity', -1, 'Stock quantity must be a whole number, 0 or more'],
    ['slug', 'Slate Coaster', 'Slug must be in kebab-case format'],
    ['slug', '12', 'Slug can’t be digits only, because it could be mistaken for a product ID'],
  ])('is rejected with %s %j: %s', async (field, value, message) => {
    await expect(add({ [field]: value })).rejects.toMatchObject({ status: 400, serverMessage: message })
  })

  test('cannot have the slug of another active product', async () => {
    await add({ slug: 'taken-slug' })
    await expect(add({ slug: 'taken-slug' })).rejects.toMatchObject({
      status: 409,
      serverMessage: 'Another product already has this slug.',
    })
  })
})
