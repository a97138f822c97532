import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ZoneValues } from '#contract/settings/zones-input.ts'
import { anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { savePriced, saveTyped } from './checkout-storage.ts'

const AUSTIN = { address: '12 Main Street', city: 'Austin', state: 'TX', zipCode: '78701', country: 'US' }
const FJORD = { address: 'Storgata 1', city: 'Å', zipCode: '8392', country: 'NO' }
const ZONES: ZoneValues[] = [
  {
    name: 'North America',
    countries: ['US', 'CA'],
    methods: [
      { kind: 'flat', name: 'Express', rate: '19', days: { from: 1, to: 2 } },
      { kind: 'flat', name: 'Parcel', rate: '6', freeFrom: '100' },
      { kind: 'pickup', name: 'Store', address: AUSTIN },
    ],
  },
  {
    name: 'Berlin',
    countries: ['DE'],
    postalCodes: ['10'],
    methods: [{ kind: 'flat', name: 'Bicycle', rate: '3' }],
  },
]

let shop: TestShop
let visitor: Visitor
const saveZones = async (zones: ZoneValues[]) =>
  (await anAdmin(shop)).call('PATCH /api/admin/settings', { zones })
beforeAll(async () => {
  shop = await openTestShop()
  await saveZones(ZONES)
})
beforeEach(async () => {
  sessionStorage.clear()
  visitor = shop.visitor()
  const { id } = await aProduct(shop, { name: 'Desk Thing', priceCents: 4500 })
  await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
})

async function openCheckout() {
  const page = openPageOf(visitor, '/checkout')
  const form = within(await screen.findByRole('region', { name: 'Shipping Information' }))
  await screen.findAllByText('Subtotal')
  return { ...page, form, totals: within(screen.getByRole('complementary', { name: 'Order summary' })) }
}
const methods = () =>
  screen
    .queryAllByRole('radio')
    .map((radio) => [
      radio.closest('label')?.textContent?.replace(/Expected .*\d(?=\$)/, ' '),
      (radio as HTMLInputElement).checked,
    ])

describe('the choice of a shipping method', () => {
  test('offers the methods of the country, with the cheapest delivery selected, changes the total, and survives a reload', async () => {
    const { totals, unmount } = await openCheckout()
    expect(methods()).toEqual([
      ['Express $19.00', false],
      ['Parcel$6.00', true],
      ['Store12 Main Street, Austin, TX 78701, United StatesFree', false],
    ])
    expect(totals.getAllByText('$51.00')).not.toHaveLength(0)
    expect(screen.getByText(/^Expected \w+, \w+ \d+ – \w+, \w+ \d+$/)).toBeDefined()
    await userEvent.click(screen.getByRole('radio', { name: /Express/ }))
    expect(await totals.findAllByText('$64.00')).not.toHaveLength(0)
    unmount()
    const again = await openCheckout()
    expect(methods().map(([, isChosen]) => isChosen)).toEqual([true, false, false])
    expect(await again.totals.findAllByText('$64.00')).not.toHaveLength(0)
  })

  test('is replaced with the only method if that is a pickup or has delivery days', async () => {
    onTestFinished(async () => void (await saveZones(ZONES)))
    await saveZones([
      {
        name: 'Norway',
        countries: ['NO'],
        methods: [{ kind: 'pickup', name: 'Fjord store', address: FJORD }],
      },
      {
        name: 'Sweden',
        countries: ['SE'],
        methods: [{ kind: 'flat', name: 'Post', rate: '4', days: { from: 2, to: 4 } }],
      },
    ])
    const { form } = await openCheckout()
    await userEvent.selectOptions(form.getByLabelText('Country'), 'NO')
    const pickup = within(await screen.findByRole('region', { name: 'Shipping method' }))
    expect(pickup.getByText('Fjord store')).toBeDefined()
    expect(pickup.getByText('Storgata 1, 8392 Å, Norway')).toBeDefined()
    expect(pickup.getByText('Free')).toBeDefined()
    await userEvent.selectOptions(form.getByLabelText('Country'), 'SE')
    expect(await screen.findByText('Post')).toBeDefined()
    const post = within(screen.getByRole('region', { name: 'Shipping method' }))
    expect(post.getByText(/^Expected \w+/)).toBeDefined()
    expect(post.getByText('$4.00')).toBeDefined()
    expect(methods()).toEqual([])
  })
})

describe('a destination outside of the zones', () => {
  test('isn’t in the list of countries, or is shown by the form as soon as the postal code is entered, and stops the checkout', async () => {
    const { form, totals, addressNow } = await openCheckout()
    const write = async (label: string, value: string) =>
      fireEvent.change(await form.findByLabelText(label), { target: { value } })
    const options = within(form.getByLabelText('Country')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Canada', 'Germany', 'United States'])
    expect(form.getByLabelText('Country')).toHaveProperty('value', 'US')
    await userEvent.selectOptions(form.getByLabelText('Country'), 'DE')
    // There is only one method in Berlin, which the form doesn't offer as a choice.
    await write('Postal code', '10115')
    expect(await totals.findAllByText('$48.00')).not.toHaveLength(0)
    expect(methods()).toEqual([])
    expect(screen.queryByText('Bicycle')).toBeNull()

    await write('Postal code', '80331')
    expect(await form.findByText('We don’t ship to this part of Germany yet')).toBeDefined()
    expect(await totals.findAllByText('We don’t ship to this part of Germany yet')).not.toHaveLength(0)
    for (const [label, text] of [
      ['First name', 'Ada'],
      ['Last name', 'Lovelace'],
      ['Email', 'ada@example.com'],
      ['Phone', '+49 30 1234567'],
      ['Address', 'Unter den Linden 6'],
      ['City', 'Munich'],
    ] as const)
      await write(label, text)
    await userEvent.click(form.getByRole('button', { name: 'Continue to Payment' }))
    expect((await form.findByRole('alert')).textContent).toBe('Please correct 1 field.')
    expect(addressNow()).toBe('/checkout')
  })

  test('an earlier country is shown with its error, in the form and in the cart', async () => {
    sessionStorage.setItem('checkout-shipping', JSON.stringify({ country: 'NO' }))
    const { form } = await openCheckout()
    expect(await form.findByText('We don’t ship to Norway yet')).toBeDefined()
    expect(form.getByLabelText('Country')).toHaveProperty('value', 'NO')
    await userEvent.click(screen.getByRole('link', { name: /^Cart/ }))
    const cart = within(await screen.findByRole('dialog', { name: /^Your Cart/ }))
    expect(await cart.findByText('We don’t ship to Norway yet')).toBeDefined()
  })
})

test('before the country is known, the cart and the product say “from”', async () => {
  const { id } = await aProduct(shop, { priceCents: 1000 })
  openPageOf(visitor, `/product/${id}`)
  expect(await screen.findByText('Shipping Cost: from $6.00 to the United States')).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: /^Cart/ }))
  const cart = within(await screen.findByRole('dialog', { name: /^Your Cart/ }))
  expect(await cart.findByText('from $6.00')).toBeDefined()
  expect(cart.getByText('from $51.00')).toBeDefined()
})

