import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { fieldLabel } from '#contract/audit/labels.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import { anAdmin, aProduct, type Customer } from '../../../tests/support/fixtures.ts'
import { openPage } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { LABELS } from '../../catalog/admin/product-values.ts'
import { storeToken } from '../../platform/auth-token.ts'
import { checkoutSection } from '../../settings/admin/checkout-section.tsx'
import { currencySection } from '../../settings/admin/currency-section.tsx'
import { emailTextsSection } from '../../settings/admin/email-texts-section.tsx'
import { emailsSection } from '../../settings/admin/emails-section.tsx'
import { menusSection } from '../../settings/admin/menus-section.tsx'
import { placesSection } from '../../settings/admin/places-section.tsx'
import {
  reviewsSection,
  securitySection,
  stockSection,
  storeSection,
} from '../../settings/admin/plain-sections.tsx'
import { searchSection } from '../../settings/admin/search-section.tsx'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

async function openLog(subjectId: number | string) {
  storeToken(admin.token ?? '')
  openPage((call) => admin.transport(call), `/admin?tab=audit&subjectId=${subjectId}`)
  return screen.findAllByText(/^· #\d+/)
}
/** Changes a new product. @returns its ID and the number of the audit log entry */
async function aChanged(changes: object, name = 'Oak Stand') {
  const { id } = await aProduct(shop, { name, priceCents: 1000, stockQuantity: 10 })
  await admin.call('PATCH /api/admin/products/:id', { id, ...changes })
  const [entry] = await admin.call('GET /api/admin/audit', { subjectId: String(id) })
  return { id, no: entry?.id ?? 0 }
}
const askToUndo = async (no: number) => {
  await userEvent.click(await screen.findByRole('button', { name: `Undo change #${no}` }))
  return within(await screen.findByRole('dialog', { name: `Undo change #${no}` }))
}
const price = async (id: number) => (await admin.call('GET /api/admin/products/:id', { id })).price

describe('undoing from the audit log', () => {
  test('previews the values, restores them, confirms it, and shows the new entry', async () => {
    const { id, no } = await aChanged({ price: '20.00' })
    expect(await openLog(id)).toHaveLength(1)
    const dialog = await askToUndo(no)
    expect(await dialog.findByText('$20.00')).toBeDefined()
    expect(dialog.getByText('$10.00')).toBeDefined()
    expect(await price(id)).toBe('20.00')
    await userEvent.click(dialog.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Change undone')).toBeDefined()
    expect(await price(id)).toBe('10.00')
    expect(await screen.findByText(new RegExp(`· undoes #${no}$`))).toBeDefined()
    expect(screen.getByText(/· undone by #\d+$/)).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('button', { name: `Undo change #${no}` })).toBeNull())
    // The clicked button has disappeared, so the focus must have moved.
    await waitFor(() => expect(document.activeElement?.textContent).toContain(`#${no}`))
  })

  test('shows the fields that it leaves unchanged because orders have changed them since', async () => {
    const { id, no } = await aChanged({ price: '20.00', stockQuantity: 25 })
    await shop.shop.db.updateTable('stock').set({ quantity: 24 }).where('variant_id', '=', id).execute()
    await openLog(id)
    const dialog = await askToUndo(no)
    expect(
      await dialog.findByText('Orders have changed the stock quantity since, so it stays unchanged.'),
    ).toBeDefined()
  })

  test('shows a reason instead of a button when a change can’t be undone', async () => {
    const { id, no } = await aChanged({ price: '20.00' })
    await admin.call('PATCH /api/admin/products/:id', { id, price: '30.00' })
    await openLog(id)
    const dialog = await askToUndo(no)
    expect(await dialog.findByRole('alert')).toHaveProperty(
      'textContent',
      'admin changed price since. Nothing was undone.',
    )
    expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('keeps the dialog open and shows the reason after an edit conflict', async () => {
    const { id, no } = await aChanged({ price: '20.00' })
    await openLog(id)
    const dialog = await askToUndo(no)
    await dialog.findByText('$10.00')
    await admin.call('PATCH /api/admin/products/:id', { id, price: '30.00' })
    await userEvent.click(dialog.getByRole('button', { name: 'Undo' }))
    expect(await dialog.findByText('admin changed price since. Nothing was undone.')).toBeDefined()
    expect(await price(id)).toBe('30.00')
  })

  test('is offered only for edits that can be undone', async () => {
    const { id } = await admin.call('POST /api/admin/categories', {
      name: 'Made',
      slug: 'just-made',
      description: 'New.',
    })
    expect(await openLog(`${id}&action=category.created`)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /^Undo change/ })).toBeNull()
  })
})

describe('verifying the hash chain', () => {
  const check = async (savedHash = '') => {
    const card = screen.getByText('Verify audit log').closest('details') as HTMLElement
    await userEvent.click(within(card).getByText('Verify audit log'))
    if (savedHash) await userEvent.type(within(card).getByLabelText(/Saved checkpoint/), savedHash)
    await userEvent.click(within(card).getByRole('button', { name: 'Verify now' }))
    return within(card)
  }

  test('reports an intact chain, and the newest hash', async () => {
    const { id } = await aChanged({ price: '21.00' })
    await openLog(id)
    const card = await check()
    expect(await card.findByText(/^Log intact: \d+ of \d+ entries verified\.$/)).toBeDefined()
    expect(card.getByText(/^\d+(-[\da-f]{8}){8}$/)).toBeDefined()
  })

  test('rejects a checkpoint hash that is invalid or from another log', async () => {
    const { id } = await aChanged({ price: '22.00' })
    await openLog(id)
    const card = await check(`1${'-00000000'.repeat(8)}`)
    expect(await card.findByText(/does not match this checkpoint/)).toBeDefined()
    await userEvent.clear(card.getByLabelText(/Saved checkpoint/))
    await userEvent.type(card.getByLabelText(/Saved checkpoint/), 'nonsense')
    await userEvent.click(card.getByRole('button', { name: 'Verify now' }))
    expect(await card.findByRole('alert')).toBeDefined()
  })

  test('names the first entry that doesn’t match', async () => {
    const { id, no } = await aChanged({ price: '23.00' })
    const { db } = shop.shop
    await db.updateTable('audit_log').set({ actor: 'nobody' }).where('id', '=', no).execute()
    await openLog(id)
    const card = await check()
    expect(await card.findByText(new RegExp(`^Entry #${no} or the hash before it`))).toBeDefined()
  })
})

describe('an entry', () => {
  test('names the action, and labels its fields as the forms do', async () => {
    const { id, no } = await aChanged({ isNew: true, stockQuantity: 12 }, 'Walnut Stand')
    await admin.call('DELETE /api/admin/products/:id', { id })
    await openLog(id)
    expect(screen.getByText(/deleted product/).textContent).toBe('admin deleted product Walnut Stand')
    const entry = within((await screen.findByText(new RegExp(`^· #${no}$`))).closest('li') as HTMLElement)
    expect(entry.getByRole('link', { name: 'Walnut Stand' })).toBeDefined()
    expect(entry.queryByRole('group')).toBeNull()
    expect(entry.getByText('Stock quantity').nextSibling?.textContent).toBe('10 → 12')
    expect(entry.getByText('New').nextSibling?.textContent).toBe('no → yes')
    const option = await screen.findByRole('option', { name: 'Deleted product' })
    expect(option).toHaveProperty('value', 'product.erased')
  })

  test('shows amounts and categories as the shop does, three fields in its line, and the others on request', async () => {
    const text = 'Holds two monitors. '.repeat(5)
    const changes = { price: '9.5', categoryId: 2, isOnSale: true, isFeatured: true, description: text }
    const { id, no } = await aChanged(changes)
    await openLog(id)
    const entry = within((await screen.findByText(new RegExp(`^· #${no}$`))).closest('li') as HTMLElement)
    const lines = () =>
      entry.getAllByRole('term').map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)
    const categories = await admin.call('GET /api/categories')
    const nameOf = (wanted: number) => categories.find((category) => category.id === wanted)?.name
    await waitFor(() => expect(lines()).toContain(`Category ${nameOf(1)} → ${nameOf(2)}`))
    expect(lines()).toContain('Price $10.00 → $9.50')
    expect(entry.getByText(/^(2 more|All values)$/)).toBeDefined()
  })

  test('of settings shows only the parts of a value that changed', async () => {
    const { business } = await admin.call('GET /api/admin/settings')
    await admin.call('PATCH /api/admin/settings', { business: { ...business, legalName: 'Plinth Inc.' } })
    await openLog('shop')
    expect(await screen.findByText('Legal name: Plinth Inc.')).toBeDefined()
    expect(screen.getByText('Legal name: none')).toBeDefined()
  })
})

test('the audit log labels fields as the forms do', () => {
  for (const [name, label] of Object.entries(LABELS)) expect([name, fieldLabel(name)]).toEqual([name, label])
  const sections = [
    storeSection,
    currencySection,
    placesSection,
    checkoutSection,
    stockSection,
    searchSection,
    reviewsSection,
    emailsSection,
    emailTextsSection,
    menusSection,
    securitySection,
  ]
  const texts = sections.flatMap(({ labels }) => Object.values(labels))
  // Their fields are inside one value.
  const names = Object.keys(
    SettingsFields.omit({ brand: true, business: true, home: true, taxes: true }).shape,
  )
  expect(names.filter((name) => !texts.includes(fieldLabel(name)))).toEqual([])
})
