import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { checkOutWith } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { taxRow } from '../../tests/support/taxes.ts'
import { storeToken } from '../platform/auth-token.ts'
import { LIGHT_PAGE, openAs, openCart } from './fixtures.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
afterEach(() => admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES }))

const charge = (pricesIncludeTax: boolean) => {
  const row = taxRow('US', 62_500, { region: 'TX', name: 'Sales tax' })
  return admin.call('PATCH /api/admin/settings', {
    taxes: { ...NO_TAXES, mode: 'table', pricesIncludeTax, rows: [row] },
  })
}

const rowsOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

/** Opens a product page as a visitor with a product in the cart. Returns what the page and its cart say about taxes. */
async function readPage() {
  const visitor = shop.visitor()
  await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
  openAs(visitor, '/product/leather-desk-pad')
  await screen.findByRole('heading', { level: 1 })
  const note = screen.queryByText(/^incl\./)
  const hasFooterNote = within(screen.getByRole('contentinfo')).queryByText(/All prices/) !== null
  const term = await (await openCart()).findByText('Subtotal')
  return { note, hasFooterNote, rows: rowsOf(term.closest('dl') as HTMLElement) }
}

async function openOrder() {
  const { orderId } = await checkOutWith(shop.visitor(), [await aProduct(shop)])
  openPageOf(shop.visitor(), `/order-tracking?orderId=${orderId}&email=ada@example.com`)
  return { orderId, rows: rowsOf(await screen.findByRole('region', { name: 'Items' })) }
}

const footerNote = async (address: string) => {
  openPageOf(shop.visitor(), address)
  return within(await screen.findByRole('contentinfo')).findByText(/All prices/)
}

test('a shop without taxes doesn’t mention them in the cart, on the product page, or in the footer', async () => {
  const { note, hasFooterNote, rows } = await readPage()
  expect(note).toBeNull()
  expect(hasFooterNote).toBe(false)
  expect(rows).toEqual(['Subtotal: $10.00', 'Shipping: $4.99', 'Total: $14.99'])
})

test('taxes that are added to prices are calculated at checkout, as only the cart says, and are rows of an order before its total', async () => {
  await charge(false)
  const { note, hasFooterNote, rows } = await readPage()
  expect(note).toBeNull()
  expect(hasFooterNote).toBe(false)
  expect(rows).toEqual([
    ...['Subtotal: $10.00', 'Shipping: $4.99', 'Total: $14.99', 'Taxes: Calculated at checkout'],
  ])
  cleanup()
  expect((await openOrder()).rows).toEqual([
    ...['Subtotal: $10.00', 'Shipping: $4.99', 'Sales tax 6.25%: $0.94', 'Total: $15.93'],
  ])
})

describe('taxes that prices include', () => {
  beforeEach(() => charge(true))

  test('are mentioned in the cart, and next to the price with a link to the shipping costs', async () => {
    const { note, rows } = await readPage()
    expect(rows).toContain('Tax: Included in prices')
    expect(note?.textContent).toBe('incl. Sales tax, plus shipping')
    const link = within(note as HTMLElement).getByText('shipping')
    expect([link.tagName, link.getAttribute('href')]).toEqual(['A', '/shipping'])
  })

  test('are rows of an order after its total, for the shopper and for the admin', async () => {
    const { orderId, rows } = await openOrder()
    expect(rows).toEqual([
      ...['Subtotal: $10.00', 'Shipping: $4.99', 'Total: $14.99', 'Includes Sales tax 6.25%: $0.88'],
    ])
    cleanup()
    storeToken(admin.token ?? '')
    openPageOf(shop.visitor(), `/admin?tab=orders&edit=${orderId}`)
    expect(await screen.findByText('Includes Sales tax 6.25%')).toBeDefined()
  })

  test.each(['/', '/?search=lamp', '/favorites', '/order-tracking'])(
    'are mentioned in the footer of %s, with a link to the shipping costs',
    async (address) => {
      const note = await footerNote(address)
      expect(note.textContent).toBe('All prices incl. Sales tax, plus shipping')
      expect(within(note).getByRole('link', { name: 'shipping' }).getAttribute('href')).toBe('/shipping')
    },
  )

  const zoneWith = (rate: string) => [
    {
      name: 'United States',
      countries: ['US'],
      regions: [],
      postalCodes: [],
      methods: [
        { id: 'mail', kind: 'flat' as const, name: 'Mail', rate, bands: [], freeFrom: null, days: null },
      ],
    },
  ]
  test.each([
    ['the flat rate is zero', { shippingRate: '0.00' }, ''],
    ['every method is free', { zones: zoneWith('0.00') }, ''],
    ['a method isn’t free', { shippingRate: '0.00', zones: zoneWith('1.00') }, ', plus shipping'],
  ])('are mentioned in the footer with or without shipping: %s', async (_, settings, end) => {
    await admin.call('PATCH /api/admin/settings', settings)
    expect((await footerNote(LIGHT_PAGE)).textContent).toBe(`All prices incl. Sales tax${end}`)
    await admin.call('PATCH /api/admin/settings', { zones: null, shippingRate: '4.99' })
  })

  test.each([
    [
      'VAT in German and French',
      [taxRow('DE', 190_000, { name: 'MwSt.' }), taxRow('FR', 200_000, { name: 'TVA' })],
      'VAT',
    ],
    ['a tax of the US that the owner named VAT', [taxRow('US', 82_500)], 'tax'],
    ['GST', [taxRow('AU', 100_000, { name: 'GST' })], 'GST'],
    [
      'VAT and GST',
      [taxRow('DE', 190_000, { name: 'MwSt.' }), taxRow('AU', 100_000, { name: 'GST' })],
      'tax',
    ],
  ])('are called VAT only where they are: %s', async (_, rows, name) => {
    await admin.call('PATCH /api/admin/settings', {
      taxes: { ...NO_TAXES, mode: 'table', pricesIncludeTax: true, rows },
    })
    expect((await footerNote(LIGHT_PAGE)).textContent).toBe(`All prices incl. ${name}, plus shipping`)
  })

  test('are called “tax” if they have several names', async () => {
    const names = ['VAT', 'GST'].map((name, index) => taxRow(['DE', 'AU'][index] ?? '', 100_000, { name }))
    await admin.call('PATCH /api/admin/settings', {
      taxes: { ...NO_TAXES, mode: 'table', pricesIncludeTax: true, rows: names },
    })
    expect((await footerNote(LIGHT_PAGE)).textContent).toBe('All prices incl. tax, plus shipping')
  })
})
