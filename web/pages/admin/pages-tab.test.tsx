import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAdmin, type Customer } from '../../../tests/support/fixtures.ts'
import { openPageOf } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
beforeEach(() => storeToken(admin.token ?? ''))

const open = (address: string) => openPageOf(shop.visitor(), address)
const form = async () => within(await screen.findByRole('form', { name: 'Page' }))
const page = (name: string) => admin.call('GET /api/admin/pages/:name', { name })
const published = (name: string) => shop.visitor().call('GET /api/pages/:name', { name })

describe('the list of pages', () => {
  test('shows each page with its status', async () => {
    open('/admin?tab=pages')
    const table = within(await screen.findByRole('table', { name: 'Pages' }))
    const rows = table.getAllByRole('row').map((row) => row.textContent)
    expect(rows).toContain('About Us/aboutOriginal text')
    expect(rows).toContain('Imprint/imprintNot written yet')
  })
})

describe('the form of a page', () => {
  test('begins with the original text, stores nothing until it is saved, and puts the original back', async () => {
    open('/admin?tab=pages&edit=terms-conditions')
    const fields = await form()
    const text = await fields.findByRole('textbox', { name: 'Text' })
    expect(text.textContent).toContain('These terms apply between you and Plinth')
    expect(within(text).getByRole('link', { name: 'Shipping' }).getAttribute('href')).toBe('/shipping')
    expect((await page('terms-conditions')).version).toBe(0)

    const title = fields.getByRole('textbox', { name: 'Title' })
    await userEvent.clear(title)
    await userEvent.type(title, 'Our terms')
    await userEvent.click(fields.getByRole('button', { name: 'Save page' }))
    await screen.findByRole('heading', { level: 1, name: 'Our terms' })
    expect((await published('terms-conditions')).html).toContain('<h2>Prices and shipping</h2>')

    await userEvent.click(await screen.findByRole('button', { name: 'Restore the original' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore the original' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Restore the original' }))
    await screen.findByRole('heading', { level: 1, name: 'Terms & Conditions' })
    expect(await page('terms-conditions')).toMatchObject({ state: 'original', version: 2 })
  })

  test('suggests the URL of a new page from its title, until the URL is edited', async () => {
    open('/admin?tab=pages&edit=new')
    const fields = await form()
    const title = fields.getByRole('textbox', { name: 'Title' })
    const url = fields.getByRole('textbox', { name: 'URL' })
    await userEvent.type(title, 'Our café & more')
    expect(url).toHaveProperty('value', 'our-cafe-more')
    await userEvent.clear(url)
    await userEvent.type(url, 'tea')
    await userEvent.type(title, ' and tea')
    expect(url).toHaveProperty('value', 'tea')
  })

  test('has a link to the withdrawal form in the text that an owner starts from', async () => {
    open('/admin?tab=pages&edit=withdrawal-policy')
    const link = await screen.findByRole('link', { name: 'Withdraw from contract here' })
    expect(link.getAttribute('href')).toBe('/withdrawal')
  })

  test('offers an imprint to fill in, which can’t be published before', async () => {
    open('/admin?tab=pages&edit=imprint')
    const fields = await form()
    const text = await fields.findByRole('textbox', { name: 'Text' })
    expect(text.textContent).toContain('[Name of your company]')
    await userEvent.click(fields.getByRole('checkbox', { name: 'Published' }))
    await userEvent.click(fields.getByRole('button', { name: 'Save page' }))
    const message = 'Fill in [Name of your company] before you publish this page'
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect((await page('imprint')).version).toBe(0)
  })

  test('adds a page, and deletes it', async () => {
    const { addressNow } = open('/admin?tab=pages&edit=new')
    const fields = await form()
    await userEvent.type(fields.getByRole('textbox', { name: 'Title' }), 'Size guide')
    expect(fields.getByRole('textbox', { name: 'URL' })).toHaveProperty('value', 'size-guide')
    const text = await fields.findByRole('textbox', { name: 'Text' })
    await userEvent.click(fields.getByRole('button', { name: 'Add page' }))
    expect(await screen.findByText('Text is required')).toBeDefined()
    await userEvent.click(text)
    await userEvent.keyboard('Measure twice.')
    await userEvent.click(fields.getByRole('button', { name: 'Add page' }))
    await waitFor(() => expect(addressNow()).toBe('/admin?tab=pages&edit=size-guide'))
    expect((await published('size-guide')).html).toBe('<p>Measure twice.</p>')

    await userEvent.click(await screen.findByRole('button', { name: 'Delete page' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete page' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(addressNow()).toBe('/admin?tab=pages'))
    await expect(published('size-guide')).rejects.toMatchObject({ status: 404 })
  })

  test('previews the real page without saving it', async () => {
    open('/admin?tab=pages&edit=about')
    const fields = await form()
    const title = fields.getByRole('textbox', { name: 'Title' })
    await userEvent.clear(title)
    await userEvent.type(title, 'About desks')
    await userEvent.click(fields.getByRole('button', { name: 'Preview' }))
    const preview = within(await screen.findByRole('dialog', { name: 'Preview' }))
    expect(preview.getByText('About desks')).toBeDefined()
    expect(preview.getByText('Our promises')).toBeDefined()
    expect(preview.getByText('Customer Service')).toBeDefined()
    expect((await page('about')).version).toBe(0)
    await userEvent.click(preview.getByRole('button', { name: 'Close' }))
  })

  test('shows earlier versions, and saves one again', async () => {
    const first = { name: 'faq', title: 'Questions', html: '<p>First.</p>', version: 0 }
    const texts = { searchTitle: '', searchDescription: '', isPublished: true }
    await admin.call('PUT /api/admin/pages/:name', { ...first, ...texts })
    await admin.call('PUT /api/admin/pages/:name', { ...first, ...texts, html: '<p>Second.</p>', version: 1 })
    open('/admin?tab=pages&edit=faq')
    await userEvent.click(await screen.findByRole('button', { name: 'View version 1' }))
    const preview = within(await screen.findByRole('dialog', { name: /^Version 1/ }))
    expect(preview.getByText('First.')).toBeDefined()
    await userEvent.click(preview.getByRole('button', { name: 'Put back' }))
    await screen.findByRole('button', { name: 'View version 3' })
    expect((await published('faq')).html).toBe('<p>First.</p>')
    const fields = await form()
    await waitFor(() => expect(fields.getByRole('textbox', { name: 'Text' }).textContent).toBe('First.'))
  })
})
