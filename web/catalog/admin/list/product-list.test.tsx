import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, type Customer } from '../../../../tests/support/fixtures.ts'
import { openPage } from '../../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts'
import { storeToken } from '../../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
let made = 0
/** A word that only the product names of this test contain. */
let word: string
let tray: number
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
beforeEach(async () => {
  made += 1
  word = `Row${String.fromCharCode(64 + made)}`
  tray = (await aProduct(shop, { name: `${word} Tray`, priceCents: 1000, stockQuantity: 5 })).id
})

async function openList(view = '') {
  storeToken(admin.token ?? '')
  openPage((call) => admin.transport(call), `/admin?tab=products&search=${word}${view}`)
  await screen.findByRole('link', { name: `${word} Tray` })
}
const read = (id = tray) => admin.call('GET /api/admin/products/:id', { id })
/** The cell on wide screens, which comes after the one for phones. */
const cell = (name: string) => screen.getAllByRole('button', { name }).at(-1) as HTMLElement
/** Opens a cell and types into it. */
async function type(name: string, field: string, text: string) {
  await userEvent.click(cell(name))
  const input = screen.getByRole('textbox', { name: field })
  await userEvent.clear(input)
  await userEvent.type(input, text)
  return input
}
const editPrice = () => `Edit Price of ${word} Tray: $10.00`
const editStock = () => `Edit Stock of ${word} Tray: 5 in stock`
const undo = async () => {
  const toast = (await screen.findByText('Product updated')).closest('.toast') as HTMLElement
  await userEvent.click(await within(toast).findByRole('button', { name: 'Undo' }))
  await screen.findByText('Change undone')
}

describe('editing in the product list', () => {
  test('saves a price with Enter, keeps the focus in the row, and can be undone', async () => {
    await openList()
    await type(editPrice(), `Price of ${word} Tray`, '12.5{Enter}')
    await waitFor(() =>
      expect(document.activeElement?.textContent).toBe(`Edit Price of ${word} Tray: $12.50`),
    )
    expect(await read()).toMatchObject({ price: '12.50', version: 2 })
    await undo()
    expect(await read()).toMatchObject({ price: '10.00' })
    await screen.findByRole('button', { name: editPrice() })
  })

  test('saves the stock when the field is left, and Escape discards a text', async () => {
    await openList()
    await type(editStock(), `Stock of ${word} Tray`, '7')
    await userEvent.tab()
    await screen.findAllByText('7 in stock')
    await type(`Edit Stock of ${word} Tray: 7 in stock`, `Stock of ${word} Tray`, '9{Escape}')
    expect(screen.queryByRole('textbox', { name: `Stock of ${word} Tray` })).toBeNull()
    expect(await read()).toMatchObject({ stockQuantity: 7, version: 2 })
  })

  test('saves nothing if nothing was changed', async () => {
    await openList()
    await userEvent.click(cell(editPrice()))
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement?.textContent).toBe(editPrice())
    expect(await read()).toMatchObject({ version: 1 })
  })

  test.each([
    ['Price', '', 'Price is required'],
    ['Price', 'cheap', 'Must be an amount such as 49.99'],
    ['Stock', '', 'Stock quantity must be a whole number, 0 or more'],
    ['Stock', '-1', 'Stock quantity must be a whole number, 0 or more'],
  ])('shows at the %s field that “%s” can’t be saved', async (name, text, message) => {
    await openList()
    const label = `${name} of ${word} Tray`
    const input = await type(name === 'Price' ? editPrice() : editStock(), label, `${text}{Enter}`)
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(input)
    expect(await read()).toMatchObject({ version: 1 })
  })

  test('says that another admin changed the product, and saves it the second time', async () => {
    await openList()
    const input = await type(editPrice(), `Price of ${word} Tray`, '12')
    await admin.call('PATCH /api/admin/products/:id', { id: tray, price: 20 })
    await userEvent.type(input, '{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(
      'admin changed this product in the meantime: price. Review it and save again.',
    )
    expect(await read()).toMatchObject({ price: '20.00' })
    expect(input).toHaveProperty('value', '12')
    await userEvent.type(input, '{Enter}')
    await screen.findByRole('button', { name: `Edit Price of ${word} Tray: $12.00` })
    expect(await read()).toMatchObject({ price: '12.00' })
  })

  test('moves between the rows with arrow keys', async () => {
    await aProduct(shop, { name: `${word} Lamp`, priceCents: 2000 })
    await openList('&sort=name_desc')
    cell(editPrice()).focus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: `Price of ${word} Lamp` }))
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement?.textContent).toBe(editPrice())
  })

  test('puts a restocked product back in stock', async () => {
    await admin.call('PATCH /api/admin/products/:id', { id: tray, stockQuantity: 0, inStock: false })
    await openList()
    await type(`Edit Stock of ${word} Tray: Out of stock`, `Stock of ${word} Tray`, '3{Enter}')
    await screen.findAllByText('3 in stock')
    expect(await read()).toMatchObject({ inStock: true, stockQuantity: 3 })
  })

  test('archives a product by its status, and can be undone', async () => {
    await openList('&status=all')
    const status = screen.getByRole('combobox', { name: `Status of ${word} Tray` })
    await userEvent.selectOptions(status, 'Archived')
    const toast = (await screen.findByText('Product archived')).closest('.toast') as HTMLElement
    expect(await read()).toMatchObject({ isArchived: true })
    await waitFor(() => expect(status).toHaveProperty('value', 'archived'))
    await userEvent.click(await within(toast).findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(status).toHaveProperty('value', 'active'))
    expect(await read()).toMatchObject({ isArchived: false })
  })
})

