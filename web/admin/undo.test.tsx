import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openPage } from '../../tests/support/page.tsx'
import { aPaidOrder } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { storeToken } from '../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

function open(address: string) {
  storeToken(admin.token ?? '')
  return openPage((call) => admin.transport(call), address)
}
const IMAGE = { url: 'https://pictures.example/tray.jpg', alt: '', width: null, height: null }
/** The toast with this title. */
const toast = async (title: string) => {
  const text = await screen.findByText(title)
  return within(text.closest('.toast') as HTMLElement)
}
/** Changes the name of a new product in its form. @returns the product's ID */
async function rename(from: string, to: string) {
  const { id } = await aProduct(shop, { name: from, description: '<p>Soft.</p>', images: [IMAGE] })
  open(`/admin?tab=products&edit=${id}`)
  const name = await screen.findByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, to)
  await userEvent.click(screen.getByRole('button', { name: 'Save product' }))
  await screen.findByText('Product updated')
  return id
}
const nameOf = async (id: number) => (await admin.call('GET /api/admin/products/:id', { id })).name

describe('the message after a saved change', () => {
  test('undoes the change of a product, and says so', async () => {
    const id = await rename('Walnut Stand', 'Walnut Tray')
    await userEvent.click((await toast('Product updated')).getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Change undone')).toBeDefined()
    expect(await nameOf(id)).toBe('Walnut Stand')
    expect(await screen.findByRole('heading', { name: 'Walnut Stand', level: 1 })).toBeDefined()
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Walnut Stand'))
  })

  test('says why a change can’t be undone anymore', async () => {
    const id = await rename('Ash Stand', 'Oak Stand')
    await admin.call('PATCH /api/admin/products/:id', { id, name: 'Elm Stand' })
    await userEvent.click((await toast('Product updated')).getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('admin changed name since. Nothing was undone.')).toBeDefined()
    expect(await nameOf(id)).toBe('Elm Stand')
  })

  test('has no undo button if nothing was changed, so that it never undoes an earlier change', async () => {
    const { id } = await aProduct(shop, { description: '<p>Soft.</p>', images: [IMAGE] })
    await admin.call('PATCH /api/admin/products/:id', { id, name: 'Changed before' })
    open(`/admin?tab=products&edit=${id}`)
    await screen.findByLabelText('Name')
    await userEvent.click(screen.getByRole('button', { name: 'Save product' }))
    await screen.findByText('Product updated')
    expect((await toast('Product updated')).queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('unarchives a product that was deleted but was ordered before', async () => {
    const product = await aProduct(shop, { name: 'Ordered Stand' })
    await aPaidOrder(shop, shop.visitor(), [product])
    open('/admin?tab=products&search=ordered')
    await userEvent.click(await screen.findByLabelText('Actions for Ordered Stand'))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete product' }))
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    const undo = (await toast('Product deleted')).getByRole('button', { name: 'Undo' })
    // The first toast accepts clicks once its viewport has counted it.
    await waitFor(() => userEvent.click(undo))
    expect(await screen.findByText('Change undone')).toBeDefined()
    const { id } = product
    expect(await admin.call('GET /api/admin/products/:id', { id })).toMatchObject({ isArchived: false })
  })

  test('undoes a change of the settings, and the form shows the earlier value', async () => {
    open('/admin?tab=settings')
    const form = within(await screen.findByRole('form', { name: 'Store' }))
    const name = form.getByLabelText('Shop name')
    await userEvent.clear(name)
    await userEvent.type(name, 'Pedestal')
    await userEvent.click(form.getByRole('button', { name: 'Save settings' }))
    await screen.findByText('Settings saved')
    await userEvent.click((await toast('Settings saved')).getByRole('button', { name: 'Undo' }))
    await screen.findByText('Change undone')
    await waitFor(() => expect(form.getByLabelText('Shop name')).toHaveProperty('value', 'Plinth'))
    expect((await admin.call('GET /api/admin/settings')).shopName).toBe('Plinth')
  })
})
