import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/api.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openPage, openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { storeToken } from '../platform/auth-token.ts'

const ASKED = 'We’ve sent an email to this address. Open the link in it to confirm your request.'
const CONFIRMED = 'Thank you. We’ll email you once when this is back in stock.'
const FORM = 'Get one email when it’s back in stock'
let shop: TestShop
let mat: Product
let blue: number
beforeAll(async () => {
  shop = await openTestShop()
  mat = await fixtures.aProductInColors(shop, { Gray: 3, Blue: 0 }, { name: 'Felt Mat', slug: 'felt-mat' })
  blue = mat.variants[1]?.id ?? 0
})
const form = async () => within(await screen.findByRole('form', { name: FORM }))
const tokenTo = async (email: string) => {
  const [message] = await fixtures.emailsTo(shop, email)
  return /token=([\w-]+)/.exec(message?.text ?? '')?.[1] ?? ''
}

describe('the page of a product with a sold-out variant', () => {
  test('offers an email once the variant is chosen, and shows the result in place of the form', async () => {
    openPageOf(shop.visitor(), '/product/felt-mat')
    // The cards of related products have swatches, too.
    const colors = within(await screen.findByRole('group', { name: 'Color' }))
    await userEvent.click(colors.getByRole('radio', { name: /Gray/ }))
    expect(screen.queryByRole('form', { name: FORM })).toBeNull()
    await userEvent.click(colors.getByRole('radio', { name: /Blue/ }))
    const request = await form()
    await userEvent.type(request.getByLabelText('Email address'), 'nonsense')
    await userEvent.click(request.getByRole('button', { name: 'Email me' }))
    expect(await request.findByText('Please enter a valid email address')).toBeDefined()
    await userEvent.clear(request.getByLabelText('Email address'))
    await userEvent.type(request.getByLabelText('Email address'), 'page@example.com')
    await userEvent.click(request.getByRole('button', { name: 'Email me' }))
    const message = await screen.findByText(ASKED)
    await waitFor(() => expect(document.activeElement).toBe(message))
    expect((await fixtures.emailsTo(shop, 'page@example.com'))[0]?.subject).toBe(
      'Confirm your request for Felt Mat (Blue)',
    )
  })

  test('fills in the email address of a signed-in customer, who needs no confirmation if it is verified', async () => {
    const customer = await fixtures.aVerifiedCustomer(shop)
    storeToken(customer.token ?? '')
    openPageOf(shop.visitor(), `/product/felt-mat?variant=${blue}`)
    const request = await form()
    await waitFor(() =>
      expect(request.getByLabelText('Email address')).toHaveProperty('value', customer.user.email),
    )
    await userEvent.click(request.getByRole('button', { name: 'Email me' }))
    expect(await screen.findByText(CONFIRMED)).toBeDefined()
  })

  test('offers no email for a product without options until the owner chooses all products', async () => {
    const box = await fixtures.aProduct(shop, { stockQuantity: 0 })
    const before = openPageOf(shop.visitor(), `/product/${box.id}`)
    expect(await screen.findByText('Out of stock')).toBeDefined()
    expect(screen.queryByText(FORM)).toBeNull()
    before.unmount()
    const admin = await fixtures.anAdmin(shop)
    await admin.call('PATCH /api/admin/settings', { backInStock: 'all' })
    openPageOf(shop.visitor(), `/product/${box.id}`)
    await form()
    expect(screen.getByText('Out of stock')).toBeDefined()
    await admin.call('PATCH /api/admin/settings', { backInStock: 'options' })
  })
})

test('the emailed links confirm the request and unsubscribe with a button', async () => {
  const email = 'links@example.com'
  await shop.visitor().call('POST /api/back-in-stock', { variantId: blue, email })
  const confirmPage = openPageOf(shop.visitor(), `/back-in-stock/confirm?token=${await tokenTo(email)}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm request' }))
  expect(await screen.findByText(CONFIRMED)).toBeDefined()
  confirmPage.unmount()
  openPageOf(shop.visitor(), '/back-in-stock/unsubscribe?token=unknown')
  await userEvent.click(await screen.findByRole('button', { name: 'Unsubscribe' }))
  expect(await screen.findByText(/^We couldn’t find a request for this link/)).toBeDefined()
})

test('admins see the demand on the Products tab, search it, and delete requests after a confirmation', async () => {
  const customer = await fixtures.aVerifiedCustomer(shop)
  const other = await fixtures.aProductInColors(shop, { Red: 0 }, { name: 'Wool Mat' })
  for (const variantId of [blue, other.id])
    await customer.call('POST /api/back-in-stock', { variantId, email: customer.user.email })
  const admin = await fixtures.anAdmin(shop)
  storeToken(admin.token ?? '')
  openPage((call) => admin.transport(call), '/admin?tab=products')
  await userEvent.click(await screen.findByRole('link', { name: 'Back in stock' }))
  await screen.findByRole('heading', { name: 'Back in stock', level: 1 })
  const row = await screen.findByRole('row', { name: /Wool Mat Red/ })
  expect(within(row).getByRole('link', { name: 'Wool Mat' }).getAttribute('href')).toContain(
    `edit=${other.id}`,
  )
  await userEvent.click(within(row).getByRole('link', { name: 'Wool Mat' }))
  await screen.findByText('Shoppers wait for an email when it’s back in stock: Red (1)')
  await userEvent.click(screen.getByRole('link', { name: 'All products' }))
  await userEvent.type(await screen.findByLabelText('Search by product or SKU'), 'wool')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Felt Mat/ })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Delete requests for Wool Mat (Red)' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete requests' }))
  expect(await screen.findByText('No variants match your search and filters.')).toBeDefined()
})
