import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { anAdmin, type Customer } from '../../../tests/support/fixtures.ts'
import { openPageOf } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
afterEach(async () => {
  await shop.shop.db.deleteFrom('settings').where('name', '<>', 'demoSeeded').execute()
})

async function openSection() {
  storeToken(admin.token ?? '')
  openPageOf(shop.visitor(), '/admin?tab=settings&section=places')
  return within(await screen.findByRole('form', { name: 'Places and shipping' }))
}
type Section = Awaited<ReturnType<typeof openSection>>
const fill = (section: Section, label: string, value: string, index = 0) =>
  fireEvent.change(section.getAllByLabelText(label)[index] as HTMLElement, { target: { value } })
const press = (section: Section, name: string) => userEvent.click(section.getByRole('button', { name }))
const openZone = (section: Section, name: string) =>
  userEvent.click(section.getByRole('button', { name: new RegExp(`^${name}`) }))
const addCountry = (section: Section, text: string) =>
  userEvent.type(section.getByLabelText('Add a country'), `${text}{Enter}`)
const zones = async () => (await admin.call('GET /api/admin/settings')).zones

test('zones start with the shop’s flat rate, get countries by name, and show the cost of a parcel before they are saved', async () => {
  const section = await openSection()
  await press(section, 'Set up zones')
  const line = section.getByRole('button', { name: /^North America/ })
  expect(line.textContent).toBe(
    'North America and the UKUnited States, Canada, Mexico, and 1 moreStandard shipping $4.99',
  )
  await userEvent.click(line)
  const countries = within(section.getByRole('list', { name: /^Countries of/ }))
  expect(countries.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'United States ×',
    'Canada ×',
    'Mexico ×',
    'United Kingdom ×',
  ])
  for (const name of ['Canada', 'Mexico', 'United Kingdom']) await press(section, `Remove ${name}`)
  await addCountry(section, 'Austria')
  await addCountry(section, 'switz')
  await press(section, 'Add method')
  fill(section, 'Method name', 'Express', 1)
  await userEvent.selectOptions(section.getAllByLabelText('Rate type')[1] as HTMLElement, 'weight')
  fill(section, 'Up to (g)', '2000')
  fill(section, 'Rate', '12', 1)
  fill(section, 'Rate above (optional)', '29.00')
  await press(section, 'Done')
  // At first, the parcel goes to the shop's own country.
  expect(section.getByLabelText('Parcel to')).toHaveProperty('value', 'US')
  await userEvent.selectOptions(section.getByLabelText('Parcel to'), 'CH')
  const costs = () => section.getAllByRole('row').map(({ textContent }) => textContent)
  expect(costs()).toEqual(['Standard shipping$4.99', 'Express$12.00'])
  fill(section, 'Weight (g)', '2001')
  expect(costs()).toEqual(['Standard shipping$4.99', 'Express$29.00'])
  await userEvent.selectOptions(section.getByLabelText('Parcel to'), 'NO')
  expect(section.getByText('We don’t ship to Norway yet')).toBeDefined()
  expect(await zones()).toBeNull()
  await press(section, 'Save places and shipping')
  await screen.findByText('Settings saved')
  expect(await zones()).toMatchObject([
    {
      countries: ['US', 'AT', 'CH'],
      methods: [
        { id: 'standard-shipping', rate: '4.99' },
        { kind: 'weight', rate: '29.00' },
      ],
    },
  ])
})

test('a zone with errors stays open, shows them, and focuses the first one', async () => {
  const section = await openSection()
  await press(section, 'Set up zones')
  await press(section, 'Add zone')
  fill(section, 'Method name', 'Parcel')
  await press(section, 'Done')
  const name = section.getByLabelText('Zone name')
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(section.getByLabelText('Method name')).toHaveProperty('value', 'Parcel')
  expect(section.getByLabelText('Rate').getAttribute('aria-invalid')).toBe('true')
  fill(section, 'Zone name', 'Austria')
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBeNull())
  await addCountry(section, 'Austria')
  fill(section, 'Rate', '7')
  await press(section, 'Done')
  await waitFor(() => expect(section.queryByLabelText('Zone name')).toBeNull())
  // Closed in another way, the zone keeps its text, and the list marks it.
  await openZone(section, 'Austria')
  fill(section, 'Rate', 'seven')
  await press(section, 'Close')
  expect(await section.findByText('Check the fields of this zone')).toBeDefined()
  await openZone(section, 'Austria')
  expect(section.getByLabelText('Rate')).toHaveProperty('value', 'seven')
})

