import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, aProductInColors, type Customer } from '../../../tests/support/fixtures.ts'
import { failing, openPage } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

async function openEditor(id: number) {
  storeToken(admin.token ?? '')
  openPage(admin.transport, `/admin?tab=products&edit=${id}`)
  const sheet = within(await screen.findByRole('region', { name: 'Edit product' }))
  await sheet.findByRole('heading', { name: 'Options and variants' })
  return sheet
}
const stored = (id: number) => admin.call('GET /api/admin/products/:id', { id })
const cell = (sheet: ReturnType<typeof within>, label: string) =>
  sheet.getByLabelText(label) as HTMLInputElement
const type = (sheet: ReturnType<typeof within>, label: string, value: string) => {
  fireEvent.change(cell(sheet, label), { target: { value } })
  fireEvent.blur(cell(sheet, label))
}

/** Waits until the form shows the saved values. */
const reopened = (sheet: ReturnType<typeof within>) =>
  waitFor(() => expect(sheet.queryByText('Unsaved changes')).toBeNull())

describe('the variants of a product', () => {
  test('are generated from options, and the first one keeps the stock of the product', async () => {
    const codes = { sku: 'FIRST-1', barcode: '4006381333931' }
    const { id } = await aProduct(shop, { priceCents: 4500, stockQuantity: 7, ...codes })
    const sheet = await openEditor(id)
    await userEvent.click(sheet.getByRole('button', { name: 'Add option' }))
    type(sheet, 'Option 1', 'Color')
    type(sheet, 'Values of option 1', 'Gray, Blue')
    expect(['SKU', 'Barcode'].map((name) => cell(sheet, `${name} of Gray`).value)).toEqual(
      Object.values(codes),
    )
    expect(cell(sheet, 'Price of Blue').value).toBe('45.00')
    expect([cell(sheet, 'Stock of Gray').value, cell(sheet, 'Stock of Blue').value]).toEqual(['7', '0'])
    type(sheet, 'Price of Blue', '55')
    type(sheet, 'Stock of Blue', '4')
    type(sheet, 'SKU of Blue', 'BLU')
    await userEvent.click(sheet.getByRole('button', { name: 'Save product' }))
    expect(await screen.findByText('Product updated')).toBeDefined()
    expect(await stored(id)).toMatchObject({
      options: [{ name: 'Color', values: ['Gray', 'Blue'] }],
      variants: [
        { id, price: '45.00', stockQuantity: 7, ...codes },
        { price: '55.00', stockQuantity: 4, sku: 'BLU' },
      ],
    })
    await waitFor(() => expect(sheet.queryByLabelText('Price')).toBeNull())
  })

  test('keep their stock when an option is added, and are archived when a value is removed', async () => {
    const { id, variants } = await aProductInColors(shop, { Gray: 3, Blue: 2 })
    const sheet = await openEditor(id)
    await userEvent.click(sheet.getByRole('button', { name: 'Add option' }))
    type(sheet, 'Option 2', 'Size')
    type(sheet, 'Values of option 2', 'S, L')
    type(sheet, 'Values of option 1', 'Gray')
    await userEvent.click(sheet.getByRole('button', { name: 'Save product' }))
    await waitFor(async () =>
      expect((await stored(id)).variants).toMatchObject([
        { id: variants[0]?.id, optionValues: ['Gray', 'S'], stockQuantity: 3 },
        { optionValues: ['Gray', 'L'], stockQuantity: 0 },
      ]),
    )
  })

  test('keep values that contain commas, in quotes, and their ID when a value is renamed, and the form warns of too many combinations', async () => {
    const { id, variants } = await aProductInColors(shop, { '1,200 mm': 3, '27"': 2 })
    const sheet = await openEditor(id)
    const save = () => userEvent.click(sheet.getByRole('button', { name: 'Save product' }))
    expect(cell(sheet, 'Values of option 1').value).toBe('"1,200 mm", 27"')
    type(sheet, 'Values of option 1', '"1,200 mm", 27", "Oak, oiled"')
    await save()
    await waitFor(async () =>
      expect((await stored(id)).variants).toMatchObject([
        { id: variants[0]?.id, optionValues: ['1,200 mm'], stockQuantity: 3 },
        { id: variants[1]?.id, optionValues: ['27"'], stockQuantity: 2 },
        { optionValues: ['Oak, oiled'], stockQuantity: 0 },
      ]),
    )
    await reopened(sheet)

    await userEvent.click(sheet.getByRole('button', { name: 'Add option' }))
    const many = Array.from({ length: 101 }, (_, index) => `${index} mm`)
    type(sheet, 'Option 2', 'Width')
    type(sheet, 'Values of option 2', many.join(', '))
    expect(sheet.getAllByText('These values make more than 200 variants.').length).toBeGreaterThan(0)
    type(sheet, 'Values of option 2', '')
    type(sheet, 'Option 2', '')
    type(sheet, 'Values of option 1', '"1,200 mm", Stone, "Oak, oiled"')
    await save()
    await waitFor(async () =>
      expect((await stored(id)).variants).toMatchObject([
        { id: variants[0]?.id, optionValues: ['1,200 mm'] },
        { id: variants[1]?.id, optionValues: ['Stone'], stockQuantity: 2 },
        { optionValues: ['Oak, oiled'] },
      ]),
    )
  })

  test('have their own weight, and each cell that the server rejects is kept, marked, and named until its row is edited', async () => {
    const { id } = await aProductInColors(shop, { Gray: 1, Blue: 1 }, { weight: '2.5', weightUnit: 'kg' })
    const sheet = await openEditor(id)
    expect(sheet.getByRole('columnheader', { name: /^Weight \(kg\)/ })).toBeDefined()
    type(sheet, 'Weight of Blue', '0.75')
    type(sheet, 'Barcode of Blue', '4006381333932')
    type(sheet, 'Stock of Gray', '-1')
    await userEvent.click(sheet.getByRole('button', { name: 'Save product' }))
    const message = 'Barcode of Blue: Must be a GTIN of 8, 12, 13, or 14 digits with a correct check digit'
    expect(await sheet.findByText(message)).toBeDefined()
    expect(sheet.getByText(/^Stock of Gray: /)).toBeDefined()
    expect(cell(sheet, 'Barcode of Blue').value).toBe('4006381333932')
    const isMarked = (label: string) => cell(sheet, label).getAttribute('aria-invalid') === 'true'
    expect(['Barcode of Blue', 'Stock of Gray', 'Barcode of Gray'].map(isMarked)).toEqual([true, true, false])
    type(sheet, 'Barcode of Blue', '4006381333931')
    expect(isMarked('Barcode of Blue')).toBe(false)
    type(sheet, 'Stock of Gray', '1')
    await userEvent.click(sheet.getByRole('button', { name: 'Save product' }))
    await waitFor(async () =>
      expect((await stored(id)).variants).toMatchObject([
        { weight: null, barcode: null },
        { weight: '0.75', barcode: '4006381333931' },
      ]),
    )
  })

  test('can be filled in by pasting a column, filling down, using arrow keys, and changing several at once', async () => {
    const { id } = await aProductInColors(shop, { Gray: 1, Blue: 1, Red: 1 })
    const sheet = await openEditor(id)
    fireEvent.paste(cell(sheet, 'Stock of Gray'), { clipboardData: { getData: () => '5\n6\r\n7\n' } })
    type(sheet, 'Price of Gray', '19.50')
    await userEvent.click(sheet.getByRole('button', { name: 'Fill Price down' }))
    cell(sheet, 'SKU of Gray').focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(cell(sheet, 'SKU of Blue'))
    await userEvent.click(sheet.getByRole('button', { name: 'Save product' }))
    await waitFor(async () =>
      expect((await stored(id)).variants.map(({ price, stockQuantity }) => [price, stockQuantity])).toEqual([
        ['19.50', 5],
        ['19.50', 6],
        ['19.50', 7],
      ]),
    )

    await reopened(sheet)
    // All, those with an option value, or the chosen ones.
    const apply = async (target: string, field: string, value: string) => {
      const group = within(sheet.getByRole('group', { name: 'Change several variants' }))
      await userEvent.selectOptions(group.getByLabelText('Change'), target)
      await userEvent.selectOptions(group.getByLabelText('Field'), field)
      fireEvent.change(group.getByLabelText('New value'), { target: { value } })
      await userEvent.click(group.getByRole('button', { name: 'Apply' }))
    }
    await apply('All variants', 'Stock', '8')
    await apply('Color: Blue', 'Price', '12.50')
    await userEvent.click(sheet.getByLabelText('Choose Gray'))
    await userEvent.click(sheet.getByLabelText('Choose Red'))
    await apply('Chosen variants (2)', 'Stock', '3')
    await userEvent.click(sheet.getByRole('button', { name: 'Save product' }))
    await waitFor(async () =>
      expect((await stored(id)).variants.map(({ price, stockQuantity }) => [price, stockQuantity])).toEqual([
        ['19.50', 3],
        ['12.50', 8],
        ['19.50', 3],
      ]),
    )
  })

  test('can be filled in by keyboard and pasting where a long grid hasn’t rendered its rows', async () => {
    const stock = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`No. ${index}`, 1]))
    const { id } = await aProductInColors(shop, stock)
    const sheet = await openEditor(id)
    expect(sheet.getByRole('table').getAttribute('aria-rowcount')).toBe('81')
    expect(sheet.queryByLabelText('Stock of No. 79')).toBeNull()
    const lines = Array.from({ length: 30 }, (_, index) => String(index + 2)).join('\n')
    fireEvent.paste(cell(sheet, 'Stock of No. 20'), { clipboardData: { getData: () => lines } })
    cell(sheet, 'Stock of No. 0').focus()
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(document.activeElement).toBe(cell(sheet, 'Stock of No. 79'))
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(cell(sheet, 'Stock of No. 78'))
    type(sheet, 'Stock of No. 78', '77')
    await userEvent.keyboard('{PageUp}')
    expect(document.activeElement).toBe(cell(sheet, 'Stock of No. 68'))
    await userEvent.click(sheet.getByRole('button', { name: 'Save product' }))
    await waitFor(async () => {
      const quantities = (await stored(id)).variants.map(({ stockQuantity }) => stockQuantity)
      expect([19, 20, 49, 50, 78, 79].map((place) => quantities[place])).toEqual([1, 2, 31, 1, 77, 1])
    })
  })

  test('name the product that already has a SKU, at the cell', async () => {
    const other = await aProductInColors(shop, { Gray: 1 }, { name: 'Earlier Mat' })
    const { options } = await stored(other.id)
    await admin.call('PUT /api/admin/products/:id/variants', {
      id: other.id,
      options,
      variants: [{ optionValues: ['Gray'], sku: 'EARLIER-1' }],
    })
    const { id } = await aProductInColors(shop, { Gray: 1, Blue: 1 })
    const sheet = await openEditor(id)
    type(sheet, 'SKU of Blue', 'earlier-1')
    await userEvent.click(sheet.getByRole('button', { name: 'Save product' }))
    expect(
      await sheet.findByText('SKU of Blue: The product “Earlier Mat” already has this SKU.'),
    ).toBeDefined()
    expect(cell(sheet, 'SKU of Blue').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('a new product with options', () => {
  test('is saved at once, and a failed save loses nothing', async () => {
    storeToken(admin.token ?? '')
    let isBroken = true
    const page = openPage(
      failing(admin, ({ method }) => isBroken && method === 'POST'),
      '/admin?tab=products&edit=new',
    )
    const form = within(await screen.findByRole('region', { name: 'Add product' }))
    await form.findByLabelText('Name')
    type(form, 'Name', 'Both Trays')
    const [image] = (await stored(1)).images
    type(form, 'Image 1 URL', image?.url ?? '')
    await userEvent.selectOptions(form.getByLabelText('Category'), '1')
    type(form, 'Price', '30')
    await userEvent.click(form.getByRole('button', { name: 'Add option' }))
    type(form, 'Option 1', 'Color')
    type(form, 'Values of option 1', 'Gray, Blue')
    expect(cell(form, 'Price of Blue').value).toBe('30')
    expect(cell(form, 'Stock of Gray').value).toBe('10')
    expect(form.queryByLabelText('Price')).toBeNull()
    type(form, 'Price of Blue', '35')
    type(form, 'SKU of Blue', 'BOTH-B')
    const description = form.getByRole('textbox', { name: 'Description' })
    await userEvent.click(description)
    await userEvent.keyboard('Soft.')
    await userEvent.click(form.getByRole('button', { name: 'Add product' }))
    await screen.findByText('Failed to create product. Please try again.')
    expect(cell(form, 'Price of Blue').value).toBe('35')
    expect(cell(form, 'Name').value).toBe('Both Trays')
    isBroken = false
    await userEvent.click(form.getByRole('button', { name: 'Add product' }))
    await screen.findByText('Product created')
    await waitFor(() => expect(page.addressNow()).toBe('/admin?tab=products'))
    const [product] = await admin.call('GET /api/admin/products', { search: 'Both Trays' })
    expect(product?.variants).toMatchObject([
      { price: '30.00', stockQuantity: 10 },
      { price: '35.00', stockQuantity: 0, sku: 'BOTH-B' },
    ])
  })
})

describe('the page of a product', () => {
  test('previews the search result, and folds the rating away', async () => {
    const form = await openEditor(2)
    const heading = form.getByRole('heading', { name: 'Search result' })
    const preview = within(heading.closest('section') as HTMLElement)
    preview.getByText('Halo LED Desk Lamp – Plinth')
    preview.getByText(/\/product\/halo-desk-lamp$/)
    type(form, 'Name', 'Ring Lamp')
    expect(await preview.findByText('Ring Lamp – Plinth')).toBeDefined()
    const details = form.getByText('Rating and review count').closest('details') as HTMLDetailsElement
    expect(details.open).toBe(false)
    fireEvent.change(form.getByLabelText('Rating'), { target: { value: '7' } })
    await userEvent.click(form.getByRole('button', { name: 'Save product' }))
    await waitFor(() => expect(details.open).toBe(true))
  })
})
