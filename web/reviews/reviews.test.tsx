import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCustomer, anAdmin, type Customer } from '../../tests/support/fixtures.ts'
import { failing, openPage, openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { storeToken } from '../platform/auth-token.ts'

let shop: TestShop
let productId = 0
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => {
  // Each test has its own product.
  productId += 1
})
const PRODUCTS = [
  'walnut-monitor-stand',
  'halo-desk-lamp',
  'leather-desk-pad',
  'aluminum-laptop-stand',
  'monitor-light-bar',
  'felt-desk-mat',
  'desk-organizer-tray',
  'concrete-pen-cup',
  'wireless-charging-pad',
  'cable-dock',
]
const address = () => `/product/${PRODUCTS[productId - 1]}`
const review = (customer: Customer, rating: number, title = 'Very good', comment = 'I use it every day.') =>
  customer.call('POST /api/reviews', { productId, rating, title, comment })
const section = async () => within(await screen.findByRole('region', { name: 'Customer Reviews' }))

describe('reading reviews (spec section 2)', () => {
  test("shows 'Loading reviews...', then 'No reviews yet. Be the first to review this product!' and '(0 reviews)', and offers visitors no form", async () => {
    const { transport } = shop.visitor()
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    openPage(async (call) => {
      if (call.url.startsWith('/api/reviews')) await mayAnswer
      return transport(call)
    }, address())
    expect(await (await section()).findByText('Loading reviews...')).toBeDefined()
    answer()
    expect(
      await (await section()).findByText('No reviews yet. Be the first to review this product!'),
    ).toBeDefined()
    const summary = screen.getByText(/\(0 reviews\)/).closest('a') as HTMLElement
    expect(within(summary).queryByRole('img')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Write a Review' })).toBeNull()
  })

  test('shows stars, title, comment, author and date, with average and count above', async () => {
    await review(await aCustomer(shop, { fullName: 'Ada Lovelace' }), 5, 'A fine thing')
    await review(await aCustomer(shop, { username: 'plain-user' }), 4)
    openPageOf(shop.visitor(), address())
    const reviews = await section()
    const card = within((await reviews.findByText('A fine thing')).closest('article') as HTMLElement)
    expect(card.getByText(/Ada Lovelace/)).toBeDefined()
    expect(card.getByRole('img', { name: '5 out of 5 stars' })).toBeDefined()
    expect(card.getByText(new Date().toLocaleDateString())).toBeDefined()
    expect(reviews.getByText(/plain-user/)).toBeDefined()
    expect(reviews.getByText('4.5')).toBeDefined()
    expect(screen.getByText(/\(2 reviews\)/)).toBeDefined()
    // Once next to the product's name, and once above the list.
    expect(screen.getAllByRole('img', { name: '4.5 out of 5 stars' })).toHaveLength(2)
    expect(card.queryByText(/\(edited\)/)).toBeNull()
  })

  test("shows 'Failed to load reviews: …' on an error", async () => {
    openPage(
      failing(shop.visitor(), (call) => call.url.startsWith('/api/reviews')),
      address(),
    )
    const message = 'Failed to load reviews: Failed to fetch reviews: 500 Internal Server Error'
    expect(await (await section()).findByText(message)).toBeDefined()
  })
})

describe('writing reviews (spec sections 2, 4 and 5)', () => {
  test("shows errors next to the fields, 'Failed to submit review' on a failure, then 'Review submitted', and allows no second review", async () => {
    const customer = await aCustomer(shop)
    storeToken(customer.token ?? '')
    let isBroken = true
    openPage(
      failing(customer, (call) => isBroken && call.method === 'POST'),
      address(),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Write a Review' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Submit review' }))
    expect(await screen.findByText('Title must be at least 3 characters')).toBeDefined()
    expect(screen.getByText('Comment must be at least 10 characters')).toBeDefined()
    expect(screen.getByRole('radio', { name: '5 stars' })).toHaveProperty('checked', true)
    await userEvent.click(screen.getByRole('radio', { name: '4 stars' }))
    await userEvent.type(screen.getByLabelText('Title'), 'Sturdy')
    await userEvent.type(screen.getByLabelText('Comment'), 'It carries my monitor.')
    await userEvent.click(screen.getByRole('button', { name: 'Submit review' }))
    expect(await screen.findByText('Failed to submit review')).toBeDefined()
    expect(screen.getByText('Please try again later')).toBeDefined()
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Submit review' }))
    expect(await screen.findByText('Review submitted')).toBeDefined()
    expect(screen.getByText('Thank you for your feedback!')).toBeDefined()
    expect(await screen.findByText('It carries my monitor.')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Write a Review' })).toBeNull())
  })

  test("lets the author edit it, prefilled, in 'Edit Your Review': 'Review updated', '(edited)'", async () => {
    const owner = await aCustomer(shop)
    await review(owner, 3, 'Wobbly at first')
    storeToken(owner.token ?? '')
    openPageOf(shop.visitor(), address())
    await userEvent.click(await screen.findByRole('button', { name: /Edit the review/ }))
    expect(await screen.findByRole('heading', { name: 'Edit Your Review' })).toBeDefined()
    const title = await screen.findByLabelText('Title')
    expect(title).toHaveProperty('value', 'Wobbly at first')
    await userEvent.clear(title)
    await userEvent.type(title, 'Stands firm now')
    await userEvent.click(screen.getByRole('button', { name: 'Submit review' }))
    expect(await screen.findByText('Review updated')).toBeDefined()
    expect(await screen.findByText('Stands firm now')).toBeDefined()
    expect(await screen.findByText(/\(edited\)/)).toBeDefined()
  })

  test("lets an admin delete it after 'Are you sure you want to delete this review?': 'Review deleted'", async () => {
    await review(await aCustomer(shop), 1, 'Spam spam spam')
    storeToken((await anAdmin(shop)).token ?? '')
    openPageOf(shop.visitor(), address())
    await userEvent.click(await screen.findByRole('button', { name: /Delete the review/ }))
    expect(await screen.findByText('Are you sure you want to delete this review?')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Review deleted')).toBeDefined()
    await waitFor(() => expect(screen.queryByText('Spam spam spam')).toBeNull())
  })

  test('offers edit and delete to no other users', async () => {
    await review(await aCustomer(shop), 5)
    storeToken((await aCustomer(shop)).token ?? '')
    openPageOf(shop.visitor(), address())
    await screen.findByText('I use it every day.')
    await screen.findByRole('button', { name: 'Write a Review' })
    expect(screen.queryByRole('button', { name: /Edit the review/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /Delete the review/ })).toBeNull()
  })
})
