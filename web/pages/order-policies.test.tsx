import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPurchasedOrder, type Proof } from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openOrderSheet } from '../../tests/support/order-sheet.tsx'
import { openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

const NAME = 'terms-conditions'
const TEXT = { title: 'Our terms', searchTitle: '', searchDescription: '', isPublished: true }
const write = (version: number, html: string) =>
  admin.call('PUT /api/admin/pages/:name', { ...TEXT, name: NAME, version, html })
const address = ({ orderId, email }: Proof) => `/order-tracking?${new URLSearchParams({ orderId, email })}`
const buy = async () => aPurchasedOrder(shop, [await aProduct(shop)])

describe('the policies of an order', () => {
  test('are shown to its customer as they were, and to the admin with the texts that aren’t stored', async () => {
    const old = await buy()
    openPageOf(shop.visitor(), address(old))
    await screen.findByRole('region', { name: 'Timeline' })
    expect(screen.queryByRole('region', { name: 'Policies' })).toBeNull()
    cleanup()
    await write(0, '<p>You may return it for a year.</p>')
    const order = await buy()
    await write(1, '<p>You may return it for a day.</p>')

    openPageOf(shop.visitor(), address(order))
    const policies = within(await screen.findByRole('region', { name: 'Policies' }))
    expect(policies.queryByText(/Privacy/)).toBeNull()
    await userEvent.click(policies.getByRole('button', { name: /^Our terms.*Version 1/ }))
    const dialog = within(screen.getByRole('dialog', { name: 'Our terms' }))
    expect(await dialog.findByText('You may return it for a year.')).toBeDefined()

    cleanup()
    const sheet = await openOrderSheet(admin, old)
    const listed = within(await sheet.findByRole('region', { name: 'Policies' }))
    expect(listed.getByText('Terms & Conditions').textContent).toContain('Original text')
    expect(listed.getByText(/isn’t stored/)).toBeDefined()
  })
})
