import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { NO_BUSINESS } from '#contract/settings/business.ts'
import { NO_TAXES, TAX_MESSAGES } from '#contract/settings/taxes.ts'
import { anAdmin, type Customer } from '../../../tests/support/fixtures.ts'
import { openPageOf } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { BUSINESS, taxRow } from '../../../tests/support/taxes.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
afterEach(() => {
  vi.useRealTimers()
  return admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES })
})

async function openTaxes() {
  storeToken(admin.token ?? '')
  openPageOf(shop.visitor(), '/admin?tab=settings&section=taxes')
  return within(await screen.findByRole('form', { name: 'Taxes' }))
}
type Form = Awaited<ReturnType<typeof openTaxes>>
const select = (form: Form, label: string, value: string) =>
  userEvent.selectOptions(form.getByLabelText(label), value)
const click = (form: Form, name: string) => userEvent.click(form.getByRole('button', { name }))
/** Fills in the known rates of a group of countries. */
async function fillIn(form: Form, group: string) {
  await select(form, 'Known rates of', group)
  await click(form, 'Fill in rates')
}
async function shipTo(form: Form, place: string) {
  const places = form.getByLabelText('A $49.99 product shipped to')
  await userEvent.selectOptions(places, await within(places).findByRole('option', { name: place }))
}
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const example = (form: Form) =>
  within(form.getByLabelText('Example'))
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

test('the tax settings fill in the rates of the EU, show the price of an example, and save the rates', async () => {
  const form = await openTaxes()
  await select(form, 'Taxes', 'table')
  await select(form, 'Product prices', 'true')
  await fillIn(form, 'eu')
  expect(form.getAllByLabelText(/: standard rate in %$/)).toHaveLength(27)
  expect(form.getByLabelText('Germany: reduced rate in %')).toHaveProperty('value', '7')
  expect(form.getByLabelText('Austria: reduced rate in %')).toHaveProperty('value', '10')
  // Sources name several reduced rates of Greece.
  expect(form.getByLabelText('Greece: reduced rate in %')).toHaveProperty('value', '')
  expect(form.getByText(/^Filled in from European Commission.*Apr(il)? 28, 2026/)).toBeDefined()
  await shipTo(form, 'Austria')
  expect(example(form)).toEqual([
    ...['Subtotal: $49.99', 'Shipping: $4.99', 'Total: $54.98', 'Includes USt. 20%: $9.16'],
  ])
  const everywhere = within(form.getByRole('table', { name: 'Without shipping' }))
  // 49.99 at 20% includes 8.33.
  expect(everywhere.getByRole('row', { name: 'Austria $8.33 $49.99' })).toBeDefined()
  expect(everywhere.queryByRole('row', { name: /^Sweden/ })).toBeNull()
  await click(form, 'Show all 27 places')
  expect(everywhere.getByRole('row', { name: 'Sweden $10.00 $49.99' })).toBeDefined()
  write(form.getByLabelText('Germany: standard rate in %'), '16,5')
  await shipTo(form, 'Germany')
  expect(example(form)[3]).toBe('Includes MwSt. 16.5%: $7.79')
  expect(form.getByText('Germany: MwSt. 16.5%')).toBeDefined()

  await select(form, 'VAT registration', 'AT')
  expect(form.getByText(/^You charge each EU country’s own VAT and report it/)).toBeDefined()
  await select(form, 'Customers in other EU countries', 'home')
  expect(
    form.getByText(/^You charge Austria’s VAT everywhere in the EU; the One-Stop Shop isn’t used\./),
  ).toBeDefined()
  expect(example(form)[3]).toBe('Includes USt. 20%: $9.16')
  expect(form.getByText('Germany: USt. 20%')).toBeDefined()
  await click(form, 'Save taxes')
  await screen.findByText('Settings saved')
  const { taxes } = await admin.call('GET /api/admin/settings')
  expect(taxes).toMatchObject({ mode: 'table', pricesIncludeTax: true, home: 'AT', oss: 'home' })
  const rowOf = (code: string) => taxes.rows.find(({ country }) => country === code)
  expect(['AT', 'DE', 'EE', 'FI', 'RO', 'SK'].map((code) => rowOf(code)?.rates.standard?.ppm)).toEqual([
    ...[200_000, 165_000, 240_000, 255_000, 210_000, 230_000],
  ])
  // A changed rate is the owner's own.
  expect([rowOf('DE')?.source, rowOf('AT')?.source?.day]).toEqual([null, '2026-04-28'])
})

test('the tax settings show what a buyer pays where a region’s rate is added to its country’s, and the next rate', async () => {
  const form = await openTaxes()
  await select(form, 'Taxes', 'table')
  await fillIn(form, 'ca')
  await shipTo(form, 'British Columbia, Canada')
  expect(form.getByText('British Columbia, Canada: 12% (GST 5% + PST 7%)')).toBeDefined()
  expect(example(form).slice(2, 4)).toEqual(['PST 7%: $3.85', 'GST 5%: $2.75'])
  await click(form, 'More about British Columbia, Canada')
  const details = within(form.getByRole('group', { name: 'British Columbia, Canada' }))
  await userEvent.click(details.getByLabelText('Added to the rate of Canada, not instead of it'))
  expect(form.getByText('British Columbia, Canada: PST 7%')).toBeDefined()
  write(details.getByLabelText('Next rate in %'), '8')
  await click(form, 'Save taxes')
  expect(await details.findByText(TAX_MESSAGES.from)).toBeDefined()
  write(details.getByLabelText('Next rate: first day'), '2030-07-01')
  expect(form.getByText('8% from Jul 1, 2030')).toBeDefined()
  await userEvent.click(details.getByLabelText('Shipping is taxed like the goods'))
  await click(form, 'Save taxes')
  await screen.findByText('Settings saved')
  const { rows } = (await admin.call('GET /api/admin/settings')).taxes
  expect(rows.find(({ region }) => region === 'BC')).toMatchObject({
    addsToCountry: false,
    shippingTaxed: false,
    rates: { standard: { ppm: 70_000, next: { ppm: 80_000, from: '2030-07-01' } } },
  })
})

