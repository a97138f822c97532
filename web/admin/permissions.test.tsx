import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import { anAdmin, aProductInColors } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { anotherAdmin } from '../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { storeToken } from '../platform/auth-token.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

async function openAs(staffRole: StaffRole, address: string) {
  const member = await anotherAdmin(shop, { staffRole })
  storeToken(member.token ?? '')
  openPageOf(shop.visitor(), address)
  return member
}

const isDisabled = (field: Element) => field.closest('fieldset:disabled') !== null

const entries = () =>
  within(screen.getByRole('navigation', { name: 'Admin' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

describe('a member of the staff sees only what the role may do', () => {
  test('support: no settings, reports, or quick actions for products', async () => {
    await openAs('support', '/admin')
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
    await screen.findByText(/^Signed in as .*, Support$/)
    await waitFor(() => expect(entries()).not.toContain('Settings'))
    expect(entries()).toEqual(
      expect.arrayContaining(['Orders', 'Returns', 'Customers', 'Reviews', 'View Store']),
    )
    expect(entries()).not.toContain('Reports')
    expect(screen.queryByRole('link', { name: 'Add product' })).toBeNull()
  })

  test('read-only: no export, and nothing to add', async () => {
    await openAs('read-only', '/admin?tab=products')
    await screen.findByRole('heading', { name: 'Products', level: 1 })
    await screen.findByRole('table', { name: 'Products' })
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Add product' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Edit Price of/ })).toBeNull()
  })

  test('fulfillment: edits the stock of products, but no prices', async () => {
    await openAs('fulfillment', '/admin?tab=products')
    await screen.findByRole('table', { name: 'Products' })
    expect((await screen.findAllByRole('button', { name: /^Edit Stock of/ })).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: /^Edit Price of/ })).toBeNull()
    screen.getByRole('button', { name: 'Export' })
  })

  test('fulfillment: edits the stock of a variant', async () => {
    const { name, id } = await aProductInColors(shop, { Gray: 3, Blue: 2 }, { name: 'Packed tray' })
    const member = await openAs('fulfillment', '/admin?tab=products&search=Packed')
    await userEvent.click(await screen.findByRole('button', { name: `2 variants of ${name}` }))
    const [edit] = await screen.findAllByRole('button', { name: /^Edit Stock of Packed tray, Gray/ })
    await userEvent.click(edit as HTMLElement)
    const field = screen.getByRole('textbox', { name: 'Stock of Packed tray, Gray' })
    await userEvent.clear(field)
    await userEvent.type(field, '9{Enter}')
    await waitFor(async () => {
      const { variants } = await member.call('GET /api/admin/products/:id', { id })
      expect(variants.map(({ stockQuantity }) => stockQuantity)).toEqual([9, 2])
    })
    expect(screen.queryByRole('button', { name: /^Edit Price of/ })).toBeNull()
  })

  test('fulfillment: reaches each of many variants, with a search or page by page', async () => {
    const colors = Array.from({ length: 102 }, (_, place) => `Shade ${place}`)
    const stock = Object.fromEntries(colors.map((color) => [color, 3]))
    const { name, id } = await aProductInColors(shop, stock, { name: 'Painted tray' })
    const member = await openAs('fulfillment', '/admin?tab=products&search=Painted')
    await userEvent.click(await screen.findByRole('button', { name: `102 variants of ${name}` }))
    expect(screen.getByText('50 of 102 shown')).toBeDefined()
    const search = screen.getByRole('searchbox', { name: `Search the 102 variants of ${name}` })
    fireEvent.change(search, { target: { value: 'shade 101' } })
    expect(screen.getByText('1 of 1 shown')).toBeDefined()
    const [edit] = await screen.findAllByRole('button', { name: /^Edit Stock of Painted tray, Shade 101/ })
    await userEvent.click(edit as HTMLElement)
    await userEvent.clear(screen.getByRole('textbox', { name: 'Stock of Painted tray, Shade 101' }))
    await userEvent.keyboard('9{Enter}')
    await waitFor(async () => {
      const { variants } = await member.call('GET /api/admin/products/:id', { id })
      expect(variants.at(-1)?.stockQuantity).toBe(9)
    })
    fireEvent.change(search, { target: { value: 'no such color' } })
    expect(screen.getByText('No variant matches.')).toBeDefined()
    fireEvent.change(search, { target: { value: '' } })
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(screen.getByText('102 of 102 shown')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('manager: settings without taxes, payments, and staff', async () => {
    await openAs('manager', '/admin?tab=settings')
    const pages = await screen.findByRole('navigation', { name: 'Settings' })
    const links = within(pages)
      .getAllByRole('link')
      .map((link) => link.textContent ?? '')
    expect(links.some((text) => text.startsWith('Stock'))).toBe(true)
    for (const title of ['Taxes', 'Payments', 'Staff', 'Security', 'Set up your shop'])
      expect(links.some((text) => text.startsWith(title))).toBe(false)
  })

  test('manager: requirements for going live, with links only to pages that a manager sees', async () => {
    await openAs('manager', '/admin?tab=settings&section=live')
    expect(await screen.findByRole('link', { name: 'Set up shipping' })).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Set your taxes' })).toBeDefined()
    for (const name of ['Set up taxes', 'Set up payments', 'Send a test event', 'See the staff'])
      expect(screen.queryByRole('link', { name })).toBeNull()
  })

  test('read-only: sees all settings but those of the staff, disabled, and who changes them', async () => {
    await openAs('read-only', '/admin?tab=settings&section=stock')
    const field = await screen.findByLabelText('Low-stock threshold')
    expect(field).toHaveProperty('value', '5')
    expect(isDisabled(field)).toBe(true)
    expect(await screen.findByText('Only owners and managers can change this.')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
    const pages = screen.getByRole('navigation', { name: 'Settings' })
    const titles = within(pages)
      .getAllByRole('link')
      .map((link) => link.textContent ?? '')
    expect(titles).toHaveLength(18)
    for (const title of ['Staff', 'Set up your shop'])
      expect(titles.some((text) => text.startsWith(title))).toBe(false)
    await userEvent.click(within(pages).getByRole('link', { name: /^Taxes/ }))
    expect(await screen.findByText('Only owners can change this.')).toBeDefined()
  })

  test('read-only: reads the words of each email, and the zones, without changing them', async () => {
    const zones = [
      { name: 'Abroad', countries: null, methods: [{ kind: 'flat' as const, name: 'Mail', rate: '4.90' }] },
    ]
    await (await anAdmin(shop)).call('PATCH /api/admin/settings', { zones })
    await openAs('read-only', '/admin?tab=settings&section=email-texts')
    await userEvent.selectOptions(await screen.findByLabelText('Email'), 'Refund')
    const subject = screen.getByLabelText('Subject')
    expect(subject).toHaveProperty('placeholder', 'We refunded {amount} for your order {order number}')
    expect(isDisabled(subject)).toBe(true)
    await waitFor(() =>
      expect(screen.getByTitle('Email').getAttribute('srcdoc')).toContain('We refunded $120.00'),
    )
    expect(screen.queryByRole('button', { name: /^Send a test/ })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: /^Places and shipping/ }))
    await userEvent.click(await screen.findByRole('button', { name: /^Abroad/ }))
    const zone = await screen.findByRole('dialog', { name: 'Abroad' })
    expect(isDisabled(within(zone).getByLabelText('Zone name'))).toBe(true)
    expect(within(zone).queryByRole('button', { name: 'Remove zone' })).toBeNull()
    await userEvent.click(within(zone).getByRole('button', { name: 'Done' }))
  })

  test('owner: sees each role in the list of staff, and changes it', async () => {
    const admin = await anAdmin(shop)
    const member = await anotherAdmin(shop, { staffRole: 'support' })
    storeToken(admin.token ?? '')
    openPageOf(shop.visitor(), `/admin?tab=settings&section=staff&edit=${member.user.id}`)
    const table = await screen.findByRole('table', { name: 'Staff' })
    within(table).getAllByText('Owner')
    const sheet = await screen.findByRole('dialog', { name: member.user.username })
    await userEvent.click(await within(sheet).findByRole('button', { name: 'Change role' }))
    const question = await screen.findByRole('dialog', { name: /^Change the role of/ })
    await userEvent.selectOptions(within(question).getByLabelText('Role'), 'fulfillment')
    await userEvent.click(within(question).getByRole('button', { name: 'Change role' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Change the role of/ })).toBeNull())
    expect((await member.call('GET /api/admin/permissions')).staffRole).toBe('fulfillment')
  })
})