test('countries and regions can be entered by any name, and the cost of a parcel is that of the region', async () => {
  const section = await openSection()
  await press(section, 'Set up zones')
  await press(section, 'Add zone')
  fill(section, 'Zone name', 'Hawaii')
  await addCountry(section, 'U.S.A.')
  expect(section.getByRole('button', { name: 'Remove U.S.A.' })).toBeDefined()
  await press(section, 'Remove U.S.A.')
  await addCountry(section, 'United States')
  await section.findByLabelText('Only these states (optional)')
  fill(section, 'Only these states (optional)', 'Hawaii')
  fill(section, 'Method name', 'Air')
  fill(section, 'Rate', '29')
  const costs = () => section.getAllByRole('row').map(({ textContent }) => textContent)
  expect(costs()).toEqual(['Standard shipping$4.99'])
  fill(section, 'State (optional)', 'hi')
  await waitFor(() => expect(costs()).toEqual(['Air$29.00']))
  await press(section, 'Done')
  await openZone(section, 'North America')
  await addCountry(section, 'Deutschland')
  await press(section, 'Save places and shipping')
  await screen.findByText('Settings saved')
  expect(await zones()).toMatchObject([
    { countries: ['US', 'CA', 'MX', 'GB', 'DE'] },
    { countries: ['US'], regions: ['HI'] },
  ])
})

test('states are offered only where addresses have regions, or where some are saved', async () => {
  const section = await openSection()
  await press(section, 'Set up zones')
  await press(section, 'Add zone')
  await addCountry(section, 'Australia')
  expect(await section.findByLabelText('Only these states (optional)')).toBeDefined()
  await press(section, 'Remove Australia')
  await waitFor(() => expect(section.queryByLabelText(/^Only these postal codes/)).toBeNull())
  await addCountry(section, 'Germany')
  expect(await section.findByLabelText('Only these postal codes (optional)')).toBeDefined()
  await waitFor(() => expect(section.queryByLabelText('Only these states (optional)')).toBeNull())
})

test('errors are next to their fields, including errors of a whole zone', async () => {
  const section = await openSection()
  await press(section, 'Set up zones')
  await press(section, 'Add zone')
  fill(section, 'Zone name', 'Europe')
  await press(section, 'Done')
  await press(section, 'Save places and shipping')
  expect(await section.findByText('Choose a country')).toBeDefined()
  expect(section.getByText('Enter a name that shoppers see')).toBeDefined()
  expect(section.getByText('Enter a rate')).toBeDefined()
  expect(section.getByText('Check the fields of this zone')).toBeDefined()
  await addCountry(section, 'Canada')
  fill(section, 'Method name', 'Mail')
  fill(section, 'Rate', '1')
  expect(await section.findByText('Canada is already in the zone “North America and the UK”')).toBeDefined()
  expect(await zones()).toBeNull()
})

test('zones can be removed again, and the audit log describes them', async () => {
  const methods = [
    { kind: 'flat' as const, name: 'Mail', rate: '9', freeFrom: '75', days: { from: 2, to: 3 } },
  ]
  await admin.call('PATCH /api/admin/settings', {
    zones: [{ name: 'Alps', countries: ['CH', 'AT'], methods }],
  })
  const section = await openSection()
  const line = section.getByRole('button', { name: /^Alps/ })
  expect(line.textContent).toBe('AlpsSwitzerland and AustriaMail $9.00, free from $75.00')
  await press(section, 'Use one rate again')
  await press(section, 'Save places and shipping')
  await screen.findByText('Settings saved')
  expect(await zones()).toBeNull()
  openPageOf(shop.visitor(), '/admin?tab=audit')
  const text = 'Alps (Austria, Switzerland): Mail: $9.00, free from $75.00 (2-3 business days)'
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
})

