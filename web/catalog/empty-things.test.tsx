import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '../../server/catalog/fixtures.ts'
import { anAdmin } from '../../tests/support/fixtures.ts'
import { openPage } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  const admin = await anAdmin(shop)
  for (const { id } of await shop.visitor().call('GET /api/products')) {
    await admin.call('DELETE /api/admin/products/:id', { id })
  }
})

const sidebar = () => within(document.querySelector<HTMLElement>('.filter-sidebar') as HTMLElement)
const filtersOf = (group: string) => {
  const section = sidebar().getByRole('heading', { name: group }).closest('section') as HTMLElement
  return within(section)
    .getAllByRole('link')
    .map((link) => link.textContent || link.getAttribute('aria-label'))
}
const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent)
const header = () => within(screen.getByRole('banner'))

describe('a shop whose owner deleted the demo’s products', () => {
  test('offers no categories, no colors, and no featured products', async () => {
    const page = openPage(shop.visitor().transport, '/')
    await screen.findByText('No products found matching your criteria')
    await waitFor(() => expect(headings()).not.toContain('Featured Products'))
    expect(headings()).not.toContain('Shop by Category')
    expect(headings().filter((name) => name === 'Category' || name === 'Color')).toEqual([])
    expect(filtersOf('Rating')).toHaveLength(3)
    expect(header().queryByText('Categories')).toBeNull()
    await userEvent.click(header().getByRole('button', { name: 'Menu' }))
    const menu = within(await screen.findByRole('navigation', { name: 'Menu' }))
    expect(menu.queryByRole('heading', { name: 'Categories' })).toBeNull()
    page.unmount()
  })

  test('offers the category and color of its first product', async () => {
    await aProduct(shop, { name: 'First of Mine', categoryId: 3, colors: ['blue'] })
    const page = openPage(shop.visitor().transport, '/')
    await screen.findByText('1 product')
    const tiles = within(screen.getByRole('region', { name: 'Shop by Category' }))
    expect(tiles.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Lighting'])
    expect(header().getByRole('link', { name: 'Lighting' })).toBeDefined()
    expect(header().queryByRole('link', { name: 'Organization' })).toBeNull()
    expect([filtersOf('Category'), filtersOf('Color')]).toEqual([['Lighting'], ['Blue']])
    page.unmount()
  })

  test('keeps an empty filter that is chosen, so it can be cleared', async () => {
    const page = openPage(shop.visitor().transport, '/?categoryId=4&color=white')
    await screen.findByText('No products found matching your criteria')
    expect([filtersOf('Category'), filtersOf('Color')]).toEqual([
      ['Lighting', 'Organization'],
      ['White', 'Blue'],
    ])
    page.unmount()
  })

  test.each([
    ['reviews', 1],
    ['white', 0],
  ])('has ‘No reviews yet’ at the rating filter if %s are missing: %i', async (missing, count) => {
    const transport = shop.visitor().transport
    const page = openPage(async (call) => {
      const response = await transport(call)
      return { ...response, headers: { ...response.headers, 'x-empty-filters': missing } }
    }, '/')
    await screen.findByText('1 product')
    expect(sidebar().queryAllByText('No reviews yet')).toHaveLength(count)
    page.unmount()
  })
})
