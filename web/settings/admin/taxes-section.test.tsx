import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { NO_BUSINESS } from '#contract/settings/business.ts'
import { NO_TAXES, TAX_MESSAGES } from '#contract/settings/taxes.ts'
import { anAdmin, type Customer } from '../../../tests/support/fixtures.ts'
import { openPageOf } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { BUSINESS } from '../../../tests/support/taxes.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
afterEach(() => admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES }))

async function openTaxes() {
  storeToken(admin.token ?? '')
  openPageOf(shop.visitor(), '/admin?tab=settings')
  return within(await screen.findByRole('form', { name: 'Taxes' }))
}
type Form = Awaited<ReturnType<typeof openTaxes>>
const select = (form: Form, label: string, value: string) =>
  userEvent.selectOptions(form.getByLabelText(label), value)
const click = (form: Form, name: string) => userEvent.click(form.getByRole('button', { name }))
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const example = (form: Form) =>
  within(form.getByLabelText('Example'))
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

test('the tax settings fill in the rates of the EU, show the price of an example, and save the rates', async () => {
  const form = await openTaxes()
  await select(form, 'Taxes', 'table')
  await select(form, 'Product prices', 'true')
  await click(form, 'Fill in EU rates')
  expect(form.getAllByLabelText('Rate in %')).toHaveLength(27)
  await select(form, 'A $49.99 product shipped to', '["AT",null]')
  expect(example(form)).toEqual([
    ...['Subtotal: $49.99', 'Shipping: $4.99', 'Total: $54.98', 'Includes VAT 20%: $9.16'],
  ])
  const germany = form.getByRole('group', { name: /^Germany/ })
  write(within(germany).getByLabelText('Rate in %'), '16,5')
  await select(form, 'A $49.99 product shipped to', '["DE",null]')
  expect(example(form)[3]).toBe('Includes VAT 16.5%: $7.79')

  write(form.getByLabelText('VAT registration'), 'at')
  await select(form, 'Customers in other EU countries', 'home')
  expect(example(form)[3]).toBe('Includes VAT 20%: $9.16')
  await click(form, 'Save taxes')
  await screen.findByText('Settings saved')
  const { taxes } = await admin.call('GET /api/admin/settings')
  expect(taxes).toMatchObject({ mode: 'table', pricesIncludeTax: true, home: 'AT', oss: 'home' })
  const ppmOf = (code: string) => taxes.rates.find(({ country }) => country === code)?.ppm
  expect(['AT', 'DE', 'EE', 'FI', 'RO', 'SK'].map(ppmOf)).toEqual([
    ...[200_000, 165_000, 240_000, 255_000, 210_000, 230_000],
  ])
})

test('the tax settings preview the cheapest delivery of the zones, and say where the shop doesn’t ship', async () => {
  const flat = (name: string, rate: string) => ({ kind: 'flat' as const, name, rate })
  await admin.call('PATCH /api/admin/settings', {
    zones: [
      { name: 'Home', countries: ['DE'], methods: [flat('Mail', '4')] },
      { name: 'Near', countries: ['AT'], methods: [flat('Express', '19'), flat('Mail', '12')] },
    ],
  })
  const form = await openTaxes()
  await select(form, 'Taxes', 'table')
  await select(form, 'Product prices', 'true')
  await click(form, 'Fill in EU rates')
  await select(form, 'A $49.99 product shipped to', '["AT",null]')
  // 49.99 contains 8.33, and 12.00 contains 2.00.
  expect(example(form)).toEqual([
    ...['Subtotal: $49.99', 'Shipping: $12.00', 'Total: $61.99', 'Includes VAT 20%: $10.33'],
  ])
  await select(form, 'A $49.99 product shipped to', '["FR",null]')
  expect(form.getByText('Your shipping zones don’t include this place.')).toBeDefined()
  expect(form.queryByLabelText('Example')).toBeNull()
  await admin.call('PATCH /api/admin/settings', { zones: null })
})

test('the tax settings start without taxes, show errors next to the fields of a rate, fill in the rates of US states and keep the others', async () => {
  const form = await openTaxes()
  expect(form.getByLabelText('Taxes')).toHaveProperty('value', 'none')
  expect(form.queryByLabelText('Product prices')).toBeNull()
  await select(form, 'Taxes', 'table')
  await click(form, 'Save taxes')
  expect(await form.findByText(TAX_MESSAGES.noRates)).toBeDefined()
  await click(form, 'Add rate')
  await click(form, 'Save taxes')
  for (const name of ['country', 'name', 'rate'] as const)
    expect(await form.findByText(TAX_MESSAGES[name])).toBeDefined()
  write(form.getByLabelText('Custom tax classes'), 'Books')
  expect(await form.findByText(TAX_MESSAGES.className)).toBeDefined()
  expect((await admin.call('GET /api/admin/settings')).taxes).toEqual(NO_TAXES)

  write(form.getByLabelText('Custom tax classes'), '')
  const row = within(form.getByRole('group', { name: 'New rate 1' }))
  write(row.getByLabelText('Country'), 'CA')
  write(row.getByLabelText('Name'), 'GST')
  write(row.getByLabelText('Rate in %'), '5')
  await click(form, 'Fill in US state rates')
  await select(form, 'A $49.99 product shipped to', '["US","MN"]')
  expect(example(form)).toEqual([
    ...['Subtotal: $49.99', 'Shipping: $4.99', 'Sales tax 6.875%: $3.78', 'Total: $58.76'],
  ])
  await click(form, 'Save taxes')
  await screen.findByText('Settings saved')
  const { rates } = (await admin.call('GET /api/admin/settings')).taxes
  expect(rates[0]).toMatchObject({ country: 'CA', region: null, name: 'GST', ppm: 50_000 })
})

test('the tax settings explain Stripe Tax, and turn it on once the business has an address', async () => {
  await admin.call('PATCH /api/admin/settings', { business: NO_BUSINESS })
  const form = await openTaxes()
  await select(form, 'Taxes', 'stripe')
  expect(form.getByText(/Enter the address of your business under Business first/)).toBeDefined()
  expect(form.queryByText('Add rate')).toBeNull()
  write(form.getByLabelText('Custom tax classes'), 'txcd_20030000')
  await click(form, 'Save taxes')
  expect(await form.findAllByText(TAX_MESSAGES.noAddress)).not.toHaveLength(0)
  await admin.call('PATCH /api/admin/settings', { business: BUSINESS })
  cleanup()
  const again = await openTaxes()
  await select(again, 'Taxes', 'stripe')
  expect(again.getByText(/taxed as shipped from the address/)).toBeDefined()
  await click(again, 'Save taxes')
  await screen.findByText('Settings saved')
  expect((await admin.call('GET /api/admin/settings')).taxes.mode).toBe('stripe')
})