test('a pickup starts with the address of the business, and has the fields of its country', async () => {
  const austin = { address: '12 Main Street', city: 'Austin', state: 'TX', zipCode: '78701', country: 'US' }
  await admin.call('PATCH /api/admin/settings', { business: { ...austin, legalName: 'Plinth LLC' } })
  const section = await openSection()
  await press(section, 'Set up zones')
  await openZone(section, 'North America')
  await userEvent.selectOptions(section.getByLabelText('Rate type'), 'pickup')
  const group = () => within(section.getByRole('group', { name: 'Pickup address' }))
  expect(group().getByLabelText('State')).toHaveProperty('value', 'TX')
  await press(section, 'Save places and shipping')
  await screen.findByText('Settings saved')
  const addressNow = async () => (await zones())?.[0]?.methods[0]?.address
  expect(await addressNow()).toEqual(austin)
  // The form is rendered again with the saved zones, and has nothing to save then.
  const save = () => section.getByRole('button', { name: 'Save places and shipping' })
  await vi.waitFor(() => expect(save()).toHaveProperty('disabled', true))
  await userEvent.selectOptions(group().getByLabelText('Country'), 'AT')
  expect(await group().findByLabelText('Postal code')).toBeDefined()
  expect(group().queryByLabelText('State')).toBeNull()
  await press(section, 'Save places and shipping')
  expect(await group().findByText('Please enter a postal code such as 1010')).toBeDefined()
  fireEvent.change(group().getByLabelText('Postal code'), { target: { value: '1010' } })
  fireEvent.change(group().getByLabelText('City'), { target: { value: 'Wien' } })
  await press(section, 'Save places and shipping')
  await vi.waitFor(
    async () =>
      expect(await addressNow()).toMatchObject({
        country: 'AT',
        state: '',
        zipCode: '1010',
        formatted: ['12 Main Street', '1010 Wien', 'Austria'],
      }),
    { timeout: 10_000 },
  )
})

test('a group adds its countries without those of other zones', async () => {
  const methods = [{ kind: 'flat' as const, name: 'Mail', rate: '9' }]
  await admin.call('PATCH /api/admin/settings', { zones: [{ name: 'Home', countries: ['DE'], methods }] })
  const section = await openSection()
  await press(section, 'Add zone')
  fill(section, 'Zone name', 'Union')
  const field = section.getByRole('combobox', { name: 'Add a country' })
  await userEvent.type(field, 'eu')
  const options = () => section.getAllByRole('option', { selected: true }).map((one) => one.textContent)
  expect(field.getAttribute('aria-activedescendant')).toBe(
    section.getByRole('option', { name: /^European Union/ }).id,
  )
  expect(options()).toContain('European Union26 countries')
  await userEvent.type(field, '{Enter}')
  expect(section.queryByRole('button', { name: 'Remove Germany' })).toBeNull()
  fill(section, 'Method name', 'Parcel')
  fill(section, 'Rate', '12')
  await press(section, 'Done')
  expect(section.getByRole('button', { name: /^Union/ }).textContent).toBe(
    'Union26 EU countriesParcel $12.00',
  )
  await press(section, 'Save places and shipping')
  await screen.findByText('Settings saved')
  expect((await zones())?.[1]?.countries).toHaveLength(26)
})

test('countries that are removed in quick succession are all removed', async () => {
  const section = await openSection()
  await press(section, 'Set up zones')
  await openZone(section, 'North America')
  const buttons = ['Canada', 'Mexico'].map((name) => section.getByRole('button', { name: `Remove ${name}` }))
  // Before the page has rendered the outcome of the first click.
  act(() => {
    for (const button of buttons) button.click()
  })
  const countries = within(section.getByRole('list', { name: /^Countries of/ }))
  expect(countries.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'United States ×',
    'United Kingdom ×',
  ])
})
