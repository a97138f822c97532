import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { anAdmin } from '../../tests/support/fixtures.ts'
import { failing, openPage } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { ApiCall, Transport } from '../platform/api.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

/** Opens the product page of the desk lamp with some fields of the response replaced. */
function openWith(changes: object) {
  const { transport } = shop.visitor()
  const doctored: Transport = async (call) => {
    const response = await transport(call)
    if (call.url !== '/api/products/halo-desk-lamp') return response
    return { ...response, text: JSON.stringify({ ...JSON.parse(response.text), ...changes }) }
  }
  return openPage(doctored, '/product/halo-desk-lamp')
}
const open = (slug = 'leather-desk-pad') => openPage(shop.visitor().transport, `/product/${slug}`)
const title = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('Product detail (spec section 2)', () => {
  test('shows a loading skeleton, then the product', async () => {
    const { transport } = shop.visitor()
    const { promise: mayAnswer, resolve: response } = Promise.withResolvers<void>()
    openPage(async (call) => {
      await mayAnswer
      return transport(call)
    }, '/product/leather-desk-pad')
    expect(await screen.findByTestId('product-skeleton')).toBeDefined()
    response()
    expect(await title('Full-Grain Leather Desk Pad')).toBeDefined()
    expect(screen.queryByTestId('product-skeleton')).toBeNull()
  })

  test.each([
    ['missing', 'unknown', false],
    ['impossible to fetch', 'leather-desk-pad', true],
  ])("shows 'Product Not Found' and a link home for a product that is %s", async (_, slug, isBroken) => {
    const breaks = ({ url }: ApiCall) => isBroken && url.startsWith('/api/products/')
    openPage(failing(shop.visitor(), breaks), `/product/${slug}`)
    expect(await title('Product Not Found')).toBeDefined()
    expect(
      screen.getByText("Sorry, the product you're looking for doesn't exist or has been removed."),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'Return to Homepage' }).getAttribute('href')).toBe('/')
  })

  test("has breadcrumbs, a 'Back to products' link, the discount, the description, a quantity stepper, and shipping information", async () => {
    open()
    await title('Full-Grain Leather Desk Pad')
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
    expect(crumbs.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
    expect(crumbs.getByText('Full-Grain Leather Desk Pad').getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: 'Back to products' }).getAttribute('href')).toBe('/')

    // The old price is struck through, and the discount is rounded and green.
    expect(screen.getByText('$95.00')).toBeDefined()
    expect(screen.getByText('$119.00').closest('s')).not.toBeNull()
    expect(screen.getByText('20% OFF').className).toContain('bg-success')
    // The description is HTML.
    expect(screen.getByText('Materials:').tagName).toBe('STRONG')

    // The stepper starts at 1 and never goes below 1.
    const quantity = () => screen.getByRole('status', { name: /Quantity/ }).textContent
    expect(quantity()).toBe('1')
    expect(screen.getByRole('button', { name: /^Decrease quantity/ })).toHaveProperty('disabled', true)
    await userEvent.click(screen.getByRole('button', { name: /^Increase quantity/ }))
    expect(quantity()).toBe('2')
    await userEvent.click(screen.getByRole('button', { name: /^Decrease quantity/ }))
    expect(quantity()).toBe('1')

    expect(screen.getByText(/Estimated Delivery: 3 business days/)).toBeDefined()
    expect(screen.getByText(/Shipping Cost: \$4\.99/)).toBeDefined()
    expect(screen.getByText('Product Weight: 1.1 kg')).toBeDefined()
  })
})

test('the lowest price of the 30 days before a discount is shown if the shop ships to the EU', async () => {
  const lowest = 'Lowest price in the 30 days before the sale: $119.00'
  const { unmount } = open()
  await screen.findByText('20% OFF')
  expect(screen.queryByText(lowest)).toBeNull()
  unmount()
  const admin = await anAdmin(shop)
  const methods = [{ kind: 'flat' as const, name: 'Mail', rate: '4.90' }]
  const zones = [{ name: 'Austria', countries: ['AT'], methods }]
  await admin.call('PATCH /api/admin/settings', { zones })
  onTestFinished(async () => void (await admin.call('PATCH /api/admin/settings', { zones: null })))
  open()
  expect(await screen.findByText(lowest)).toBeDefined()
})

