import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { anAdmin, aProduct, type Customer } from '../../../../tests/support/fixtures.ts'
import { openPage } from '../../../../tests/support/page.tsx'
import { aPaidOrder } from '../../../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts'
import { taxRow } from '../../../../tests/support/taxes.ts'
import { storeToken } from '../../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
let made = 0
/** A word that only the product names in this test contain. */
let word: string
let ids: number[]
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
beforeEach(async () => {
  made += 1
  word = `Batch${String.fromCharCode(64 + made)}`
  ids = []
  for (const name of ['Tray', 'Lamp', 'Hook']) {
    ids.push((await aProduct(shop, { name: `${word} ${name}`, priceCents: 1000 })).id)
  }
})

async function openList(view = '') {
  storeToken(admin.token ?? '')
  openPage((call) => admin.transport(call), `/admin?tab=products&search=${word}${view}`)
  return screen.findByRole('checkbox', { name: `Select ${word} Tray` })
}
const choose = async (name: string) =>
  userEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = (title: string) => screen.findByRole('dialog', { name: title })
const read = (id = 0) => admin.call('GET /api/admin/products/:id', { id })

/** Presses a button of the bar below the list. */
const pressInBar = async (name: string) =>
  userEvent.click(
    within(await screen.findByRole('region', { name: 'Selected products' })).getByRole('button', { name }),
  )

/** Lowers the price of the selected products by ten percent and opens the preview. */
async function previewTenOff(title: string) {
  await press('Bulk edit')
  const form = within(await dialog(title))
  await userEvent.selectOptions(await form.findByLabelText('Price'), '-')
  await userEvent.type(form.getByLabelText('Percent'), '10')
  await press('Preview')
  return form
}

test('a bulk edit changes the selected products together after a preview', async () => {
  await openList()
  expect(screen.queryByRole('region', { name: 'Selected products' })).toBeNull()
  await choose(`${word} Tray`)
  await choose(`${word} Lamp`)
  expect(await screen.findByText('2 products selected')).toBeDefined()
  const form = await previewTenOff('Edit 2 products')
  await form.findByText(/2 products would change\./)
  const [, first] = form.getAllByRole('row')
  expect(first?.textContent).toBe(`${word} TrayPrice: $10.00 → $9.00`)
  expect((await read(ids[0])).price).toBe('10.00')
  await press('Update 2 products')
  expect(await screen.findByText('2 products updated.')).toBeDefined()
  expect((await Promise.all(ids.map(read))).map(({ price }) => price)).toEqual(['9.00', '9.00', '10.00'])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected products' })).toBeNull())
  await waitFor(() => expect(screen.getAllByText('$9.00')).toHaveLength(2))
})

test('a bulk edit can select all products on the page, or all that match the search', async () => {
  await openList()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(await screen.findByText('3 products selected')).toBeDefined()
  await choose(`${word} Hook`)
  expect(await screen.findByText('2 products selected')).toBeDefined()
  await press('Select all 3')
  expect(screen.getByRole('checkbox', { name: `Select ${word} Hook` })).toHaveProperty('checked', true)
  // Includes products that were added after the list was rendered.
  await aProduct(shop, { name: `${word} Clip` })
  await press('Bulk edit')
  const form = within(await dialog('Edit 3 products'))
  await userEvent.selectOptions(await form.findByLabelText('Featured'), 'yes')
  await press('Preview')
  expect(await form.findAllByText('Featured:', { exact: false })).toHaveLength(4)
  await press('Back')
  expect(await form.findByLabelText('Featured')).toHaveProperty('value', 'yes')
})

test('a bulk edit shows another admin’s edits, and previews again', async () => {
  await openList()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  const form = await previewTenOff('Edit 3 products')
  await form.findByText(/3 products would change/)
  await admin.call('PATCH /api/admin/products/:id', { id: ids[1] ?? 0, price: 20 })
  await press('Update 3 products')
  const alert = await form.findByRole('alert')
  expect(alert.textContent).toContain(`In the meantime: ${word} Lamp was changed. Nothing was changed.`)
  await press('Preview again')
  expect(await form.findByText('$18.00')).toBeDefined()
  await press('Update 3 products')
  expect(await screen.findByText('3 products updated.')).toBeDefined()
})

