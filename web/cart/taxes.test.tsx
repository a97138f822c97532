import { screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { checkOutWith } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { taxRate } from '../../tests/support/taxes.ts'
import { storeToken } from '../platform/auth-token.ts'
import { openAs, openCart } from './fixtures.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
afterEach(() => admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES }))

const charge = (pricesIncludeTax: boolean) => {
  const rate = {
    country: 'US',
    region: 'TX',
    taxClass: 'standard',
    name: 'Sales tax',
    ppm: 62_500,
    from: null,
  }
  return admin.call('PATCH /api/admin/settings', {
    taxes: { ...NO_TAXES, mode: 'table', pricesIncludeTax, rates: [rate] },
  })
}

const rowsOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

async function rowsInCart() {
  const visitor = shop.visitor()
  await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
  openAs(visitor, '/')
  const term = await (await openCart()).findByText('Subtotal')
  return rowsOf(term.closest('dl') as HTMLElement)
}

async function rowsOfOrder() {
  const { orderId } = await checkOutWith(shop.visitor(), [await aProduct(shop)])
  openPageOf(shop.visitor(), `/order-tracking?orderId=${orderId}&email=ada@example.com`)
  const card = await screen.findByRole('region', { name: 'Items' })
  return rowsOf(card)
}

async function priceNote() {
  openPageOf(shop.visitor(), '/product/leather-desk-pad')
  await screen.findByRole('heading', { level: 1 })
  return screen.queryByText(/^incl\./)
}

const footerNote = async (address: string) => {
  openPageOf(shop.visitor(), address)
  return within(await screen.findByRole('contentinfo')).findByText(/All prices/)
}
const hasFooterNote = () => within(screen.getByRole('contentinfo')).queryByText(/All prices/) !== null

describe('in a shop without taxes', () => {
  test('the cart doesn’t mention them', async () => {
    expect(await rowsInCart()).toEqual(['Subtotal: $10.00', 'Shipping: $4.99', 'Total: $14.99'])
  })

  test('the product page and the footer don’t mention them', async () => {
    expect(await priceNote()).toBeNull()
    expect(hasFooterNote()).toBe(false)
  })
})

describe('taxes that are added to prices', () => {
  beforeEach(() => charge(false))

  test('are calculated at checkout, as the cart says', async () => {
    expect(await rowsInCart()).toEqual([
      ...['Subtotal: $10.00', 'Shipping: $4.99', 'Total: $14.99', 'Tax: Calculated at checkout'],
    ])
  })

  test('are rows of an order before its total', async () => {
    expect(await rowsOfOrder()).toEqual([
      ...['Subtotal: $10.00', 'Shipping: $4.99', 'Sales tax 6.25%: $0.94', 'Total: $15.93'],
    ])
  })

  test('are not mentioned next to a price or in the footer', async () => {
    expect(await priceNote()).toBeNull()
    expect(hasFooterNote()).toBe(false)
  })
})

describe('taxes that prices include', () => {
  beforeEach(() => charge(true))

  test('are mentioned in the cart', async () => {
    expect(await rowsInCart()).toContain('Tax: Included in prices')
  })

  test('are rows of an order after its total', async () => {
    expect(await rowsOfOrder()).toEqual([
      ...['Subtotal: $10.00', 'Shipping: $4.99', 'Total: $14.99', 'Includes Sales tax 6.25%: $0.88'],
    ])
  })

  test('are mentioned next to the price, with a link to the shipping costs', async () => {
    const note = (await priceNote()) as HTMLElement
    expect(note.textContent).toBe('incl. Sales tax, plus shipping')
    expect(within(note).getByRole('link', { name: 'shipping' }).getAttribute('href')).toBe('/shipping')
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
      ...{ name: 'United States', countries: ['US'], regions: [], postalCodes: [] },
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
    expect((await footerNote('/')).textContent).toBe(`All prices incl. Sales tax${end}`)
    await admin.call('PATCH /api/admin/settings', { zones: null, shippingRate: '4.99' })
  })

  test('are called “tax” if they have several names', async () => {
    const names = ['VAT', 'GST'].map((name, index) => taxRate(['DE', 'AU'][index] ?? '', 100_000, { name }))
    await admin.call('PATCH /api/admin/settings', {
      taxes: { ...NO_TAXES, mode: 'table', pricesIncludeTax: true, rates: names },
    })
    expect((await footerNote('/')).textContent).toBe('All prices incl. tax, plus shipping')
  })

  test('are shown to the admin with the order', async () => {
    const { orderId } = await checkOutWith(shop.visitor(), [await aProduct(shop)])
    storeToken(admin.token ?? '')
    openPageOf(shop.visitor(), `/admin?tab=orders&edit=${orderId}`)
    expect(await screen.findByText('Includes Sales tax 6.25%')).toBeDefined()
  })
})