describe('the image gallery (spec section 2)', () => {
  const shown = () => document.querySelector<HTMLImageElement>('img.product-image')?.alt
  const FIRST = /cream edge stitching/
  const SECOND = /saddle-stitched corner/
  const LAST = /seen from the left/

  test('goes to the next and previous image with its arrows and the arrow keys, wraps around, and shows the image whose thumbnail is clicked', async () => {
    open()
    await title('Full-Grain Leather Desk Pad')
    expect(shown()).toMatch(FIRST)
    await userEvent.click(screen.getByRole('button', { name: 'Previous image' }))
    expect(shown()).toMatch(LAST)
    await userEvent.click(screen.getByRole('button', { name: 'Next image' }))
    expect(shown()).toMatch(FIRST)
    fireEvent.keyDown(screen.getByRole('button', { name: 'Next image' }), { key: 'ArrowRight' })
    expect(shown()).toMatch(SECOND)
    fireEvent.keyDown(screen.getByRole('button', { name: 'Next image' }), { key: 'ArrowLeft' })
    expect(shown()).toMatch(FIRST)
    await userEvent.click(screen.getByRole('button', { name: /Show image 2/ }))
    expect(shown()).toMatch(SECOND)
    expect(screen.getByRole('button', { name: /Show image 2/ }).getAttribute('aria-current')).toBe('true')
  })
})

describe('Shipping Information (spec section 2)', () => {
  const setShippingCost = async (cents: number | null) => {
    const { db } = shop.shop
    await db
      .updateTable('products')
      .set({ shipping_cost_cents: cents })
      .where('slug', '=', 'halo-desk-lamp')
      .execute()
  }

  test("shows 'Free Shipping' if it costs nothing, and omits days, weight, badge, and arrows of values that aren't set", async () => {
    const images = [{ url: 'https://example.com/a.jpg', alt: 'One', width: null, height: null }]
    const colors = ['natural', 'black']
    await setShippingCost(0)
    onTestFinished(() => setShippingCost(null))
    openWith({ shippingCost: '0.00', shippingDays: null, weight: null, images, colors })
    await title('Halo LED Desk Lamp')
    expect(await screen.findByText('Free Shipping')).toBeDefined()
    expect(screen.queryByText(/Estimated Delivery/)).toBeNull()
    expect(screen.queryByText(/Product Weight/)).toBeNull()
    // The lamp has no old price.
    expect(screen.queryByText(/% OFF/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Next image' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Show image/ })).toBeNull()
    // The swatch of natural is amber.
    const natural = document.querySelector<HTMLElement>('[data-color="natural"]')
    expect(natural?.style.background).toMatch(/#d9a441|rgb\(217, 164, 65\)/)
  })

  test('shows the weight in the units that the owner has chosen', async () => {
    const admin = await anAdmin(shop)
    onTestFinished(async () => {
      await admin.call('PATCH /api/admin/settings', { weightUnits: 'entered' })
    })
    await admin.call('PATCH /api/admin/settings', { weightUnits: 'imperial' })
    open()
    expect(await screen.findByText('Product Weight: 2.43 lb')).toBeDefined()
  })

  test('omits a weight without a unit; a product without an image has a placeholder', async () => {
    openWith({ weight: '1.1', weightUnit: null, images: [] })
    await title('Halo LED Desk Lamp')
    expect(screen.queryByText(/Product Weight/)).toBeNull()
    expect(document.querySelector('main [data-no-picture]')).not.toBeNull()
  })
})

describe('stock on the product page', () => {
  test.each([
    [{ inStock: true, stockQuantity: 40 }, 'In stock', false],
    [{ inStock: true, stockQuantity: null }, 'In stock', false],
    [{ inStock: true, stockQuantity: 3 }, 'Only 3 left', false],
    [{ inStock: false, stockQuantity: 0 }, 'Out of stock', true],
  ])('%j is shown as %s', async (stock, text, isDisabled) => {
    openWith(stock)
    await title('Halo LED Desk Lamp')
    expect(screen.getAllByText(text).length).toBeGreaterThan(0)
    const [button] = screen.getAllByRole('button', { name: /Add to Cart/ })
    expect(button).toHaveProperty('disabled', isDisabled)
  })
})

describe('Related Products (spec section 2)', () => {
  test('are other products in the same category, never the product itself', async () => {
    open()
    await title('Full-Grain Leather Desk Pad')
    const related = within(await screen.findByRole('region', { name: 'Related Products' }))
    await waitFor(() => expect(related.getAllByRole('article')).toHaveLength(1))
    expect(related.getByRole('link', { name: 'Merino Felt Desk Mat' })).toBeDefined()
  })
})
