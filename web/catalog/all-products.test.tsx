import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPage } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const open = (address: string) => openPage(shop.visitor().transport, address)
const section = (name: string) => within(screen.getByRole('region', { name }))
const namesIn = (region: ReturnType<typeof section>) =>
  region.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
const sidebar = () => within(document.querySelector('.filter-sidebar') as HTMLElement)
const allLoaded = () => screen.findByText('10 products')

describe('a search', () => {
  test.each([
    ['lmap', 'Showing results for “lamp”'],
    ['walnut halo', 'No products match every word. These match some of them.'],
  ])('for %s says how it was understood', async (search, note) => {
    open(`/?search=${search}`)
    expect(await screen.findByText(note)).toBeDefined()
  })

  test('as typed says nothing', async () => {
    open('/?search=lamp')
    await screen.findByText(/^\d+ products?$/)
    expect(screen.queryByText(/^Showing results/)).toBeNull()
  })
})

describe('filters (spec sections 2 and 4)', () => {
  test('narrow the list by price range and rating, appear in the URL, and count in the badge', async () => {
    const { addressNow } = open('/')
    await allLoaded()
    await userEvent.click(sidebar().getByRole('link', { name: '$50 - $100' }))
    await screen.findByText('4 products')
    await userEvent.click(sidebar().getByRole('link', { name: '4 stars & up' }))
    await waitFor(() => expect(sidebar().getByText('active:').parentElement?.textContent).toBe('active: 2'))
    expect(addressNow()).toBe('/?minPrice=50&maxPrice=100&rating=4')
  })

  test('are cleared when selected again', async () => {
    const { addressNow } = open('/?categoryId=3')
    await screen.findByText('2 products')
    await userEvent.click(sidebar().getByRole('link', { name: 'Lighting' }))
    await allLoaded()
    expect(addressNow()).toBe('/')
  })

  test("can be removed one by one as chips; 'Clear All' keeps the search text", async () => {
    const { addressNow } = open('/?minPrice=25&maxPrice=50&color=brass&search=cable')
    await screen.findByText('1 product')
    await userEvent.click(screen.getByRole('link', { name: 'Remove filter $25 - $50' }))
    expect(addressNow()).toBe('/?color=brass&search=cable')
    await userEvent.click(screen.getByRole('link', { name: 'Clear All' }))
    expect(addressNow()).toBe('/?search=cable')
    // With only a search left, 'Clear All' would do nothing.
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Clear All' })).toBeNull())
    expect(screen.getByRole('link', { name: 'Remove filter “cable”' })).toBeDefined()
  })

  test('include colors, chosen by swatch', async () => {
    const { addressNow } = open('/')
    await allLoaded()
    await userEvent.click(sidebar().getByRole('link', { name: 'Silver' }))
    await screen.findByText('2 products')
    expect(addressNow()).toBe('/?color=silver')
    expect(screen.getByRole('link', { name: 'Remove filter Silver' })).toBeDefined()
  })

  test('have a sort order next to them: relevance, price in both directions, rating, or newest', async () => {
    const { addressNow } = open('/')
    await allLoaded()
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'price_asc')
    await waitFor(() => expect(namesIn(section('All Products'))[0]).toBe('Concrete Pen Cup'))
    expect(addressNow()).toBe('/?sort=price_asc')
  })
})

describe('pagination (contract section 0)', () => {
  test('has pages 1 and 2 in a fresh install, with Prev disabled on the first and Next on the last', async () => {
    const { addressNow } = open('/')
    await allLoaded()
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
    expect(pages.getAllByRole('link').map((link) => link.textContent)).toEqual(['1', '2', 'Next'])
    expect(pages.getByRole('button', { name: 'Prev' })).toHaveProperty('disabled', true)
    await userEvent.click(pages.getByRole('link', { name: 'Next' }))
    await waitFor(() => expect(namesIn(section('All Products'))).toHaveLength(4))
    expect(addressNow()).toBe('/?page=2')
    expect(pages.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
  })
})
