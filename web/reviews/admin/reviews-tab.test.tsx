import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, anAdmin, aProduct, type Customer } from '../../../tests/support/fixtures.ts'
import { openPage, openPageOf } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
function open(address: string) {
  storeToken(admin.token ?? '')
  return openPage((call) => admin.transport(call), address)
}
async function aReview(title: string, rating = 4) {
  const product = await aProduct(shop, { name: `Tray of ${title}` })
  const customer = await aCustomer(shop)
  const comment = 'It stands where it is put.'
  await customer.call('POST /api/reviews', { productId: product.id, rating, title, comment })
  return product
}

describe("the admin's Reviews tab", () => {
  test('shows a message when there are no reviews', async () => {
    open('/admin?tab=reviews')
    await screen.findByText('No reviews yet.')
  })

  test('filters by stars', async () => {
    await aReview('Five', 5)
    await aReview('Two', 2)
    const page = open('/admin?tab=reviews')
    await screen.findByText('2 reviews')
    await userEvent.selectOptions(screen.getByLabelText('Stars'), '2 stars')
    await screen.findByText('1 review')
    expect(screen.getByRole('link', { name: 'Tray of Two' })).toBeDefined()
    expect(page.addressNow()).toBe('/admin?tab=reviews&rating=2')
  })

  test('replies to a review, and shoppers see the reply under the review', async () => {
    const product = await aReview('Answered')
    const page = open('/admin?tab=reviews&search=answered')
    await userEvent.click(await screen.findByRole('button', { name: 'Reply to “Answered”' }))
    const form = within(screen.getByRole('dialog', { name: 'Reply to “Answered”' }))
    await userEvent.type(form.getByLabelText('Reply'), 'Thank you for that!')
    await userEvent.click(form.getByRole('button', { name: 'Publish reply' }))
    expect(await screen.findByText('Reply from the shop')).toBeDefined()
    page.unmount()
    localStorage.clear()
    openPageOf(shop.visitor(), `/product/${product.slug ?? product.id}`)
    expect(await screen.findByText('Thank you for that!')).toBeDefined()
  })

  test('publishes a review that is held for moderation', async () => {
    const product = await aReview('Held')
    const { db } = shop.shop
    await db.updateTable('reviews').set({ is_held: true }).where('product_id', '=', product.id).execute()
    open('/admin?tab=reviews')
    await userEvent.click(await screen.findByRole('link', { name: /^Held back ?1$/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Publish “Held”' }))
    expect(await screen.findByText('Review published')).toBeDefined()
    const shown = await shop.visitor().call('GET /api/reviews/product/:productId', { productId: product.id })
    expect(shown).toMatchObject([{ title: 'Held' }])
  })

  test('edits and deletes any review', async () => {
    await aReview('Rude')
    open('/admin?tab=reviews&search=rude')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit the review “Rude”' }))
    const title = await screen.findByLabelText('Title')
    await userEvent.clear(title)
    await userEvent.type(title, 'Rude but polite')
    await userEvent.click(screen.getByRole('button', { name: 'Submit review' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete the review “Rude but polite”' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('No reviews match your search and filters.')).toBeDefined()
  })
})
