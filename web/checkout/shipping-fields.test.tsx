import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { ABROAD, SHIPPING } from '../../tests/support/shopper-details.ts'
import { openAs, type Rule } from '../cart/fixtures.ts'
import { saveTyped } from './checkout-storage.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

async function opened(rule?: Rule) {
  const visitor = shop.visitor()
  await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
  openAs(visitor, '/checkout', rule)
  return within(await screen.findByRole('region', { name: 'Shipping Information' }))
}
const paymentIsPending: Rule = ({ url }) =>
  url === '/api/create-payment-intent' ? new Promise(() => undefined) : undefined
const optionsOf = (field: HTMLElement) =>
  within(field)
    .getAllByRole('option')
    .map((option) => (option as HTMLOptionElement).value)
    .filter(Boolean)

describe('the shipping form (spec sections 4, 5 and 9)', () => {
  test("offers US, CA, MX and UK, all states and DC, continues to Payment when valid, and shows 'Shipping information saved'", async () => {
    saveTyped(SHIPPING)
    const form = await opened(paymentIsPending)
    const country = form.getByLabelText('Country')
    expect(optionsOf(country)).toEqual(['US', 'CA', 'MX', 'UK'])
    expect(country).toHaveProperty('value', 'US')
    // The specification lists eight of them.
    const states = optionsOf(form.getByLabelText('State'))
    expect(states).toHaveLength(59)
    expect(states).toEqual(expect.arrayContaining(['AL', 'AK', 'AZ', 'CA', 'CO', 'CT', 'NY', 'TX']))
    await userEvent.selectOptions(form.getByLabelText('State'), 'TX')
    await userEvent.click(form.getByRole('button', { name: 'Continue to Payment' }))
    expect(await screen.findByText('Shipping information saved')).toBeDefined()
    expect(screen.getByText('Please complete your payment details to finalize your order.')).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'Payment Information' })).toBeDefined()
  })
})

describe('the shipping form of a shop that ships to the whole world', () => {
  beforeAll(async () => {
    const zones = [
      { name: 'World', countries: null, methods: [{ kind: 'flat', name: 'Mail', rate: '4.99' }] },
    ]
    await (await anAdmin(shop)).call('PATCH /api/admin/settings', { zones: zones as [] })
  })

  test.each(Object.entries(ABROAD))('accepts an address in %s', async (country, { place }) => {
    const { firstName, lastName, email, phone } = SHIPPING
    saveTyped({ firstName, lastName, email, phone, country: 'US' })
    const { fields } = await shop.visitor().call('GET /api/address-formats/:country', { country })
    const form = await opened(paymentIsPending)
    fireEvent.change(form.getByLabelText('Country'), { target: { value: country } })
    const shown = fields.map(({ name, label, min }) => ({
      label: min === 0 ? `${label} (optional)` : label,
      value: (place as Record<string, string>)[name],
    }))
    for (const { label, value = '' } of shown) {
      const field = await form.findByLabelText(label)
      fireEvent.change(field, { target: { value } })
    }
    const labels = form
      .getAllByText((_, element) => element?.tagName === 'LABEL')
      .map((label) => label.textContent)
    expect(labels.slice(5)).toEqual([
      ...[shown[0]?.label, 'Apartment, suite, etc. (optional)'],
      ...shown.slice(1).map(({ label }) => label),
    ])
    await userEvent.click(form.getByRole('button', { name: 'Continue to Payment' }))
    expect(await screen.findByRole('heading', { name: 'Payment Information' })).toBeDefined()
  })

  test('shows the errors of the chosen country, removes them when the country changes, and also has a second line in the specification’s countries', async () => {
    saveTyped({ country: 'AT' })
    const form = await opened()
    fireEvent.change(await form.findByLabelText('Postal code'), { target: { value: '78701' } })
    await userEvent.click(form.getByRole('button', { name: 'Continue to Payment' }))
    expect(await form.findByText('Please enter a postal code such as 1010')).toBeDefined()
    expect(form.getByText('City is required')).toBeDefined()
    await userEvent.selectOptions(form.getByLabelText('Country'), 'JP')
    expect(await form.findByLabelText('Prefecture')).toBeDefined()
    expect(form.queryByLabelText('City')).toBeNull()
    expect(form.queryByText('Please enter a postal code such as 1010')).toBeNull()

    await userEvent.selectOptions(form.getByLabelText('Country'), 'US')
    expect(await form.findByLabelText('Zip code')).toBeDefined()
    const line = form.getByLabelText('Apartment, suite, etc. (optional)')
    expect(line.getAttribute('autocomplete')).toBe('shipping address-line2')
  })
})
