import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { failing, openPage } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Transport } from '../platform/api.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const open = (address: string) => openPage(shop.visitor().transport, address)
const section = (name: string) => within(screen.getByRole('region', { name }))
const namesIn = (region: ReturnType<typeof section>) =>
  region.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
const allLoaded = () => screen.findByText('10 products')

describe('Home (spec section 2)', () => {
  test("has a hero banner with the heading 'Elevate Your Workspace' and a 'Shop Now' button, the first 4 featured products, and a category filter behind each tile", async () => {
    const { addressNow } = open('/')
    expect(await screen.findByRole('heading', { level: 1, name: 'Elevate Your Workspace' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Shop Now' }).getAttribute('href')).toBe('/#products')
    await allLoaded()
    await waitFor(() => expect(namesIn(section('Featured Products'))).toHaveLength(4))
    expect(namesIn(section('Featured Products'))).toEqual([
      'Walnut Monitor Stand',
      'Halo LED Desk Lamp',
      'Full-Grain Leather Desk Pad',
      'Aluminum Laptop Stand',
    ])
    await userEvent.click(section('Shop by Category').getByRole('link', { name: 'Lighting' }))
    await screen.findByText('2 products')
    expect(addressNow()).toBe('/?categoryId=3')
  })

  test.each([
    ['/?categoryId=3', 'Lighting'],
    ['/?search=lamp', 'Results for “lamp”'],
    ['/?onSale=true', 'Deals'],
    ['/?sort=newest', 'New Arrivals'],
    ['/?page=2', 'Products'],
  ])('begins with the products at %s, under the title %j', async (address, title) => {
    open(address)
    await screen.findByRole('heading', { level: 1, name: title })
    await screen.findByRole('heading', { name: 'Featured Products' })
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
    expect(headings.filter((text) => text !== 'Filters').slice(0, 4)).toEqual([
      'All Products',
      'Elevate Your Workspace',
      'Shop by Category',
      'Featured Products',
    ])
  })

  test('shows the categories right after a search without results', async () => {
    open('/?search=xylophone')
    await screen.findByText('No products found matching your criteria')
    await screen.findByRole('heading', { name: 'Featured Products' })
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
    expect(headings.filter((text) => text !== 'Filters').slice(0, 4)).toEqual([
      'All Products',
      'Shop by Category',
      'Featured Products',
      'Elevate Your Workspace',
    ])
  })

  test('shows 5 category, 4 featured and 6 product placeholders while loading', async () => {
    const never: Transport = () => new Promise(() => undefined)
    openPage(never, '/')
    await screen.findByRole('heading', { name: 'All Products' })
    const placeholders = (name: string) => section(name).getAllByRole('listitem', { hidden: true })
    expect(placeholders('Shop by Category')).toHaveLength(5)
    expect(section('Featured Products').getAllByTestId('product-placeholder')).toHaveLength(4)
    expect(section('All Products').getAllByTestId('product-placeholder')).toHaveLength(6)
  })

  test("clears the filters and goes to all products with 'View All'", async () => {
    const { addressNow, router } = open('/?categoryId=3')
    await screen.findByText('2 products')
    await userEvent.click(screen.getByRole('link', { name: 'View All' }))
    await allLoaded()
    expect(addressNow()).toBe('/')
    expect(router.state().location.hash).toBe('#products')
  })

  test("shows 'No products found matching your criteria' and a 'Clear Filters' button if there are no results", async () => {
    const { addressNow } = open('/?categoryId=3&maxPrice=25')
    expect(await screen.findByText('No products found matching your criteria')).toBeDefined()
    await userEvent.click(screen.getByRole('link', { name: 'Clear Filters' }))
    await allLoaded()
    expect(addressNow()).toBe('/')
  })

  test("shows 'Network response was not ok' with a retry button when the list fails", async () => {
    let isDown = true
    const flaky = failing(shop.visitor(), (call) => isDown && call.url.startsWith('/api/products?'), {
      status: 503,
      statusText: 'Service Unavailable',
    })
    openPage(flaky, '/')
    await screen.findByRole('region', { name: 'All Products' })
    expect(await section('All Products').findByText('Network response was not ok')).toBeDefined()
    isDown = false
    await userEvent.click(section('All Products').getByRole('button', { name: 'Try again' }))
    expect(await allLoaded()).toBeDefined()
  })
})

describe('product card (spec section 2)', () => {
  test('shows image, name, price, old price, and the badge New before Sale, links to /product/{slug}, and shows no stars without a real review', async () => {
    open('/')
    await allLoaded()
    const card = (name: string) =>
      within(section('All Products').getByRole('heading', { name }).closest('article') as HTMLElement)
    expect(
      card('Full-Grain Leather Desk Pad').getByRole('img', { name: /cream edge stitching/ }),
    ).toBeDefined()
    expect(card('Full-Grain Leather Desk Pad').getByText('$95.00')).toBeDefined()
    expect(card('Full-Grain Leather Desk Pad').getByText('$119.00').closest('s')).not.toBeNull()
    expect(card('Full-Grain Leather Desk Pad').getByText('Sale')).toBeDefined()
    expect(card('Monitor Light Bar').getByText('New')).toBeDefined()
    expect(card('Monitor Light Bar').queryByText('Sale')).toBeNull()
    expect(card('Monitor Light Bar').getByRole('button', { name: /Add to Cart/ })).toBeDefined()
    expect(card('Monitor Light Bar').getByRole('button', { name: /favorites/ })).toBeDefined()
    expect(section('All Products').queryAllByRole('img', { name: /out of 5 stars/ })).toEqual([])
    const link = section('All Products').getByRole('link', { name: 'Halo LED Desk Lamp' })
    expect(link.getAttribute('href')).toBe('/product/halo-desk-lamp')
  })
})

describe('header and footer (spec section 1)', () => {
  test('have a search box that mirrors the filter, Categories, Deals, New Arrivals, cart and Sign In, and the tagline, links, a newsletter form and the year 2025', async () => {
    open('/?search=lamp')
    const box = await screen.findByRole('combobox', { name: 'Search' })
    expect(box).toHaveProperty('value', 'lamp')
    expect(box.getAttribute('placeholder')).toBe('Search for desk accessories...')
    expect(screen.getByRole('link', { name: 'Deals' }).getAttribute('href')).toBe('/?onSale=true#products')
    expect(screen.getByRole('link', { name: 'New Arrivals' }).getAttribute('href')).toBe(
      '/?sort=newest#products',
    )
    expect(screen.getByText('Categories')).toBeDefined()
    const footer = within(await screen.findByRole('contentinfo'))
    expect(footer.getByText('Premium desk accessories designed for productivity and style.')).toBeDefined()
    expect(footer.getByLabelText('Email address')).toHaveProperty('type', 'email')
    expect(footer.getByText(/© 2025/)).toBeDefined()
    expect(footer.getByRole('link', { name: 'Track Your Order' }).getAttribute('href')).toBe(
      '/order-tracking',
    )
    expect(footer.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy-policy')
    expect(footer.getByRole('link', { name: 'Terms & Conditions' }).getAttribute('href')).toBe(
      '/terms-conditions',
    )
  })

  test('set the filter and go to / when the search is submitted', async () => {
    const { addressNow } = open('/product/halo-desk-lamp')
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search' }), 'walnut{Enter}')
    await waitFor(() => expect(addressNow()).toBe('/?search=walnut'))
  })
})
