import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
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
const optionsOf = (field: HTMLElement) =>
  within(field)
    .getAllByRole('option')
    .map((option) => (option as HTMLOptionElement).value)
    .filter(Boolean)

describe('the shipping form (spec sections 4, 5 and 9)', () => {
  test('offers US, CA, MX and UK, with US preselected', async () => {
    const country = (await opened()).getByLabelText('Country')
    expect(optionsOf(country)).toEqual(['US', 'CA', 'MX', 'UK'])
    expect(country).toHaveProperty('value', 'US')
  })

  test('offers all fifty states and DC, including the eight in the specification', async () => {
    const states = optionsOf((await opened()).getByLabelText('State'))
    expect(states).toHaveLength(51)
    expect(states).toEqual(expect.arrayContaining(['AL', 'AK', 'AZ', 'CA', 'CO', 'CT', 'NY', 'TX']))
  })

  test("continues to Payment when valid, and shows 'Shipping information saved'", async () => {
    saveTyped(SHIPPING)
    const form = await opened(({ url }) =>
      url === '/api/create-payment-intent' ? new Promise(() => undefined) : undefined,
    )
    await userEvent.selectOptions(form.getByLabelText('State'), 'TX')
    await userEvent.click(form.getByRole('button', { name: 'Continue to Payment' }))
    expect(await screen.findByText('Shipping information saved')).toBeDefined()
    expect(screen.getByText('Please complete your payment details to finalize your order.')).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'Payment Information' })).toBeDefined()
  })
})