test('archives the selected products, which the message can undo', async () => {
  await openList()
  await choose(`${word} Tray`)
  await choose(`${word} Hook`)
  await pressInBar('Archive')
  const question = within(await dialog('Archive 2 products?'))
  await userEvent.click(question.getByRole('button', { name: 'Archive 2 products' }))
  const toast = (await screen.findByText('2 products archived')).closest('.toast') as HTMLElement
  await waitFor(() => expect(screen.queryByRole('link', { name: `${word} Tray` })).toBeNull())
  expect(screen.queryByRole('region', { name: 'Selected products' })).toBeNull()
  expect((await Promise.all(ids.map(read))).map(({ isArchived }) => isArchived)).toEqual([true, false, true])
  await userEvent.click(await within(toast).findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('link', { name: `${word} Tray` })).toBeDefined()
  expect((await read(ids[2])).isArchived).toBe(false)
})

test('deletes the selected products, and lists those that were ordered, which stay selected', async () => {
  const [, lamp] = await Promise.all(ids.map(read))
  if (lamp) await aPaidOrder(shop, shop.visitor(), [lamp])
  await openList()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await pressInBar('Delete')
  const question = within(await dialog('Delete 3 products?'))
  await userEvent.click(question.getByRole('button', { name: 'Delete 3 products' }))
  const result = within(await dialog('Not all were deleted'))
  expect(result.getByRole('status').textContent).toBe('2 products deleted, 1 product couldn’t be deleted:')
  expect(result.getByText(/It was ordered/).textContent).toBe(
    `${word} Lamp: It was ordered. You can archive it instead.`,
  )
  await userEvent.click(result.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: `${word} Tray` })).toBeNull())
  expect(screen.getByRole('checkbox', { name: `Select ${word} Lamp` })).toHaveProperty('checked', true)
  expect(await screen.findByText('1 product selected')).toBeDefined()
})

test('activates archived products', async () => {
  await admin.call('POST /api/admin/products/bulk', { choice: { ids }, action: 'archive' })
  await openList('&status=archived')
  await choose(`${word} Tray`)
  await pressInBar('Activate')
  await press('Activate 1 product')
  expect(await screen.findByText('1 product activated')).toBeDefined()
  expect((await read(ids[0])).isArchived).toBe(false)
})

test('activates drafts, which the message makes drafts again', async () => {
  await admin.call('POST /api/admin/products/bulk', { choice: { ids }, action: 'draft' })
  await openList('&status=draft')
  await choose(`${word} Tray`)
  await pressInBar('Activate')
  await press('Activate 1 product')
  const toast = (await screen.findByText('1 product activated')).closest('.toast') as HTMLElement
  await waitFor(() => expect(screen.queryByRole('link', { name: `${word} Tray` })).toBeNull())
  await userEvent.click(await within(toast).findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('link', { name: `${word} Tray` })).toBeDefined()
  expect((await read(ids[0])).isDraft).toBe(true)
})

test('doesn’t delete all that match the filters if others match by now', async () => {
  await openList()
  await choose(`${word} Tray`)
  await aProduct(shop, { name: `${word} Clip` })
  await press('Select all 3')
  await pressInBar('Delete')
  await press('Delete 3 products')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(
    'The list changed in the meantime. 4 products match now. Nothing was changed.',
  )
  expect(await screen.findByRole('dialog', { name: 'Delete 4 products?' })).toBeDefined()
  expect((await read(ids[0])).isArchived).toBe(false)
})

test('sets the tax class of the selected products in a shop that charges taxes', async () => {
  await admin.call('PATCH /api/admin/settings', {
    taxes: { ...NO_TAXES, mode: 'table', rows: [taxRow('US', 20_000)] },
  })
  await openList()
  await choose(`${word} Tray`)
  await press('Bulk edit')
  const form = within(await dialog('Edit 1 product'))
  await userEvent.selectOptions(await form.findByLabelText('Tax class'), 'zero')
  await press('Preview')
  expect(await form.findByText('Tax class:', { exact: false })).toBeDefined()
  expect((await form.findAllByRole('row'))[1]?.textContent).toContain('Tax class: as the category → zero')
  await press('Update 1 product')
  expect(await screen.findByText('1 product updated.')).toBeDefined()
  expect(await read(ids[0])).toMatchObject({ taxClass: 'zero' })
})

test('a bulk edit shows the form’s errors', async () => {
  await openList()
  await choose(`${word} Tray`)
  await press('Bulk edit')
  const form = within(await dialog('Edit 1 product'))
  await press('Preview')
  expect((await form.findByRole('alert')).textContent).toBe('Choose at least one field to change')
})
