import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCustomer, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import { storeToken } from '../platform/auth-token.ts'

let shop: TestShop
let customer: Customer
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  sessionStorage.clear()
  customer = await aCustomer(shop)
  storeToken(customer.token ?? '')
})

const { email: _email, ...HOME } = SHIPPING
const WORK = { ...HOME, firstName: 'Mary', address: '1 Office Park', city: 'Dallas', zipCode: '75201' }
const saved = async () => (await customer.call('GET /api/addresses')).map(({ address }) => address)

const type = async (form: ReturnType<typeof within>, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.clear(form.getByLabelText(label))
    await userEvent.type(form.getByLabelText(label), text)
  }
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

describe('the address book of the profile', () => {
  const open = async () => {
    openPageOf(customer, '/profile')
    await userEvent.click(await screen.findByRole('tab', { name: 'Addresses' }))
  }

  test('adds, changes, and deletes an address, and says what is missing', async () => {
    await open()
    expect(await screen.findByText('You have no saved addresses yet.')).toBeDefined()
    await press('Add an address')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add an address' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save address' }))
    expect(await dialog.findByText('City must be at least 2 characters')).toBeDefined()
    await type(dialog, {
      'First name': HOME.firstName,
      'Last name': HOME.lastName,
      Address: HOME.address,
      City: HOME.city,
      'Zip code': HOME.zipCode,
    })
    await userEvent.selectOptions(dialog.getByLabelText('State'), 'TX')
    await userEvent.click(dialog.getByRole('button', { name: 'Save address' }))
    expect(await screen.findByText('Address saved')).toBeDefined()
    expect(await saved()).toEqual([{ ...HOME, phone: '' }])

    await press(/^Edit Ada/)
    const editor = within(await screen.findByRole('dialog', { name: 'Edit address' }))
    await type(editor, { City: 'Dallas' })
    await userEvent.click(editor.getByRole('button', { name: 'Save address' }))
    expect(await screen.findByText(/Dallas, TX 78701/)).toBeDefined()

    await press(/^Delete Ada/)
    const question = within(await screen.findByRole('dialog', { name: 'Delete this address?' }))
    await userEvent.click(question.getByRole('button', { name: 'Delete address' }))
    expect(await screen.findByText('Address deleted')).toBeDefined()
    expect(await saved()).toEqual([])
  })

  test('puts the address first that fills in the checkout', async () => {
    await customer.call('POST /api/addresses', { address: HOME, isDefault: true })
    await customer.call('POST /api/addresses', { address: WORK })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: /^Use first: Mary/ }))
    expect(await screen.findByText('Default address changed')).toBeDefined()
    expect(await saved()).toEqual([WORK, HOME])
  })

  test('keeps the dialog open with the reason if another address is the same', async () => {
    await customer.call('POST /api/addresses', { address: HOME })
    await customer.call('POST /api/addresses', { address: { ...HOME, city: 'Dallas' } })
    await open()
    await userEvent.click((await screen.findAllByRole('button', { name: /^Edit Ada/ }))[0] as HTMLElement)
    const editor = within(await screen.findByRole('dialog', { name: 'Edit address' }))
    await type(editor, { City: HOME.city })
    await userEvent.click(editor.getByRole('button', { name: 'Save address' }))
    expect((await editor.findByRole('alert')).textContent).toBe('You already saved this address.')
  })
})

describe('saved addresses in the checkout', () => {
  const open = async () => {
    const { id } = await aProduct(shop)
    await customer.call('POST /api/cart', { productId: id, quantity: 1 })
    openPageOf(customer, '/checkout')
    return within(await screen.findByRole('region', { name: 'Shipping Information' }))
  }
  const value = (form: ReturnType<typeof within>, label: string) =>
    (form.getByLabelText(label) as HTMLInputElement).value

  test('fill in the form, first the default and then the chosen one', async () => {
    await customer.call('POST /api/addresses', { address: HOME, isDefault: true })
    await customer.call('POST /api/addresses', { address: { ...WORK, phone: '' } })
    const form = await open()
    expect(value(form, 'City')).toBe(HOME.city)
    await userEvent.selectOptions(
      await form.findByLabelText('Saved addresses'),
      form.getByRole('option', { name: /Office Park/ }),
    )
    expect(value(form, 'First name')).toBe('Mary')
    expect(value(form, 'City')).toBe('Dallas')
    expect(value(form, 'Phone')).toBe(HOME.phone)
    expect(value(form, 'Email')).toBe(customer.user.email)
    await type(form, { City: 'Waco' })
    expect(value(form, 'Saved addresses')).toBe('')
    await userEvent.click(form.getByRole('button', { name: 'Continue to Payment' }))
    await screen.findByText('Waco', { exact: false })
    expect(await saved()).toHaveLength(2)
  })

  test('gain the entered address if the customer wants that', async () => {
    const form = await open()
    await type(form, { Phone: HOME.phone, 'First name': 'Ada', 'Last name': 'Lovelace' })
    await type(form, { Address: HOME.address, City: HOME.city, 'Zip code': HOME.zipCode })
    await userEvent.selectOptions(form.getByLabelText('State'), 'TX')
    await userEvent.click(await form.findByLabelText('Save this address to my account'))
    await userEvent.click(form.getByRole('button', { name: 'Continue to Payment' }))
    await expect.poll(saved).toEqual([HOME])
  })
})
