import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { now, turnClock } from '../../server/platform/clock.ts'
import { aPurchasedOrder } from '../../tests/support/after-purchase.ts'
import { aCustomer, anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { openTestShop } from '../../tests/support/shop.ts'
import { storeToken } from './auth-token.ts'

afterEach(() => turnClock(0))

/** Opens a shop in which it is 11:30 in UTC, and half past midnight on January 1, 2028 in Auckland. */
async function openShopInAuckland() {
  const shop = await openTestShop({ webhooks: true })
  turnClock(Date.parse('2027-12-31T11:30:00Z') - now().getTime())
  const admin = await anAdmin(shop)
  await admin.call('PATCH /api/admin/settings', { timeZone: 'Pacific/Auckland' })
  return { shop, admin }
}

describe('dates and times', () => {
  test('are those of the shop on the pages of customers and admins', async () => {
    const { shop, admin } = await openShopInAuckland()
    const product = await aProduct(shop, { name: 'Desk Pad' })
    const customer = await aCustomer(shop)
    const { orderId } = await aPurchasedOrder(shop, [product], { visitor: customer })
    storeToken(customer.token ?? '')
    const orders = openPageOf(customer, '/orders')
    const row = within(await screen.findByRole('row', { name: new RegExp(orderId) }))
    expect(row.getByText('Jan 1, 2028')).toBeDefined()
    await userEvent.click(row.getByRole('button', { name: /^View details/ }))
    const details = within(await screen.findByRole('dialog', { name: `Order ${orderId}` }))
    const times = details.getAllByText(/^Jan 1, 2028, 12:3\d AM$/)
    expect(times.length).toBeGreaterThan(1)
    expect(details.queryByText(/2027|UTC/)).toBeNull()
    orders.unmount()

    storeToken(admin.token ?? '')
    openPageOf(admin, `/admin?tab=orders&edit=${orderId}`)
    const sheet = within(await screen.findByRole('dialog', { name: new RegExp(orderId) }))
    expect((await sheet.findAllByText(/Jan 1, 2028, 12:3\d AM/)).length).toBeGreaterThan(1)
    expect(screen.queryByText(/2027|UTC/)).toBeNull()
  })

  test('have the same text in the page from the server and in the browser', async () => {
    const { shop, admin } = await openShopInAuckland()
    const { id, slug } = await aProduct(shop, { name: 'Desk Pad' })
    await admin.call('POST /api/reviews', {
      productId: id,
      rating: 5,
      title: 'Good',
      comment: 'Very good pad',
    })
    const url = `/product/${slug ?? id}`
    const { text } = await shop.visitor().send({ url })
    expect(text).toContain('>1/1/2028</time>')
    openPageOf(shop.visitor(), url)
    expect(await screen.findByText('1/1/2028')).toBeDefined()
  })

  test('name UTC in a shop whose owner hasn’t chosen a time zone', async () => {
    const shop = await openTestShop({ webhooks: true })
    turnClock(Date.parse('2027-12-31T11:30:00Z') - now().getTime())
    const customer = await aCustomer(shop)
    const { orderId } = await aPurchasedOrder(shop, [await aProduct(shop)], { visitor: customer })
    storeToken(customer.token ?? '')
    openPageOf(customer, '/orders')
    const row = within(await screen.findByRole('row', { name: new RegExp(orderId) }))
    expect(row.getByText('Dec 31, 2027')).toBeDefined()
    await userEvent.click(row.getByRole('button', { name: /^View details/ }))
    const details = within(await screen.findByRole('dialog', { name: `Order ${orderId}` }))
    expect(details.getAllByText(/^Dec 31, 2027, 11:3\d AM UTC$/).length).toBeGreaterThan(1)
  })
})

test('the owner chooses the shop’s time zone by its city', async () => {
  const shop = await openTestShop()
  const admin = await anAdmin(shop)
  storeToken(admin.token ?? '')
  openPageOf(admin, '/admin?tab=settings&section=formats')
  const form = within(await screen.findByRole('form', { name: 'Currency and formats' }))
  const field = form.getByLabelText('Time zone') as HTMLSelectElement
  expect(field.value).toBe('UTC')
  const europe = within(field).getByRole('group', { name: 'Europe' })
  await userEvent.selectOptions(field, within(europe).getByRole('option', { name: 'Berlin' }))
  expect(form.getByText(/There it is [A-Z][a-z]{2} \d+, 20\d\d, \d+:\d\d [AP]M\.$/)).toBeDefined()
  await userEvent.click(form.getByRole('button', { name: 'Save currency and formats' }))
  expect(await screen.findByText('Settings saved')).toBeDefined()
  expect(await shop.visitor().call('GET /api/shop')).toMatchObject({ timeZone: 'Europe/Berlin' })
  await userEvent.click(form.getByRole('button', { name: /^Use the time zone of this device/ }))
  expect(field.value).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})