describe('the variants of a product in the list', () => {
  const addVariants = () =>
    admin.call('PUT /api/admin/products/:id/variants', {
      id: tray,
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [
        { optionValues: ['S'], price: '10.00', stockQuantity: 1, sku: `${word}-S` },
        { optionValues: ['M'], price: '12.00', stockQuantity: 2 },
      ],
    })

  test('unfold below its row, and their price and stock can be edited', async () => {
    await addVariants()
    await openList()
    expect(screen.getByText('From', { exact: false }).textContent).toBe('From $10.00')
    const toggle = screen.getByRole('button', { name: `2 variants of ${word} Tray` })
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(toggle)
    expect(screen.getByText(`${word}-S`)).toBeDefined()
    await type(`Edit Price of ${word} Tray, M: $12.00`, `Price of ${word} Tray, M`, '15{Enter}')
    await screen.findByRole('button', { name: `Edit Price of ${word} Tray, M: $15.00` })
    await type(`Edit Stock of ${word} Tray, S: 1 in stock`, `Stock of ${word} Tray, S`, '4{Enter}')
    await screen.findAllByText('4 in stock')
    const { variants } = await read()
    expect(variants.map(({ price, stockQuantity, sku }) => [price, stockQuantity, sku])).toEqual([
      ['10.00', 4, `${word}-S`],
      ['15.00', 2, null],
    ])
    await userEvent.click(toggle)
    expect(screen.queryByRole('button', { name: `Edit Price of ${word} Tray, M: $15.00` })).toBeNull()
  })

  test('tell that an order has changed the stock in the meantime', async () => {
    await addVariants()
    await openList()
    await userEvent.click(screen.getByRole('button', { name: `2 variants of ${word} Tray` }))
    const input = await type(`Edit Stock of ${word} Tray, M: 2 in stock`, `Stock of ${word} Tray, M`, '9')
    const { variants } = await read()
    const sold = variants[1]?.id ?? 0
    await shop.shop.db.updateTable('stock').set({ quantity: 1 }).where('variant_id', '=', sold).execute()
    await userEvent.type(input, '{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The stock of M changed in the meantime. It is now 1.',
    )
  })
})
