import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { anAdmin, aProduct, type Customer } from '../../../tests/support/fixtures.ts'
import { failing, openPage } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import type { ApiCall } from '../../platform/api.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

/** Opens the form in a dialog. Calls fail if `breaks` returns true. */
async function openForm(address: string, title: string, breaks: (call: ApiCall) => boolean = () => false) {
  storeToken(admin.token ?? '')
  const page = openPage(failing(admin, breaks), address)
  const form = within(await screen.findByRole('dialog', { name: title }))
  await form.findByLabelText('Name')
  return { page, form }
}
const saysError = async (sentence: string) => {
  await screen.findByText(sentence)
  expect(screen.getByText('Error')).toBeDefined()
}

describe('the category form (spec section 5)', () => {
  const NEW = '/admin?tab=categories&edit=new'
  const fill = async (form: ReturnType<typeof within>, name: string) => {
    await userEvent.type(form.getByLabelText('Name'), name)
    await userEvent.type(form.getByLabelText('Description'), 'What hangs on the wall.')
    await userEvent.click(form.getByRole('button', { name: 'Add category' }))
  }

  test('starts with the icon fa-folder, and derives the slug from the name until the slug is edited', async () => {
    const { form } = await openForm(NEW, 'Add category')
    await userEvent.type(form.getByLabelText('Name'), 'Wall Hooks & Co.')
    expect(form.getByLabelText('Slug')).toHaveProperty('value', 'wall-hooks-co')
    await userEvent.clear(form.getByLabelText('Slug'))
    await userEvent.type(form.getByLabelText('Slug'), 'hooks')
    await userEvent.type(form.getByLabelText('Name'), ' more')
    expect(form.getByLabelText('Slug')).toHaveProperty('value', 'hooks')
    expect(form.getByRole('button', { name: 'Icon fa-folder' })).toBeDefined()
  })

  test("shows 'Category created', and adds it to the list", async () => {
    const { page, form } = await openForm(NEW, 'Add category')
    await fill(form, 'Wall Art')
    expect(await screen.findByText('Category created')).toBeDefined()
    expect(await screen.findByRole('link', { name: 'Wall Art' })).toBeDefined()
    expect(page.addressNow()).toBe('/admin?tab=categories')
  })

  test("shows 'Failed to create category. Please try again.' on a failure, and keeps the entered values", async () => {
    const { form } = await openForm(NEW, 'Add category', ({ method }) => method === 'POST')
    await fill(form, 'Kept Words')
    await saysError('Failed to create category. Please try again.')
    expect(form.getByLabelText('Name')).toHaveProperty('value', 'Kept Words')
  })

  test("shows 'Category updated' after a change, and reports a slug in use next to the field", async () => {
    const { form } = await openForm('/admin?tab=categories&edit=1', 'Edit category')
    await userEvent.clear(form.getByLabelText('Slug'))
    await userEvent.type(form.getByLabelText('Slug'), 'lighting')
    await userEvent.click(form.getByRole('button', { name: 'Save category' }))
    await saysError('Failed to update category. Please try again.')
    await waitFor(() => expect(form.getByLabelText('Slug').getAttribute('aria-invalid')).toBe('true'))
    await userEvent.clear(form.getByLabelText('Slug'))
    await userEvent.type(form.getByLabelText('Slug'), 'desk-mats-2')
    await userEvent.click(form.getByRole('button', { name: 'Save category' }))
    expect(await screen.findByText('Category updated')).toBeDefined()
  })
})