test('the tax settings say that filled-in rates should be checked two years after the day of their source', async () => {
  const form = await openTaxes()
  await select(form, 'Taxes', 'table')
  await fillIn(form, 'uk')
  expect(form.queryByRole('status')).toBeNull()
  vi.setSystemTime(new Date('2028-04-28T12:00:00Z'))
  await fillIn(form, 'no')
  expect(form.getByRole('status').textContent).toBe(
    'Your filled-in rates are from April 28, 2026. Check that they still apply.',
  )
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
  await fillIn(form, 'eu')
  await shipTo(form, 'Austria')
  // 49.99 contains 8.33, and 12.00 contains 2.00.
  expect(example(form)).toEqual([
    ...['Subtotal: $49.99', 'Shipping: $12.00', 'Total: $61.99', 'Includes USt. 20%: $10.33'],
  ])
  await shipTo(form, 'France')
  expect(form.getByText('Your shipping zones don’t include this place.')).toBeDefined()
  expect(form.queryByLabelText('Example')).toBeNull()
  await admin.call('PATCH /api/admin/settings', { zones: null })
})

test('the tax settings start without taxes, show errors next to the fields of a row, and say why US rates aren’t filled in', async () => {
  const form = await openTaxes()
  expect(form.getByLabelText('Taxes')).toHaveProperty('value', 'none')
  expect(form.getByText('You charge no taxes.')).toBeDefined()
  expect(form.queryByLabelText('Product prices')).toBeNull()
  await select(form, 'Taxes', 'table')
  expect(form.getByText('You charge no taxes until you add a country.')).toBeDefined()
  expect(form.getByText(/what a buyer owes depends on the state, county, and city/)).toBeDefined()
  expect(form.queryByRole('button', { name: /US/ })).toBeNull()
  await click(form, 'Save taxes')
  expect(await form.findByText(TAX_MESSAGES.noRows)).toBeDefined()
  await select(form, 'Country', 'US')
  await form.findByRole('option', { name: 'Texas' })
  await select(form, 'Region', 'TX')
  await click(form, 'Add row')
  expect(
    form.getByText('You charge taxes in Texas (United States). Orders to other places aren’t taxed.'),
  ).toBeDefined()
  // The United States have no VAT.
  expect(form.queryByLabelText('VAT registration')).toBeNull()
  await select(form, 'Region', 'OR')
  await click(form, 'Add row')
  expect(form.getByText(/^You charge taxes in Oregon and Texas \(United States\)\./)).toBeDefined()
  await click(form, 'More about Oregon, United States')
  await click(form, 'Remove Oregon, United States')
  await select(form, 'Region', 'TX')
  expect(await form.findByText(TAX_MESSAGES.twice)).toBeDefined()
  expect(form.getByRole('button', { name: 'Add row' })).toHaveProperty('disabled', true)
  await click(form, 'Save taxes')
  expect(await form.findByText(TAX_MESSAGES.noStandard)).toBeDefined()
  await click(form, 'More about Texas, United States')
  write(form.getByLabelText('Name shown to shoppers'), ' ')
  write(form.getByLabelText('Texas, United States: standard rate in %'), 'many')
  await click(form, 'Save taxes')
  expect(await form.findByText(TAX_MESSAGES.name)).toBeDefined()
  expect(await form.findByText(TAX_MESSAGES.rate)).toBeDefined()
  write(form.getByLabelText('Custom tax classes'), 'Books')
  expect(await form.findByText(TAX_MESSAGES.className)).toBeDefined()
  expect((await admin.call('GET /api/admin/settings')).taxes).toEqual(NO_TAXES)

  write(form.getByLabelText('Custom tax classes'), 'books')
  write(form.getByLabelText('Name shown to shoppers'), 'Sales tax')
  write(form.getByLabelText('Texas, United States: standard rate in %'), '8.25')
  write(form.getByLabelText('Texas, United States: books rate in %'), '0')
  expect(example(form)).toEqual([
    ...['Subtotal: $49.99', 'Shipping: $4.99', 'Sales tax 8.25%: $4.53', 'Total: $59.51'],
  ])
  await click(form, 'Save taxes')
  await screen.findByText('Settings saved')
  const { rows } = (await admin.call('GET /api/admin/settings')).taxes
  expect(rows).toEqual([taxRow('US', 82_500, { region: 'TX', name: 'Sales tax', classes: { books: 0 } })])
})

test('the tax settings explain Stripe Tax, and turn it on once the business has an address', async () => {
  await admin.call('PATCH /api/admin/settings', { business: NO_BUSINESS })
  const form = await openTaxes()
  await select(form, 'Taxes', 'stripe')
  expect(form.getByText(/Enter the address of your business under Business first/)).toBeDefined()
  expect(form.queryByText('Add row')).toBeNull()
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