test('before the country is known, the cart says “from free” if the cheapest delivery costs nothing', async () => {
  onTestFinished(async () => void (await saveZones(ZONES)))
  await saveZones([
    { name: 'Near', countries: ['US'], methods: [{ kind: 'flat', name: 'Bicycle', rate: '0' }] },
    { name: 'Far', countries: ['CA'], methods: [{ kind: 'flat', name: 'Parcel', rate: '9' }] },
  ])
  openPageOf(visitor, '/')
  await userEvent.click(await screen.findByRole('link', { name: /^Cart/ }))
  const cart = within(await screen.findByRole('dialog', { name: /^Your Cart/ }))
  expect(await cart.findByText('from free')).toBeDefined()
  expect(cart.getByText('from $45.00')).toBeDefined()
})

test('the product page has the shipping cost of the shopper’s country, or else of the shop’s', async () => {
  onTestFinished(async () => void (await saveZones(ZONES)))
  const flat = (rate: string): ZoneValues['methods'] => [{ kind: 'flat', name: 'Post', rate }]
  await saveZones([
    { name: 'Near', countries: ['CA'], methods: flat('0') },
    { name: 'Far', countries: ['US'], methods: flat('9') },
  ])
  const { id } = await aProduct(shop, { priceCents: 1000 })
  const first = openPageOf(visitor, `/product/${id}`)
  expect(await screen.findByText('Shipping Cost: $9.00 to the United States')).toBeDefined()
  expect(screen.queryByText(/Free Shipping/)).toBeNull()
  first.unmount()
  saveTyped({ country: 'CA' })
  savePriced({ country: 'CA', state: '', zipCode: '' })
  const second = openPageOf(visitor, `/product/${id}`)
  expect(await screen.findByText('Free Shipping to Canada')).toBeDefined()
  second.unmount()
  savePriced({ country: 'NO', state: '', zipCode: '' })
  openPageOf(visitor, `/product/${id}`)
  expect(await screen.findByText('We don’t ship to Norway yet')).toBeDefined()
})

test('the product page of a shop without deliveries promises no free shipping and no delivery date', async () => {
  onTestFinished(async () => void (await saveZones(ZONES)))
  await saveZones([
    {
      name: 'Austin',
      countries: ['US'],
      methods: [{ kind: 'pickup', name: 'Store', address: AUSTIN }],
    },
  ])
  const { id } = await aProduct(shop, { shippingDays: 4 })
  openPageOf(visitor, `/product/${id}`)
  expect(await screen.findByText('Pickup Only')).toBeDefined()
  expect(screen.queryByText(/Estimated Delivery/)).toBeNull()
  expect(screen.queryByText('Free Shipping')).toBeNull()
})

test('the form starts with a country of the first zone', async () => {
  onTestFinished(async () => void (await saveZones(ZONES)))
  const flat: ZoneValues['methods'] = [{ kind: 'flat', name: 'Post', rate: '4' }]
  await saveZones([
    { name: 'Sweden', countries: ['SE'], methods: flat },
    { name: 'World', countries: null, methods: flat },
  ])
  const { form } = await openCheckout()
  expect(form.getByLabelText('Country')).toHaveProperty('value', 'SE')
})

test('the shipping policy lists the zones', async () => {
  openPageOf(visitor, '/shipping')
  expect(await screen.findByText('Canada, United States')).toBeDefined()
  expect(screen.getByText('Parcel: $6.00, free from $100.00')).toBeDefined()
  expect(screen.getByText('Store: free, at 12 Main Street, Austin, TX 78701, United States')).toBeDefined()
  expect(screen.getByText('Germany: postal codes 10…')).toBeDefined()
})
