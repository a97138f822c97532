import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findEmail } from '../../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../../tests/support/fixtures.ts'
import { failing, openPage } from '../../../tests/support/page.tsx'
import { aPaidOrder } from '../../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { ABROAD } from '../../../tests/support/shopper-details.ts'
import type { ApiCall } from '../../platform/api.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
afterEach(async () => {
  await shop.shop.db.deleteFrom('settings').where('name', '<>', 'demoSeeded').execute()
  await shop.shop.db.deleteFrom('audit_log').execute()
})

async function openTab(section = '', breaks: (call: ApiCall) => boolean = () => false) {
  storeToken(admin.token ?? '')
  const page = openPage(failing(admin, breaks), `/admin?tab=settings${section && `&section=${section}`}`)
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  return page
}
const write = async (label: string, text: string) => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } })
}
const save = (name = 'Save settings') => userEvent.click(screen.getByRole('button', { name }))
const openSettings = (title: string) =>
  userEvent.click(screen.getByRole('link', { name: new RegExp(`^${title}`) }))
const textIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value

describe('the settings tab (contract section 8)', () => {
  test('opens on the store and the sync card, has a page for each group of settings, finds settings by a search, and asks before it discards entered text', async () => {
    const page = await openTab()
    await screen.findByLabelText('Shop name')
    const labels = [
      ['Shop name', 'Plinth'],
      ['Support address', ''],
      ['Shipping rate', '4.99'],
      ['Page size', '6'],
    ]
    for (const [label = '', value] of labels) expect(textIn(label)).toBe(value)
    expect(screen.getByLabelText('Support address').getAttribute('placeholder')).toBe('hello@plinth.example')
    expect(screen.getByRole('button', { name: 'Save settings' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('region', { name: 'Platform sync' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Sync now' })).toBeDefined()
    const links = () =>
      within(screen.getByRole('navigation', { name: 'Settings' }))
        .queryAllByRole('link')
        .map((link) => link.textContent)
    expect(links()).toHaveLength(20)

    const search = (text: string) => write('Search settings', text)
    await search('page SIZE')
    expect(links()).toEqual(['Store', 'Page size'])
    expect(screen.getByText('Settings found on 1 page')).toBeDefined()
    await search('inventory of unicorns')
    expect(screen.getByText('No settings match your search.')).toBeDefined()
    await search('low-stock threshold')
    await userEvent.click(screen.getByRole('link', { name: 'Low-stock threshold' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Low-stock threshold')))
    expect(textIn('Low-stock threshold')).toBe('5')
    expect(page.addressNow()).toBe('/admin?tab=settings&section=stock&setting=lowStockThreshold')
    expect(textIn('Search settings')).toBe('')

    await write('Low-stock threshold', '6')
    await userEvent.click(screen.getByRole('link', { name: /^Reviews.*wait$/ }))
    const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }))
    await userEvent.click(question.getByRole('button', { name: 'Keep editing' }))
    expect(textIn('Low-stock threshold')).toBe('6')
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(textIn('Low-stock threshold')).toBe('5')
    await userEvent.click(screen.getByRole('link', { name: /^Reviews.*wait$/ }))
    expect(await screen.findByLabelText('Who can review')).toHaveProperty('value', 'false')
    expect(screen.getByRole('heading', { name: 'Reviews', level: 2 })).toBeDefined()
  })

  test("saves the changes, shows 'Settings saved', updates the shop’s name, and has no conflicts between pages saved after another", async () => {
    storeToken(admin.token ?? '')
    const statuses: number[] = []
    const { queryClient } = openPage(async (call) => {
      const response = await admin.transport(call)
      if (call.method === 'PATCH') statuses.push(response.status)
      return response
    }, '/admin?tab=settings')
    await write('Shop name', 'Desk & Co')
    await write('Shipping rate', '6')
    await save()
    expect(await screen.findByText('Settings saved')).toBeDefined()
    await waitFor(() => expect(textIn('Shipping rate')).toBe('6.00'))
    expect(screen.getByRole('button', { name: 'Save settings' })).toHaveProperty('disabled', true)
    await waitFor(() => expect(queryClient.getQueryData(['shop'])).toMatchObject({ name: 'Desk & Co' }))
    await openSettings('Stock')
    await write('Low-stock threshold', '7')
    fireEvent.click(screen.getByRole('button', { name: 'Save stock settings' }))
    await waitFor(async () =>
      expect(await admin.call('GET /api/admin/settings')).toMatchObject({
        shopName: 'Desk & Co',
        lowStockThreshold: 7,
      }),
    )
    await waitFor(() => expect(statuses).toEqual([200, 200]))
  })

  test('keeps text entered after a save while pages refetch the settings', async () => {
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
    let isHeld = false
    storeToken(admin.token ?? '')
    openPage(async (call) => {
      if (isHeld && call.url === '/api/shop') await isRead
      return admin.transport(call)
    }, '/admin?tab=settings')
    await write('Shop name', 'First name')
    isHeld = true
    await save()
    await screen.findByText('Settings saved')
    await write('Shop name', 'Second name')
    read()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save settings' }).getAttribute('aria-busy')).toBeNull(),
    )
    expect(textIn('Shop name')).toBe('Second name')
  })

  test('shows errors next to their fields, sends nothing until they are corrected, and keeps the entered values on a failure', async () => {
    await openTab('', (call) => call.method === 'PATCH')
    await write('Shop name', '')
    await write('Support address', 'nobody')
    await write('Page size', '0')
    await save()
    expect(await screen.findByText('Shop name is required')).toBeDefined()
    expect(screen.getByText('Please enter a valid email address')).toBeDefined()
    expect(screen.getByText('Page size must be a whole number from 1 to 100')).toBeDefined()
    expect(screen.queryByText('Error')).toBeNull()
    await write('Shop name', 'Plinth')
    await write('Support address', '')
    await write('Page size', '9')
    await save()
    expect(await screen.findByText('Failed to save the settings. Please try again.')).toBeDefined()
    expect(textIn('Page size')).toBe('9')
  })

  test('shows another admin’s changes, keeps the entered values, and can then save them', async () => {
    await openTab()
    await write('Page size', '9')
    await write('Shipping rate', '6.00')
    await admin.call('PATCH /api/admin/settings', { pageSize: 12, shopName: 'Desk & Co' })
    await save()
    await screen.findByText('Your edits are kept. Save again to overwrite the current values.')
    const note = within(screen.getByRole('alert'))
    note.getByText(
      'admin changed the settings in the meantime: pageSize, shopName. Review it and save again.',
    )
    note.getByText('Page size: now “12”, your edit: “9”')
    note.getByText('Shop name: now “Desk & Co”')
    expect([textIn('Shop name'), textIn('Page size'), textIn('Shipping rate')]).toEqual([
      ...['Desk & Co', '9', '6.00'],
    ])
    await save()
    expect(await screen.findByText('Settings saved')).toBeDefined()
    expect(await admin.call('GET /api/admin/settings')).toMatchObject({
      shopName: 'Desk & Co',
      pageSize: 9,
      shippingRate: '6.00',
    })
  })

  test('prompts for a proof of identity if one is required, and then saves', async () => {
    shop.shop.config.demo = false
    onTestFinished(() => {
      shop.shop.config.demo = true
    })
    await openTab('security')
    await write('Refund limit', '900')
    await save('Save security settings')
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
    await screen.findByText('Please confirm it’s you.')
    expect(textIn('Refund limit')).toBe('900')
    await save('Save security settings')
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    await userEvent.type(await dialog.findByLabelText('Your password'), 'not this one')
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect((await dialog.findByRole('alert')).textContent).toMatch(/password/)
    await userEvent.clear(dialog.getByLabelText('Your password'))
    await userEvent.type(dialog.getByLabelText('Your password'), admin.password)
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Settings saved')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await admin.call('GET /api/admin/settings')).toMatchObject({ refundProofAbove: '900.00' })
  })

  test('each page saves its own fields, even after another page was saved elsewhere', async () => {
    await openTab('stock')
    await write('Low-stock threshold', '7')
    await admin.call('PATCH /api/admin/settings', { pageSize: 12, shopName: 'Desk & Co' })
    await save('Save stock settings')
    expect(await screen.findByText('Settings saved')).toBeDefined()
    expect(await admin.call('GET /api/admin/settings')).toMatchObject({
      shopName: 'Desk & Co',
      pageSize: 12,
      lowStockThreshold: 7,
    })
    await openSettings('Reviews.*wait$')
    await userEvent.selectOptions(await screen.findByLabelText('Reviews from unverified accounts'), 'false')
    await admin.call('PATCH /api/admin/settings', { reviewsFromBuyersOnly: true })
    await save('Save reviews settings')
    expect(await screen.findByText('Who can review: now “true”')).toBeDefined()
    await save('Save reviews settings')
    await waitFor(async () =>
      expect(await admin.call('GET /api/admin/settings')).toMatchObject({ holdSuspiciousReviews: false }),
    )
  })

  test('the business address is checked against its country’s format, and a change to the currency warns of prices that cards can’t pay', async () => {
    const lamp = await aProduct(shop, { name: 'Fils Lamp', priceCents: 5124 })
    await openTab('business')
    await write('Legal name', 'Lindqvist GmbH')
    await userEvent.selectOptions(screen.getByLabelText('Home country'), 'Austria')
    await write('Address', 'Stephansplatz 1')
    await write('City', 'Wien')
    await write('Postal code', '78701')
    await save('Save business settings')
    expect(await screen.findAllByText('Please enter a postal code such as 1010')).not.toEqual([])
    expect(screen.getByLabelText('Postal code').getAttribute('aria-invalid')).toBe('true')
    await write('Postal code', '1010')
    await save('Save business settings')
    expect(await screen.findByText('Settings saved')).toBeDefined()
    expect(await admin.call('GET /api/admin/settings')).toMatchObject({
      business: { legalName: 'Lindqvist GmbH', country: 'AT', zipCode: '1010' },
    })
    await openSettings('Currency and formats')
    await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'KWD')
    await save('Save currency and formats')
    const warning = await screen.findByText(/^Cards can’t pay the price of “Fils Lamp” in this currency/)
    await expect
      .poll(() => warning.textContent?.replace('\u00a0', ' '))
      .toMatch(/Change it to a multiple of KWD 0\.010\.$/)
    await admin.call('DELETE /api/admin/products/:id', { id: lamp.id })
  })

  test('the form for new shops has no country at first, lists what one changes, and sells to Vienna with 20% VAT and to Berlin with 19%', async () => {
    await openTab('setup')
    const form = within(await screen.findByRole('form', { name: 'Set up your shop' }))
    const country = form.getByLabelText('Country')
    expect(country).toHaveProperty('value', '')
    await userEvent.selectOptions(country, 'France')
    await save('Discard changes')
    expect(country).toHaveProperty('value', '')
    expect(form.queryByRole('region', { name: 'Changes' })).toBeNull()
    await userEvent.selectOptions(country, 'Germany')
    const changes = within(form.getByRole('region', { name: 'Changes' }))
    await write('Shop name', 'Tea House')
    await write('Legal name', 'Tea House GmbH')
    await write('Accent color', '#1f5f8b')
    await userEvent.selectOptions(form.getByLabelText('Fonts'), 'Inter for both')
    for (const change of [
      'United States → Germany',
      'USD → EUR',
      'UTC → Europe/Berlin',
      'United States: $1,234.50, Dec 31, 2026 → Germany: 1.234,50 €, 31 Dec 2026',
      'US, Canada, Mexico, and UK at the shipping rate → Germany (Standard 4,99), European Union (Standard 4,99)',
      'no taxes → rates of 27 countries, some with reduced rates, included in prices',
    ])
      expect(changes.getByText(change)).toBeDefined()
    await save('Save changes')
    expect(await screen.findByText('Settings saved')).toBeDefined()
    expect(await admin.call('GET /api/admin/settings')).toMatchObject({
      shopName: 'Tea House',
      business: { country: 'DE', legalName: 'Tea House GmbH' },
      brand: { accent: '#1f5f8b', fonts: 'neutral' },
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      taxes: { home: 'DE', oss: 'destination' },
    })
    const [entry] = await admin.call('GET /api/admin/audit', { kind: 'settings' })
    expect(entry).toMatchObject({ action: 'settings.changed', before: { currency: 'USD', zones: null } })

    const lamp = await aProduct(shop, { name: 'Vienna Lamp', priceCents: 12000 })
    const buy = async (address: object) => {
      const email = `${crypto.randomUUID()}@example.com`
      const nowhere = { state: '', city: '', zipCode: '' }
      const { orderId } = await aPaidOrder(shop, shop.visitor(), [lamp], { ...nowhere, ...address, email })
      const order = await admin.call('GET /api/admin/orders/:orderId', { orderId })
      return { order, email: await findEmail(shop, email, `Your order ${orderId} at Tea House`) }
    }
    // 124.99 with 20% includes 20.83, and with 19% it includes 19.96.
    const vienna = await buy({ ...ABROAD.AT.place, country: 'AT' })
    expect(vienna.order).toMatchObject({
      totalAmount: '124.99',
      taxes: [{ name: 'USt.', rate: '20%', amount: '20.83', isIncluded: true }],
    })
    expect(vienna.email.text).toMatch(/USt\..*20%.*20,83/)
    const berlin = await buy({ ...ABROAD.DE.place, country: 'DE' })
    expect(berlin.order).toMatchObject({
      totalAmount: '124.99',
      taxes: [{ name: 'MwSt.', rate: '19%', amount: '19.96', isIncluded: true }],
    })
    expect(berlin.email.text).toMatch(/MwSt\..*19%.*19,96/)
    expect(berlin.email.text).toContain('10117 Berlin\nGermany')
  })

  test('the form for new shops writes drafts of the legal pages that were chosen', async () => {
    await admin.call('PATCH /api/admin/settings', {
      business: { legalName: 'Tea House GmbH', country: 'DE' },
    })
    await openTab('setup')
    const pages = within(await screen.findByRole('region', { name: 'Legal pages' }))
    await userEvent.click(await pages.findByLabelText('Imprint'))
    await userEvent.click(pages.getByRole('button', { name: 'Create drafts' }))
    expect(await screen.findByText('Drafts created')).toBeDefined()
    expect(await pages.findByRole('link', { name: 'Imprint' })).toBeDefined()
    const imprint = await admin.call('GET /api/admin/pages/:name', { name: 'imprint' })
    expect(imprint).toMatchObject({ state: 'unpublished', title: 'Imprint' })
    expect(imprint.html).toContain('Tea House GmbH')
    expect(await admin.call('GET /api/admin/pages/:name', { name: 'cookies' })).toMatchObject({
      state: 'unwritten',
    })
  })

  test('shows an error when the settings can’t be loaded', async () => {
    await openTab('', (call) => call.url.startsWith('/api/admin/settings'))
    expect(await screen.findByText('The settings couldn’t be loaded.')).toBeDefined()
  })
})
