import { describe, expect, test } from 'vitest'
import { US_DOLLARS } from '#contract/money.ts'
import { changedInput, inputOf, NEW_PRODUCT, type ProductValues, valuesOfCopy } from './product-values.ts'

const FORMATS = { currency: US_DOLLARS, locale: 'en-US' }
const TYPED: ProductValues = { ...NEW_PRODUCT, name: 'Tray', colors: ' black , , walnut,' }

describe('the submitted form values', () => {
  test('contain the colors as a trimmed list', () => {
    expect(inputOf(TYPED, FORMATS).colors).toEqual(['black', 'walnut'])
  })

  test('treat a comma before two digits as a decimal comma', () => {
    const typed = { ...TYPED, price: '19,90', oldPrice: '1,299.00', shippingCost: ' 1.299,50 ' }
    expect(inputOf(typed, FORMATS)).toMatchObject({
      price: '19.90',
      oldPrice: '1299.00',
      shippingCost: '1299.50',
    })
    expect(inputOf({ ...TYPED, price: '1,299' }, FORMATS).price).toBe('1,299')
  })

  test('contain only the differences when a product is edited', () => {
    expect(changedInput({ ...TYPED, price: '5' }, TYPED, FORMATS)).toEqual({ price: '5' })
    const images = [{ url: 'https://pictures.example/a.jpg', alt: '' }]
    expect(changedInput({ ...TYPED, images }, TYPED, FORMATS)).toEqual({ images })
    expect(changedInput(TYPED, TYPED, FORMATS)).toEqual({})
  })
})

test('have a new name, its slug, and no reviews in a copy', () => {
  const product = { name: 'Tray', slug: 'tray', rating: '2.1', reviewCount: 9, colors: [], images: [] }
  expect(valuesOfCopy(product as never)).toMatchObject({
    name: 'Tray copy',
    slug: 'tray-copy',
    rating: '4.5',
    reviewCount: '0',
  })
})