describe('the product form (spec section 5)', () => {
  test('starts with the defaults, and reports missing fields', async () => {
    const { form } = await openForm('/admin?tab=products&edit=new', 'Add product')
    expect(form.getByLabelText('Rating')).toHaveProperty('value', '4.5')
    expect(form.getByLabelText('Review count')).toHaveProperty('value', '0')
    expect(form.getByLabelText('In stock')).toHaveProperty('checked', true)
    expect(form.getByLabelText('Stock quantity')).toHaveProperty('value', '10')
    await userEvent.click(form.getByRole('button', { name: 'Add product' }))
    for (const message of [
      'Name is required',
      'Price is required',
      'Must be a valid URL',
      'Category is required',
    ])
      expect(await form.findByText(message)).toBeDefined()
  })

  test('reads 19,90 as a decimal comma, and rejects 1,299 as ambiguous', async () => {
    const { id } = await aProduct(shop, { name: 'Comma Tray', images: [IMAGE] })
    const { form } = await openForm(`/admin?tab=products&edit=${id}`, 'Edit product')
    const price = form.getByLabelText('Price')
    await userEvent.clear(price)
    await userEvent.type(price, '1,299')
    await userEvent.click(form.getByRole('button', { name: 'Save product' }))
    expect(await form.findByText('Is this 1299.00 or 1.29? Enter it without a comma.')).toBeDefined()
    await userEvent.clear(price)
    await userEvent.type(price, '19,90')
    await userEvent.click(form.getByRole('button', { name: 'Save product' }))
    expect(await screen.findByText('Product updated')).toBeDefined()
    expect((await admin.call('GET /api/admin/products/:id', { id })).price).toBe('19.90')
  })

  test('notes next to rating and review count that shoppers don’t see them', async () => {
    const { form } = await openForm('/admin?tab=products&edit=new', 'Add product')
    for (const name of ['Rating', 'Review count'])
      expect(form.getByRole('textbox', { name, description: /Not shown to shoppers/ })).toBeDefined()
  })

  test('requires a unit for a weight', async () => {
    const { id } = await aProduct(shop, { images: [IMAGE] })
    const { form } = await openForm(`/admin?tab=products&edit=${id}`, 'Edit product')
    await userEvent.type(form.getByLabelText('Weight'), '2')
    await userEvent.clear(form.getByLabelText('Weight unit'))
    await userEvent.click(form.getByRole('button', { name: 'Save product' }))
    expect(await form.findByText('Enter a weight unit')).toBeDefined()
  })

  test('warns that the cart charges the flat rate when another shipping cost is entered', async () => {
    const { form } = await openForm('/admin?tab=products&edit=new', 'Add product')
    await userEvent.type(form.getByLabelText('Shipping cost'), '7.50')
    expect(
      form.getByText('The product page will show this, but the cart charges the flat rate of $4.99.'),
    ).toBeDefined()
  })

  test("sends only the changed fields, and shows 'Product updated'", async () => {
    const { id } = await aProduct(shop, { name: 'Slim Tray', images: [IMAGE] })
    const { form } = await openForm(`/admin?tab=products&edit=${id}`, 'Edit product')
    await userEvent.clear(form.getByLabelText('Name'))
    await userEvent.type(form.getByLabelText('Name'), 'Slimmer Tray')
    // An order takes one unit while the form still shows the old stock.
    await shop.shop.db.updateTable('stock').set({ quantity: 3 }).where('product_id', '=', id).execute()
    await userEvent.click(form.getByRole('button', { name: 'Save product' }))
    expect(await screen.findByText('Product updated')).toBeDefined()
    const changed = await admin.call('GET /api/admin/products/:id', { id })
    expect(changed).toMatchObject({ name: 'Slimmer Tray', stockQuantity: 3 })
  })

  test("shows 'Failed to update product. Please try again.' on a failure", async () => {
    const { id } = await aProduct(shop, { images: [IMAGE] })
    const { form } = await openForm(
      `/admin?tab=products&edit=${id}`,
      'Edit product',
      ({ method }) => method === 'PATCH',
    )
    await userEvent.type(form.getByLabelText('Colors'), 'black')
    await userEvent.click(form.getByRole('button', { name: 'Save product' }))
    await saysError('Failed to update product. Please try again.')
    expect(form.getByLabelText('Colors')).toHaveProperty('value', 'black')
  })
})

test("the product list shows 'Product deleted' after deleting, or 'Failed to delete product. Please try again.'", async () => {
  const { name } = await aProduct(shop, { name: 'Short Lived' })
  storeToken(admin.token ?? '')
  let isBroken = true
  openPage(
    failing(admin, (call) => isBroken && call.method === 'DELETE', { statusText: '' }),
    '/admin?tab=products&search=short',
  )
  await userEvent.click(await screen.findByLabelText(`Actions for ${name}`))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete product' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  await saysError('Failed to delete product. Please try again.')
  isBroken = false
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Product deleted')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('link', { name })).toBeNull())
})

const IMAGE = { url: 'https://pictures.example/tray.jpg', alt: '', width: null, height: null }

describe('the tax class', () => {
  const taxes = {
    ...NO_TAXES,
    ...{ mode: 'table' as const, pricesIncludeTax: true, classes: ['books'] },
    rates: [
      { ...{ country: 'US', region: null, taxClass: 'books', name: 'Tax', ppm: 10_000 }, from: null },
      { ...{ country: 'US', region: null, taxClass: 'standard', name: 'Tax', ppm: 20_000 }, from: null },
    ],
  }

  test('is selected in the forms of products and categories if the shop charges taxes, and only then', async () => {
    const PRODUCT = '/admin?tab=products&edit=1'
    const { page: before, form: without } = await openForm(PRODUCT, 'Edit product')
    expect(without.queryByLabelText('Tax class')).toBeNull()
    before.unmount()

    await admin.call('PATCH /api/admin/settings', { taxes })
    const { page, form } = await openForm(PRODUCT, 'Edit product')
    await userEvent.selectOptions(await form.findByLabelText('Tax class'), 'books')
    await userEvent.click(form.getByRole('button', { name: 'Save product' }))
    await screen.findByText('Product updated')
    expect((await admin.call('GET /api/admin/products/:id', { id: 1 })).taxClass).toBe('books')
    page.unmount()

    const { form: category } = await openForm('/admin?tab=categories&edit=1', 'Edit category')
    await userEvent.selectOptions(await category.findByLabelText('Tax class'), 'zero')
    await userEvent.click(category.getByRole('button', { name: 'Save category' }))
    await screen.findByText('Category updated')
    expect((await admin.call('GET /api/admin/categories/:id', { id: 1 })).taxClass).toBe('zero')
    await admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES })
  })
})
