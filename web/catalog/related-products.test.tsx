import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '../../tests/support/fixtures.ts'
import { failing, openPage } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

describe('Related Products (spec sections 2 and 9)', () => {
  test('are at most 4, however many the category has', async () => {
    for (const number of [1, 2, 3, 4, 5])
      await aProduct(shop, { name: `Mat ${number}`, slug: `mat-${number}`, categoryId: 1 })
    openPage(shop.visitor().transport, '/product/mat-3')
    const related = within(await screen.findByRole('region', { name: 'Related Products' }))
    await waitFor(() => expect(related.getAllByRole('article')).toHaveLength(4))
    expect(related.queryByRole('link', { name: 'Mat 3' })).toBeNull()
  })
})

describe('a product that can’t be fetched (spec section 8)', () => {
  test("throws 'Failed to fetch product with slug/ID {id}: status statusText'", async () => {
    const { queryClient } = openPage(
      failing(shop.visitor(), (call) => call.url === '/api/products/cable-dock', {
        status: 502,
        statusText: 'Bad Gateway',
      }),
      '/product/cable-dock',
    )
    await screen.findByRole('heading', { name: 'Product Not Found' })
    const error = queryClient.getQueryState(['product', 'cable-dock'])?.error
    expect(error?.message).toBe('Failed to fetch product with slug/ID cable-dock: 502 Bad Gateway')
  })
})
