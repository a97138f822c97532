import { beforeAll, describe, expect, test } from 'vitest'
import { VARIANT_MESSAGES } from '#contract/catalog/variants.ts'
import { anAdmin, aProductInColors, type Customer } from '../../tests/support/fixtures.ts'
import { anotherAdmin } from '../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let packer: Customer
beforeAll(async () => {
  shop = await openTestShop()
  await anAdmin(shop)
  packer = (await anotherAdmin(shop, { staffRole: 'fulfillment' })) as Customer
})

const read = (id: number) => packer.call('GET /api/admin/products/:id', { id })
const variantsOf = async (id: number) =>
  (await read(id)).variants.map(({ optionValues, stockQuantity, price }) => [
    ...optionValues,
    stockQuantity,
    price,
  ])

describe('the stock of one variant, which fulfillment may change', () => {
  test('changes alone, with an entry in the audit log', async () => {
    const { id } = await aProductInColors(shop, { Gray: 3, Blue: 2 })
    const before = await variantsOf(id)
    const [gray] = (await read(id)).variants
    const { version } = await read(id)
    const variantStock = { id: gray?.id ?? 0, stockQuantity: 7, seenStock: 3 }
    await packer.call('PATCH /api/admin/products/:id', { id, version, variantStock })
    expect(await variantsOf(id)).toEqual([['Gray', 7, before[0]?.[2]], before[1]])
    expect((await read(id)).version).toBe(version + 1)
  })

  test('is rejected if it changed in the meantime, or the variant belongs to another product', async () => {
    const { id } = await aProductInColors(shop, { Gray: 3, Blue: 2 })
    const other = await aProductInColors(shop, { Red: 1 })
    const [gray] = (await read(id)).variants
    const [red] = (await read(other.id)).variants
    const change = (variantStock: { id: number; stockQuantity: number; seenStock: number }) =>
      packer.call('PATCH /api/admin/products/:id', { id, variantStock })
    await expect(change({ id: gray?.id ?? 0, stockQuantity: 7, seenStock: 4 })).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    })
    await expect(change({ id: red?.id ?? 0, stockQuantity: 7, seenStock: 1 })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'variantStock.id', message: VARIANT_MESSAGES.otherProduct }],
    })
  })

  test('leaves price, options, and other variants to managers', async () => {
    const { id } = await aProductInColors(shop, { Gray: 3, Blue: 2 })
    const { options, variants } = await read(id)
    await expect(
      packer.call('PATCH /api/admin/products/:id', {
        id,
        variantSet: { options, variants: variants.map(({ optionValues }) => ({ optionValues })) },
      }),
    ).rejects.toMatchObject({ status: 403 })
  })
})
