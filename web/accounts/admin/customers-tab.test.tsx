import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import * as after from '../../../tests/support/after-purchase.ts'
import {
  aCustomer,
  anAdmin,
  aProduct,
  aVerifiedCustomer,
  type Customer,
} from '../../../tests/support/fixtures.ts'
import { openPage } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
function open(address: string) {
  storeToken(admin.token ?? '')
  return openPage((call) => admin.transport(call), address)
}
async function openCustomer({ user }: Customer) {
  open(`/admin?tab=customers&edit=${user.id}`)
  return within(await screen.findByRole('dialog', { name: user.username }))
}
/** Clicks a button in the sheet, then confirms in the dialog. */
async function change(sheet: ReturnType<typeof within>, name: string) {
  await userEvent.click(await sheet.findByRole('button', { name }))
  const question = within(await screen.findByRole('dialog', { name: /\?$/ }))
  await userEvent.click(question.getByRole('button', { name }))
  return question
}

/** A change that succeeds: its question closes. */
async function changed(sheet: ReturnType<typeof within>, name: string) {
  await change(sheet, name)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /\?$/ })).toBeNull())
}

describe("the admin's Customers tab", () => {
  test('lists and searches customers, with orders, total spent, and a note', async () => {
    const customer = await aCustomer(shop, { fullName: 'Grace Hopper' })
    const product = await aProduct(shop, { priceCents: 4500 })
    const { orderId } = await after.aPurchasedOrder(shop, [product], { visitor: customer })
    open('/admin?tab=customers&search=grace')
    const row = within(await screen.findByRole('row', { name: /Grace Hopper/ }))
    expect(row.getByRole('cell', { name: '1' })).toBeDefined()
    expect(row.getByRole('cell', { name: '$49.99' })).toBeDefined()
    await userEvent.click(row.getByRole('link', { name: customer.user.email }))
    const sheet = within(await screen.findByRole('dialog', { name: customer.user.username }))
    const link = await sheet.findByRole('link', { name: orderId })
    expect(link.getAttribute('href')).toBe(`/admin?tab=orders&edit=${orderId}`)
    await userEvent.type(sheet.getByLabelText('Note'), 'Prefers walnut')
    await userEvent.click(sheet.getByRole('button', { name: 'Save note' }))
    expect(await screen.findByText('Note saved')).toBeDefined()
    await waitFor(() => expect(screen.getByRole('row', { name: /Prefers walnut/ })).toBeDefined())
  })

  test('shows guests by email address, and finds nothing for another one', async () => {
    const product = await aProduct(shop, { priceCents: 4500 })
    const { email } = await after.aPurchasedOrder(shop, [product], { visitor: shop.visitor() })
    open(`/admin?tab=customers&kind=guest&edit=${encodeURIComponent(email)}`)
    const sheet = within(await screen.findByRole('dialog', { name: email }))
    expect(sheet.getByText('Guest, without an account')).toBeDefined()
    expect(sheet.queryByRole('button', { name: 'Block' })).toBeNull()
  })

  test('promotes and demotes a user after a confirmation', async () => {
    const sheet = await openCustomer(await aVerifiedCustomer(shop))
    await changed(sheet, 'Make administrator')
    expect(await sheet.findByText('Administrator')).toBeDefined()
    await changed(sheet, 'Make customer')
    expect(await sheet.findByText('Customer')).toBeDefined()
  })

  test('shows why a user can’t be promoted', async () => {
    const sheet = await openCustomer(await aCustomer(shop))
    const question = await change(sheet, 'Make administrator')
    expect((await question.findByRole('alert')).textContent).toBe(
      'Only a user with a verified email address can become an admin.',
    )
  })

  test('blocks and unblocks a user', async () => {
    const customer = await aCustomer(shop)
    const sheet = await openCustomer(customer)
    await changed(sheet, 'Block')
    expect(await sheet.findByText('This account is blocked and can’t sign in.')).toBeDefined()
    await expect(customer.call('GET /api/orders')).rejects.toMatchObject({ status: 401 })
    await changed(sheet, 'Unblock')
    expect(await sheet.findByRole('button', { name: 'Block' })).toBeDefined()
  })

  test('can’t demote the last owner', async () => {
    open(`/admin?tab=settings&section=staff&edit=${admin.user.id}`)
    const sheet = within(await screen.findByRole('dialog', { name: 'admin' }))
    const question = await change(sheet, 'Make customer')
    expect((await question.findByRole('alert')).textContent).toBe(
      'This is the last owner. Make another member of the staff an owner first.',
    )
  })
})

test('the staff page lists admins, and finds the account of a new one', async () => {
  const { user } = await aVerifiedCustomer(shop)
  open('/admin?tab=settings&section=staff')
  const staff = within(await screen.findByRole('table', { name: 'Staff' }))
  expect(staff.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['admin'])
  const field = screen.getByRole('combobox', { name: 'Add a person' })
  await userEvent.type(field, user.username)
  await screen.findByRole('option', { name: new RegExp(user.username), selected: true })
  await userEvent.type(field, '{Enter}')
  const sheet = within(await screen.findByRole('dialog', { name: user.username }))
  await changed(sheet, 'Make administrator')
  await waitFor(() => expect(staff.getAllByRole('link')).toHaveLength(2))
  await changed(sheet, 'Make customer')
})
