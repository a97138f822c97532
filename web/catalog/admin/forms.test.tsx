import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { anAdmin, aProduct, type Customer } from '../../../tests/support/fixtures.ts'
import { failing, openPage } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { taxRow } from '../../../tests/support/taxes.ts'
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
  const form = within(
    await screen.findByRole(title.endsWith('product') ? 'region' : 'dialog', { name: title }),
  )
  await form.findByLabelText('Name')
  return { page, form }
}
type Form = Awaited<ReturnType<typeof openForm>>['form']
const write = (form: Form, label: string, text: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value: text } })
const saysError = async (sentence: string) => {
  await screen.findByText(sentence)
  expect(screen.getByText('Error')).toBeDefined()
}

describe('the category form (spec section 5)', () => {
  const NEW = '/admin?tab=categories&edit=new'

  test("derives the slug from the name until it is edited, keeps the entered values on a failure, then shows 'Category created' and lists it", async () => {
    let isBroken = true
    const { page, form } = await openForm(NEW, 'Add category', ({ method }) => isBroken && method === 'POST')
    expect(form.getByRole('button', { name: 'Icon fa-folder' })).toBeDefined()
    await userEvent.type(form.getByLabelText('Name'), 'Wall Hooks & Co.')
    expect(form.getByLabelText('Slug')).toHaveProperty('value', 'wall-hooks-co')
    await userEvent.clear(form.getByLabelText('Slug'))
    await userEvent.type(form.getByLabelText('Slug'), 'hooks')
    await userEvent.type(form.getByLabelText('Name'), ' more')
    expect(form.getByLabelText('Slug')).toHaveProperty('value', 'hooks')

    write(form, 'Name', 'Wall Art')
    write(form, 'Description', 'What hangs on the wall.')
    await userEvent.click(form.getByRole('button', { name: 'Add category' }))
    await saysError('Failed to create category. Please try again.')
    expect(form.getByLabelText('Name')).toHaveProperty('value', 'Wall Art')
    isBroken = false
    await userEvent.click(form.getByRole('button', { name: 'Add category' }))
    expect(await screen.findByText('Category created')).toBeDefined()
    expect(await screen.findByRole('link', { name: 'Wall Art' })).toBeDefined()
    await expect.poll(() => page.addressNow()).toBe('/admin?tab=categories')
  })

  test("shows 'Category updated' after a change, and reports a slug in use next to the field", async () => {
    const { form } = await openForm('/admin?tab=categories&edit=1', 'Edit category')
    write(form, 'Slug', 'lighting')
    await userEvent.click(form.getByRole('button', { name: 'Save category' }))
    await saysError('Failed to update category. Please try again.')
    await waitFor(() => expect(form.getByLabelText('Slug').getAttribute('aria-invalid')).toBe('true'))
    write(form, 'Slug', 'desk-mats-2')
    await userEvent.click(form.getByRole('button', { name: 'Save category' }))
    expect(await screen.findByText('Category updated')).toBeDefined()
  })

  test('removes the photograph of the category', async () => {
    const { form } = await openForm('/admin?tab=categories&edit=2', 'Edit category')
    expect(await form.findByRole('img', { name: 'The chosen photograph' })).toBeDefined()
    await userEvent.click(form.getByRole('button', { name: 'Remove photograph' }))
    await userEvent.click(form.getByRole('button', { name: 'Save category' }))
    expect(await screen.findByText('Category updated')).toBeDefined()
    expect((await admin.call('GET /api/admin/categories/:id', { id: 2 })).image).toBeNull()
  })
})

