import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '../../tests/support/given.ts'
import { checkOutWith } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'

let shop: TestShop
let product: { id: number }
beforeAll(async () => {
  shop = await openTestShop()
  product = await aProduct(shop)
})
const checkOutTo = (changes: object) => checkOutWith(shop.visitor(), [product], { ...SHIPPING, ...changes })

describe('where an order goes (spec section 5)', () => {
  test.each([
    ['firstName', 'A', 'First name must be at least 2 characters'],
    ['lastName', 'L', 'Last name must be at least 2 characters'],
    ['email', 'ada@', 'Please enter a valid email address'],
    ['phone', '555 0107', 'Please enter a valid phone number'],
    ['address', '12 A', 'Address must be at least 5 characters'],
    ['city', 'A', 'City must be at least 2 characters'],
    ['state', 'T', 'Please select a state'],
    ['state', 'Ontario', 'Please select a state'],
    ['zipCode', '7870', 'Zip code must be at least 5 characters'],
    ['country', 'U', 'Please select a country'],
    ['country', 'DE', 'Please select a country'],
  ])('is refused with %s %j: %s', async (field, value, message) => {
    await expect(checkOutTo({ [field]: value })).rejects.toMatchObject({
      status: 400,
      serverMessage: message,
    })
  })

  test.each([
    { firstName: 'Al', lastName: 'Li', city: 'Ay' },
    { phone: '5550107788', address: '12 An', zipCode: '78701' },
  ])('is taken with the shortest that may be: %j', async (shortest) => {
    expect(await checkOutTo(shortest)).toMatchObject({ orderId: expect.stringMatching(/^PL-/) })
  })

  test.each([
    ['US', 'TX'],
    ['CA', 'Ontario'],
    ['MX', 'Oaxaca'],
    ['UK', 'Kent'],
  ])('is possible in %s', async (country, state) => {
    expect(await checkOutTo({ country, state })).toMatchObject({ clientSecret: expect.any(String) })
  })
})
