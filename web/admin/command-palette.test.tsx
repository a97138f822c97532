import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPurchasedOrder } from '../../tests/support/after-purchase.ts'
import { aCustomer, anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { storeToken } from '../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

async function openPalette() {
  storeToken(admin.token ?? '')
  const page = openPageOf(shop.visitor(), '/admin')
  await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog', { name: 'Search the admin' }))
  const field = palette.getByRole('combobox', { name: 'Search the admin' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  return { page, palette, field }
}

describe('the command palette', () => {
  test('opens with Ctrl+K, moves with the arrow keys, and goes to a page or a page of the settings', async () => {
    const { page, palette, field } = await openPalette()
    const selected = () => palette.getByRole('option', { selected: true })
    expect(selected().textContent).toBe('Dashboard')
    await userEvent.keyboard('{ArrowUp}')
    expect(selected().textContent).toBe('Settings')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(selected().textContent).toBe('Products')
    expect(field.getAttribute('aria-activedescendant')).toBe(selected().id)
    await userEvent.type(field, 'vat id')
    await waitFor(() => expect(palette.getByText(/^Nothing matches/)).toBeDefined())
    await userEvent.clear(field)
    await userEvent.type(field, 'OSS')
    expect(selected().textContent).toMatch(/^Taxes.*Settings$/)
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('form', { name: 'Taxes' })
    expect(page.addressNow()).toBe('/admin?tab=settings&section=taxes')
    expect(screen.queryByRole('dialog', { name: 'Search the admin' })).toBeNull()
  })

  test('finds orders by number and email address, products by SKU, and customers by name', async () => {
    const customer = await aCustomer(shop, { fullName: 'Grace Hopper' })
    const lamp = await aProduct(shop, { name: 'Palette Lamp' })
    await admin.call('PATCH /api/admin/products/:id', { id: lamp.id, sku: 'LAMP-0815' })
    const { orderId } = await aPurchasedOrder(shop, [lamp], { visitor: customer })
    const { page, palette, field } = await openPalette()
    const find = async (text: string, group: string, option: RegExp) => {
      await userEvent.clear(field)
      await userEvent.type(field, text)
      return within(await palette.findByRole('group', { name: group })).findByRole('option', { name: option })
    }
    await find(orderId, 'Orders', new RegExp(`^${orderId}`))
    await find('LAMP-0815', 'Products', /^Palette Lamp.*LAMP-0815/)
    await userEvent.click(await find('grace hop', 'Customers', /Grace Hopper.*1 order$/))
    await screen.findByRole('dialog', { name: customer.user.username })
    expect(page.addressNow()).toBe(`/admin?tab=customers&edit=${customer.user.id}`)
  })

  test('opens with a visible button, and closes with Escape', async () => {
    storeToken(admin.token ?? '')
    openPageOf(shop.visitor(), '/admin')
    await userEvent.click((await screen.findAllByRole('button', { name: /^Search/ }))[0] as HTMLElement)
    const palette = await screen.findByRole('dialog', { name: 'Search the admin' })
    palette.dispatchEvent(new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search the admin' })).toBeNull())
  })
})
