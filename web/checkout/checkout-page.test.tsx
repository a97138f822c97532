import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCustomer, anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { checkOutWith } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { clearToken, storeToken } from '../platform/auth-token.ts'
import { saveTyped } from './checkout-storage.ts'

let shop: TestShop
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  sessionStorage.clear()
  clearToken()
  visitor = shop.visitor()
})

const inCart = async (facts: Parameters<typeof aProduct>[1] = {}, quantity = 1) => {
  const product = await aProduct(shop, { name: 'Desk Thing', priceCents: 4500, ...facts })
  await visitor.call('POST /api/cart', { productId: product.id, quantity })
  return product
}

async function opened() {
  const page = openPageOf(visitor, '/checkout')
  const form = await screen.findByRole('region', { name: 'Shipping Information' })
  return { ...page, form: within(form) }
}
const value = (form: ReturnType<typeof within>, label: string) =>
  (form.getByLabelText(label) as HTMLInputElement).value

describe('the shipping step (spec section 5)', () => {
  test("has a 'Back to Home' link, a summary of the items, the autocomplete attribute on each field, and each field’s error as in the spec", async () => {
    await inCart({}, 2)
    const { form } = await opened()
    expect(form.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
    const summary = within(screen.getByRole('complementary', { name: 'Order summary' }))
    expect(summary.getAllByText('2 × $45.00')).not.toHaveLength(0)
    expect(await summary.findAllByText('$94.99')).not.toHaveLength(0)
    const tokens = {
      'First name': 'given-name',
      'Last name': 'family-name',
      Email: 'email',
      Phone: 'tel',
      Address: 'shipping address-line1',
      City: 'shipping address-level2',
      State: 'shipping address-level1',
      'Zip code': 'shipping postal-code',
      Country: 'shipping country',
    }
    for (const [label, token] of Object.entries(tokens))
      expect(form.getByLabelText(label).getAttribute('autocomplete')).toBe(token)

    await userEvent.click(form.getByRole('button', { name: 'Continue to Payment' }))
    expect((await form.findByRole('alert')).textContent).toBe('Please correct 8 fields.')
    for (const message of [
      'First name must be at least 2 characters',
      'Last name must be at least 2 characters',
      'Please enter a valid email address',
      'Please enter a valid phone number',
      'Address must be at least 5 characters',
      'City must be at least 2 characters',
      'Please select a state',
      'Zip code must be at least 5 characters',
    ])
      expect(await form.findByText(message)).toBeDefined()
    expect(value(form, 'Country')).toBe('US')
  })

  test('saves the entered values on every keystroke', async () => {
    await inCart()
    const first = await opened()
    await userEvent.type(first.form.getByLabelText('First name'), 'Grace')
    first.unmount()
    const { form } = await opened()
    expect(value(form, 'First name')).toBe('Grace')
  })

  test('has a list of states in the US and a text field elsewhere', async () => {
    await inCart()
    const { form } = await opened()
    await userEvent.selectOptions(form.getByLabelText('State'), 'TX')
    expect(form.getAllByRole('option', { name: /Texas|Wyoming|District/ })).toHaveLength(3)
    await userEvent.selectOptions(form.getByLabelText('Country'), 'CA')
    expect(value(form, 'State, province, or region')).toBe('TX')
    await userEvent.clear(form.getByLabelText('State, province, or region'))
    await userEvent.type(form.getByLabelText('State, province, or region'), 'Ontario')
    await userEvent.selectOptions(form.getByLabelText('Country'), 'US')
    expect(value(form, 'State')).toBe('')
  })

  test('is prefilled from the pending order, even on another device', async () => {
    await checkOutWith(visitor, [await aProduct(shop)], { city: 'Dallas' })
    const { form } = await opened()
    expect([value(form, 'City'), value(form, 'Email')]).toEqual(['Dallas', SHIPPING.email])
  })

  test('is prefilled with a customer’s details', async () => {
    const customer = await aCustomer(shop, { fullName: 'Grace Hopper', email: 'grace@example.com' })
    visitor = customer
    storeToken(customer.token ?? '')
    await inCart()
    const { form } = await opened()
    expect([value(form, 'First name'), value(form, 'Last name'), value(form, 'Email')]).toEqual([
      'Grace',
      'Hopper',
      'grace@example.com',
    ])
    expect(form.queryByText(/Check out as a guest/)).toBeNull()
  })
})

describe('the fields that the store owner decides about', () => {
  const SPEC = { phoneField: 'required', companyField: 'off', vatNumberField: 'optional' } as const
  let admin: Customer
  beforeAll(async () => {
    admin = await anAdmin(shop)
    return () => admin.call('PATCH /api/admin/settings', SPEC)
  })
  const save = (fields: object) => admin.call('PATCH /api/admin/settings', { ...SPEC, ...fields })

  test('are there as in the specification unless the owner changes them', async () => {
    await inCart()
    const { form } = await opened()
    expect(form.getByLabelText('Phone')).toBeDefined()
    expect(form.queryByLabelText(/Company/)).toBeNull()
  })

  test('say that they are optional, and may be left empty then', async () => {
    await save({ phoneField: 'optional', companyField: 'optional' })
    await inCart()
    saveTyped({ ...SHIPPING, phone: '' })
    const { form } = await opened()
    expect(value(form, 'Company (optional)')).toBe('')
    expect(value(form, 'Phone (optional)')).toBe('')
    await userEvent.selectOptions(form.getByLabelText('State'), 'TX')
    await userEvent.click(form.getByRole('button', { name: 'Continue to Payment' }))
    const contact = await screen.findByText('Contact', { selector: 'dt' })
    expect(contact.nextElementSibling?.textContent).toBe(SHIPPING.email)
  })

  test('are gone if they are off, and marked with their error if they are required', async () => {
    await save({ phoneField: 'off', companyField: 'required' })
    await inCart()
    saveTyped({ ...SHIPPING, phone: '' })
    const { form } = await opened()
    expect(form.queryByLabelText(/Phone/)).toBeNull()
    await userEvent.selectOptions(form.getByLabelText('State'), 'TX')
    await userEvent.click(form.getByRole('button', { name: 'Continue to Payment' }))
    expect((await form.findByRole('alert')).textContent).toBe('Please correct 1 field.')
    expect(form.getByText('Company is required')).toBeDefined()
    await userEvent.type(form.getByLabelText('Company'), 'Engines Ltd')
    await userEvent.click(form.getByRole('button', { name: 'Continue to Payment' }))
    const target = await screen.findByText('Ship to', { selector: 'dt' })
    expect(target.nextElementSibling?.textContent).toContain('Ada Lovelace, Engines Ltd, 12 Analytical Row')
  })
})

describe('a shop that takes orders only from customers with an account', () => {
  beforeAll(async () => {
    const admin = await anAdmin(shop)
    await admin.call('PATCH /api/admin/settings', { guestCheckout: false })
    return () => admin.call('PATCH /api/admin/settings', { guestCheckout: true })
  })

  test('shows the ways to sign in instead of the form, on the payment step, too', async () => {
    await inCart()
    openPageOf(visitor, '/checkout?step=payment')
    const panel = within(await screen.findByRole('region', { name: 'Sign in to check out' }))
    expect(panel.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth')
    expect(screen.queryByRole('region', { name: 'Shipping Information' })).toBeNull()
  })

  test('leads through the registration back to the checkout, with the cart', async () => {
    await inCart()
    const { addressNow } = openPageOf(visitor, '/checkout')
    await userEvent.click(await screen.findByRole('link', { name: 'Create an account' }))
    const details = {
      Username: 'new_buyer',
      Email: 'new_buyer@example.com',
      Password: 'a long enough password',
    }
    for (const [label, text] of Object.entries(details))
      await userEvent.type(await screen.findByLabelText(label), text)
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    const form = within(await screen.findByRole('region', { name: 'Shipping Information' }))
    expect(addressNow()).toBe('/checkout')
    expect(value(form, 'Email')).toBe('new_buyer@example.com')
    expect(screen.getAllByText('Desk Thing')).not.toHaveLength(0)
  })
})

test('the checkout redirects to / if the cart is empty', async () => {
  const { addressNow } = openPageOf(visitor, '/checkout')
  await waitFor(() => expect(addressNow()).toBe('/'))
})
