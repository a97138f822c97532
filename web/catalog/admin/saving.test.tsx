import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, type Customer } from '../../../tests/support/fixtures.ts'
import { openPage } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import type { ApiResponse } from '../../platform/api.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

const BROKEN: ApiResponse = { status: 500, statusText: 'Internal Server Error', headers: {}, text: '' }

/** Opens an admin page. Calls with `method` wait for `response`. */
function open(address: string, method = '', response: ApiResponse | Promise<ApiResponse> = BROKEN) {
  storeToken(admin.token ?? '')
  return openPage(async (call) => (call.method === method ? response : admin.transport(call)), address)
}
async function openedForm(title: string) {
  const form = within(
    await screen.findByRole(title.endsWith('product') ? 'region' : 'dialog', { name: title }),
  )
  await form.findByLabelText('Name')
  return form
}

describe('the admin forms (spec section 2)', () => {
  test.each([
    ['category', '/admin?tab=categories&edit=1', 'Edit category', 'Save category'],
    ['product', '/admin?tab=products&edit=1', 'Edit product', 'Save product'],
  ])('disable the submit button while a %s is being saved', async (_thing, address, title, name) => {
    const { promise, resolve } = Promise.withResolvers<ApiResponse>()
    open(address, 'PATCH', promise)
    const form = await openedForm(title)
    await userEvent.type(form.getByLabelText('Name'), ' again')
    const button = form.getByRole('button', { name })
    await userEvent.click(button)
    await waitFor(() => expect(button).toHaveProperty('disabled', true))
    resolve(BROKEN)
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
  })
})

describe('a message after a change (spec section 8)', () => {
  test("is 'Failed to create product. Please try again.' if a product can't be created", async () => {
    const { id } = await aProduct(shop, {
      description: '<p>Soft.</p>',
      images: [{ url: 'https://pictures.example/tray.jpg', alt: '', width: null, height: null }],
    })
    open(`/admin?tab=products&edit=new&copy=${id}`, 'POST')
    const form = await openedForm('Add product')
    await userEvent.click(form.getByRole('button', { name: 'Add product' }))
    expect(await screen.findByText('Failed to create product. Please try again.')).toBeDefined()
    expect(screen.getByText('Error').closest('[data-destructive]')).not.toBeNull()
  })

  test("is 'Category deleted' after a category is deleted", async () => {
    const { id, name } = await admin.call('POST /api/admin/categories', {
      name: 'Passing Fancy',
      slug: 'passing-fancy',
      description: 'Soon gone.',
    })
    open('/admin?tab=categories&search=passing')
    await userEvent.click(await screen.findByRole('button', { name: `Delete ${name}` }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete category' }))
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Category deleted')).toBeDefined()
    await expect(admin.call('GET /api/admin/categories/:id', { id })).rejects.toMatchObject({ status: 404 })
  })
})
