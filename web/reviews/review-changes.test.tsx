import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCustomer, anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { failing, openPage } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { storeToken } from '../platform/auth-token.ts'

let shop: TestShop
let owner: Customer
let address = ''
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  owner = await aCustomer(shop)
  const { id } = await aProduct(shop, { name: 'Reviewed Box' })
  address = `/product/${id}`
  await owner.call('POST /api/reviews', {
    productId: id,
    rating: 4,
    title: 'Steady',
    comment: 'Has not moved since.',
  })
})

/** Opens the product as a customer. Calls with `method` fail, with `text` as the body. */
async function openAs(customer: Customer, method = '', text = '') {
  storeToken(customer.token ?? '')
  openPage(
    failing(customer, (call) => call.method === method, { text }),
    address,
  )
  const reviews = within(await screen.findByRole('region', { name: 'Customer Reviews' }))
  await reviews.findByText('Steady')
  return reviews
}
const edit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the review “Steady”' }))
  await userEvent.type(await screen.findByLabelText('Title'), ' as a rock')
  await userEvent.click(screen.getByRole('button', { name: 'Submit review' }))
}
const remove = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the review “Steady”' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
}

describe('a review (spec sections 2 and 6)', () => {
  test.each(['the owner', 'any admin'])('can be edited and deleted by %s', async (who) => {
    const reviews = await openAs(who === 'the owner' ? owner : await anAdmin(shop))
    expect(await reviews.findByRole('button', { name: /^Edit the review/ })).toBeDefined()
    expect(reviews.getByRole('button', { name: /^Delete the review/ })).toBeDefined()
  })
})

describe('a changed review (spec sections 4 and 8)', () => {
  test('is updated: the list is refreshed, the dialog closes, and a toast confirms it', async () => {
    const reviews = await openAs(owner)
    await edit()
    expect(await screen.findByText('Review updated')).toBeDefined()
    expect(screen.getByText('Your review has been updated successfully')).toBeDefined()
    expect(await reviews.findByText('Steady as a rock')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is deleted: the list is refreshed, the dialog closes, and a toast confirms it', async () => {
    const reviews = await openAs(owner)
    await remove()
    expect(await screen.findByText('Review deleted')).toBeDefined()
    expect(screen.getByText('Your review has been deleted')).toBeDefined()
    expect(await reviews.findByText(/No reviews yet/)).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a failed change (spec section 8)', () => {
  const isDestructive = (title: string) => screen.getByText(title).closest('[data-destructive]') !== null

  test.each([
    ["the server's message", '{"message":"The shop is closed.","code":"internal"}', 'The shop is closed.'],
    ["'Please try again later' if there is none", '', 'Please try again later'],
  ])("shows 'Failed to update review' with %s", async (_what, text, message) => {
    await openAs(owner, 'PATCH', text)
    await edit()
    expect(await screen.findByText('Failed to update review')).toBeDefined()
    expect(screen.getByText(message)).toBeDefined()
    expect(isDestructive('Failed to update review')).toBe(true)
  })

  test.each([
    ["the server's message", '{"message":"The shop is closed.","code":"internal"}', 'The shop is closed.'],
    ["'Please try again later' if there is none", '', 'Please try again later'],
  ])("shows 'Failed to delete review' with %s", async (_what, text, message) => {
    await openAs(owner, 'DELETE', text)
    await remove()
    expect(await screen.findByText('Failed to delete review')).toBeDefined()
    expect(screen.getByText(message)).toBeDefined()
    expect(isDestructive('Failed to delete review')).toBe(true)
  })
})

describe('reviews that can’t be loaded (spec section 8)', () => {
  test("show 'Failed to load reviews: Unknown error' if the error has no message", async () => {
    openPage((call) => {
      if (call.url.startsWith('/api/reviews')) return Promise.reject(new Error(''))
      return shop.visitor().transport(call)
    }, address)
    expect(await screen.findByText('Failed to load reviews: Unknown error')).toBeDefined()
  })
})