describe('the product form (spec section 5)', () => {
  test('starts with the defaults, explains what shoppers see and pay, and reports missing fields', async () => {
    const { form } = await openForm('/admin?tab=products&edit=new', 'Add product')
    expect(form.getByLabelText('Rating')).toHaveProperty('value', '4.5')
    expect(form.getByLabelText('Review count')).toHaveProperty('value', '0')
    expect(form.getByLabelText('In stock')).toHaveProperty('checked', true)
    expect(form.getByLabelText('Stock quantity')).toHaveProperty('value', '10')
    for (const name of ['Rating', 'Review count'])
      expect(form.getByRole('textbox', { name, description: /Not shown to shoppers/ })).toBeDefined()
    write(form, 'Shipping cost', '7.50')
    expect(
      form.getByText('The product page will show this, but the cart charges the flat rate of $4.99.'),
    ).toBeDefined()
    await userEvent.click(form.getByRole('button', { name: 'Add product' }))
    for (const message of [
      'Name is required',
      'Price is required',
      'Must be a valid URL',
      'Category is required',
    ])
      expect(await form.findByText(message)).toBeDefined()
  })

  test('reads 19,90 as a decimal comma, rejects 1,299 as ambiguous and a weight without a unit, and sends only the changed fields', async () => {
    const { id } = await aProduct(shop, { name: 'Slim Tray', images: [IMAGE] })
    let isBroken = true
    const { form } = await openForm(
      `/admin?tab=products&edit=${id}`,
      'Edit product',
      ({ method }) => isBroken && method === 'PATCH',
    )
    const save = () => userEvent.click(form.getByRole('button', { name: 'Save product' }))
    write(form, 'Price', '1,299')
    write(form, 'Weight', '2')
    write(form, 'Weight unit', '')
    await save()
    expect(await form.findByText('Is this 1299.00 or 1.29? Enter it without a comma.')).toBeDefined()
    expect(await form.findByText('Enter a weight unit')).toBeDefined()

    write(form, 'Price', '19,90')
    write(form, 'Weight', '')
    write(form, 'Colors', 'black')
    await save()
    await saysError('Failed to update product. Please try again.')
    expect(form.getByLabelText('Colors')).toHaveProperty('value', 'black')

    isBroken = false
    write(form, 'Name', 'Slimmer Tray')
    // An order takes one unit while the form still shows the old stock.
    await shop.shop.db.updateTable('stock').set({ quantity: 3 }).where('variant_id', '=', id).execute()
    await save()
    expect(await screen.findByText('Product updated')).toBeDefined()
    const changed = await admin.call('GET /api/admin/products/:id', { id })
    expect(changed).toMatchObject({ name: 'Slimmer Tray', price: '19.90', stockQuantity: 3 })
  })

  test('saves SKU and barcode, reports wrong ones next to their fields, and leaves them out of a copy', async () => {
    await aProduct(shop, { name: 'Coded Mat', sku: 'MAT-1' })
    const { id } = await aProduct(shop, { name: 'Coded Tray', images: [IMAGE] })
    const { page, form } = await openForm(`/admin?tab=products&edit=${id}`, 'Edit product')
    const save = () => userEvent.click(form.getByRole('button', { name: 'Save product' }))
    write(form, 'SKU', 'mat-1')
    write(form, 'Barcode', '4006381333932')
    await save()
    const message = 'Must be a GTIN of 8, 12, 13, or 14 digits with a correct check digit'
    expect(await form.findByText(message)).toBeDefined()
    write(form, 'Barcode', '4006381333931')
    await save()
    expect(await form.findByText('The product “Coded Mat” already has this SKU.')).toBeDefined()
    expect(form.getByLabelText('SKU').getAttribute('aria-invalid')).toBe('true')
    write(form, 'SKU', 'TRAY-1')
    await save()
    expect(await screen.findByText('Product updated')).toBeDefined()
    const saved = await admin.call('GET /api/admin/products/:id', { id })
    expect(saved).toMatchObject({ sku: 'TRAY-1', barcode: '4006381333931' })
    page.unmount()
    const { form: copy } = await openForm(`/admin?tab=products&edit=new&copy=${id}`, 'Add product')
    expect(copy.getByLabelText('Name')).toHaveProperty('value', 'Coded Tray copy')
    for (const label of ['SKU', 'Barcode']) expect(copy.getByLabelText(label)).toHaveProperty('value', '')
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
    mode: 'table' as const,
    pricesIncludeTax: true,
    classes: ['books'],
    rows: [taxRow('US', 20_000, { name: 'Tax', classes: { books: 10_000 } })],
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
