import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import * as after from '../../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, aProductInColors, type Customer } from '../../../tests/support/fixtures.ts'
import { aPaidShelf, click, openOrderSheet } from '../../../tests/support/order-sheet.tsx'
import { aPaidOrder, becomes, checkOutWith, payByCard, switchOn } from '../../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { taxRow } from '../../../tests/support/taxes.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

/** Returns the value next to a label in a list of sums. */
const sumOf = (form: ReturnType<typeof within>, label: string) =>
  form.getByText(label, { selector: 'dt' }).nextSibling?.textContent

describe('the order sheet', () => {
  test('refunds part of the payment', async () => {
    const sheet = await openOrderSheet(admin, await aPaidShelf(shop))
    await click('Partial refund', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Partial refund' }))
    await userEvent.selectOptions(form.getByLabelText('What to refund'), 'An amount')
    await click('Refund', form)
    expect(form.getByText('Enter an amount above 0, such as 49.99')).toBeDefined()
    await userEvent.type(form.getByLabelText('Reason'), 'A scratch')
    await userEvent.type(form.getByLabelText('Amount in USD'), '99')
    await click('Refund', form)
    expect((await form.findByRole('alert')).textContent).toBe('At most $49.99 of this order can be refunded.')
    await userEvent.clear(form.getByLabelText('Amount in USD'))
    await click('Refund', form)
    expect(form.queryByRole('alert')).toBeNull()
    await userEvent.type(form.getByLabelText('Amount in USD'), '9,99')
    await click('Refund', form)
    expect(await sheet.findByText('$49.99 paid, $9.99 refunded')).toBeDefined()
    expect(within(sheet.getByRole('list', { name: 'Refunds' })).getByText('$9.99')).toBeDefined()
    const items = within(sheet.getByRole('region', { name: 'Items' }))
    expect(items.getByText(/^Refund(ed| pending)$/).nextSibling?.textContent).toBe('−$9.99')
    expect(items.getByText('Total after refunds').nextSibling?.textContent).toBe('$40.00')
  })

  test('refunds items and shipping, shows the taxes before, and marks the refunded units', async () => {
    await admin.call('PATCH /api/admin/settings', {
      taxes: { ...NO_TAXES, mode: 'table', pricesIncludeTax: true, rows: [taxRow('US', 190_000)] },
    })
    onTestFinished(async () => {
      await admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES })
    })
    const visitor = shop.visitor()
    const pot = await aProduct(shop, { name: 'Teapot', priceCents: 9995, stockQuantity: 5 })
    await visitor.call('POST /api/cart', { productId: pot.id, quantity: 1 })
    const sheet = await openOrderSheet(admin, await aPaidOrder(shop, visitor, [pot]))
    await click('Partial refund', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Partial refund' }))
    await click('Refund', form)
    expect(form.getByText('Choose an item, or enter an amount for shipping')).toBeDefined()
    const isBusy = () => form.getByText('Refund', { selector: 'dt' }).closest('dl')?.getAttribute('aria-busy')
    await vi.waitFor(() => expect(isBusy()).toBe('false'), 10_000)
    await userEvent.selectOptions(form.getByLabelText('Teapot, $99.95 each'), 'Refund 1 of 2')
    expect(isBusy()).toBe('true')
    expect(form.getByLabelText('Restock Teapot')).toHaveProperty('checked', true)
    await vi.waitFor(() => expect(sumOf(form, 'Includes VAT 19%')).toBe('$15.96'), 10_000)
    await userEvent.type(await form.findByLabelText('Shipping in USD (optional)'), '9')
    expect((await form.findByRole('alert')).textContent).toBe(
      'At most $4.99 of the shipping can be refunded.',
    )
    await userEvent.clear(form.getByLabelText('Shipping in USD (optional)'))
    await userEvent.type(form.getByLabelText('Shipping in USD (optional)'), '4,99')
    await vi.waitFor(() => expect(sumOf(form, 'Refund')).toBe('$104.94'), 10_000)
    expect(sumOf(form, 'Includes VAT 19%')).toBe('$16.76')
    await userEvent.type(form.getByLabelText('Reason'), 'Broken')
    await click('Refund', form)
    expect(await sheet.findByText('1 of 2 refunded')).toBeDefined()
    const refunds = within(sheet.getByRole('list', { name: 'Refunds' }))
    expect(refunds.getByText('1 × Teapot, shipping $4.99')).toBeDefined()
    expect(refunds.getByText('Includes VAT 19%: $16.76')).toBeDefined()
    await userEvent.click(sheet.getByRole('link', { name: 'Packing slip' }))
    expect(await screen.findByRole('cell', { name: 'Teapot 1 of 2 refunded' })).toBeDefined()
    expect(screen.getByRole('cell', { name: '1' })).toBeDefined()
  })

  test('has a packing slip with the SKUs of products with and without options', async () => {
    const pot = await aProduct(shop, { name: 'Teapot', sku: 'POT-1' })
    const mat = await aProductInColors(shop, { Gray: 1 }, { name: 'Mat', sku: 'MAT-1' })
    const orderId = await aPaidOrder(shop, shop.visitor(), [pot, mat])
    const sheet = await openOrderSheet(admin, orderId)
    await userEvent.click(sheet.getByRole('link', { name: 'Packing slip' }))
    expect(await screen.findByRole('cell', { name: 'Teapot SKU: POT-1' })).toBeDefined()
    expect(screen.getByRole('cell', { name: 'Mat (Gray) SKU: MAT-1' })).toBeDefined()
  })

  test('shows the rates of taxes with the decimal sign of the shop’s locale', async () => {
    await admin.call('PATCH /api/admin/settings', {
      locale: 'de-DE',
      taxes: { ...NO_TAXES, mode: 'table', pricesIncludeTax: true, rows: [taxRow('US', 81_000)] },
    })
    onTestFinished(async () => {
      await admin.call('PATCH /api/admin/settings', { locale: 'en-US', taxes: NO_TAXES })
    })
    const pot = await aProduct(shop, { name: 'Teapot', priceCents: 9995 })
    const sheet = await openOrderSheet(admin, await aPaidOrder(shop, shop.visitor(), [pot]))
    const items = within(sheet.getByRole('region', { name: 'Items' }))
    expect(items.getByText('Includes VAT 8,1%')).toBeDefined()
    await click('Partial refund', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Partial refund' }))
    await userEvent.selectOptions(form.getByLabelText(/^Teapot, /), 'Refund 1 of 1')
    expect(await form.findByText('Includes VAT 8,1%', {}, { timeout: 10_000 })).toBeDefined()
    await userEvent.type(form.getByLabelText('Reason'), 'Broken')
    await click('Refund', form)
    const refunds = within(await sheet.findByRole('list', { name: 'Refunds' }))
    expect(refunds.getByText(/^Includes VAT 8,1%: /)).toBeDefined()
  })

  test('holds a risky order until an admin approves it, and saves the reason for a refund', async () => {
    const [product] = [await aProduct(shop, { priceCents: 4500, stockQuantity: 5 })]
    const checkout = await checkOutWith(shop.visitor(), [product])
    await payByCard(shop, checkout, '4000000000009235')
    await becomes(shop, checkout.orderId, 'processing')
    await shop.runJobs()
    const sheet = await openOrderSheet(admin, checkout)
    expect(sheet.getByText("Stripe rates the payment's risk as elevated.")).toBeDefined()
    expect(sheet.getByText('Risk: elevated')).toBeDefined()
    expect(sheet.queryByRole('button', { name: 'Mark as shipped' })).toBeNull()
    await click('Approve order', sheet)
    expect(await sheet.findByRole('button', { name: 'Mark as shipped' })).toBeDefined()
    await click('Hold for review', sheet)
    const hold = within(screen.getByRole('dialog', { name: 'Hold for review' }))
    await userEvent.type(hold.getByLabelText('Reason'), 'Odd address')
    await click('Hold order', hold)
    expect(await sheet.findByText('Odd address')).toBeDefined()
    await click('Partial refund', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Partial refund' }))
    await userEvent.selectOptions(form.getByLabelText('What to refund'), 'An amount')
    await userEvent.type(form.getByLabelText('Amount in USD'), '5')
    await userEvent.type(form.getByLabelText('Reason'), 'Billed twice')
    await userEvent.selectOptions(form.getByLabelText('Reason sent to the bank'), 'Duplicate')
    await click('Refund', form)
    expect(await sheet.findByText('$49.99 paid, $5.00 refunded')).toBeDefined()
    const { category } = await shop.shop.db
      .selectFrom('refunds')
      .select('category')
      .where('order_id', '=', checkout.orderId)
      .executeTakeFirstOrThrow()
    expect(category).toBe('duplicate')
  })

  test('shows a dispute’s deadline, and its evidence to review and submit', async () => {
    const product = await aProduct(shop, { stockQuantity: 5 })
    const checkout = await checkOutWith(shop.visitor(), [product], { email: 'claims@example.com' })
    await payByCard(shop, checkout, '4000000000000259')
    await becomes(shop, checkout.orderId, 'processing')
    await vi.waitFor(async () => {
      await shop.runJobs()
      const { payment } = await admin.call('GET /api/admin/orders/:orderId', checkout)
      expect(payment?.disputes).toHaveLength(1)
    }, 20_000)
    const sheet = await openOrderSheet(admin, checkout)
    expect(sheet.getByText(/^Evidence due by/)).toBeDefined()
    expect(sheet.getByText('The customer’s bank disputes the payment.')).toBeDefined()
    await userEvent.click(sheet.getByRole('link', { name: 'Review evidence' }))
    expect(
      await screen.findByRole('heading', { name: `Evidence for order ${checkout.orderId}` }),
    ).toBeDefined()
    expect(screen.getByLabelText('Customer email')).toHaveProperty('value', 'claims@example.com')
    await userEvent.type(screen.getByLabelText('Timeline and other information'), '!')
    const receipt = new File(['%PDF-1.7'], 'receipt.pdf', { type: 'application/pdf' })
    await userEvent.upload(screen.getByLabelText('Receipt to upload'), receipt)
    expect(await screen.findByText('receipt.pdf, 1 KB')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Submit evidence' }))
    await click('Submit evidence', within(screen.getByRole('dialog', { name: 'Submit this evidence?' })))
    expect(await screen.findByText('Evidence has been submitted.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Submit evidence' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Replace receipt' })).toBeNull()
  })

  test('suggests refunding the price of the returned items for a partial return', async () => {
    const [mat, tray] = [await aProduct(shop, { priceCents: 4500 }), await aProduct(shop)]
    const order = await after.aDeliveredOrder(shop, admin, [mat, tray])
    await after.submitReturn(shop, order, { name: mat.name })
    const sheet = await openOrderSheet(admin, order)
    await click('Accept return', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Accept return' }))
    expect(form.getByLabelText('Refund in USD')).toHaveProperty('value', '45.00')
  })

  test('suggests a full refund for a full return, and refunds it with the items restocked on request', async () => {
    const order = await after.aDeliveredOrder(shop, admin, [await aProduct(shop, { priceCents: 4500 })])
    await after.submitReturn(shop, order, { reason: 'Too bright' })
    const sheet = await openOrderSheet(admin, order)
    expect(sheet.getByText('“Too bright”')).toBeDefined()
    await click('Accept return', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Accept return' }))
    expect(form.getByLabelText('Refund in USD')).toHaveProperty('value', '49.99')
    await userEvent.click(form.getByLabelText('Restock items'))
    await click('Accept and refund', form)
    expect(await sheet.findByText('Return accepted')).toBeDefined()
    const [settled] = await admin.call('GET /api/admin/returns')
    expect(settled).toMatchObject({ status: 'accepted', refund: '49.99' })
  })

  test('declines a return without a refund, and requires a reason for the customer', async () => {
    const order = await after.aDeliveredOrder(shop, admin, [await aProduct(shop)])
    await after.submitReturn(shop, order)
    const sheet = await openOrderSheet(admin, order)
    await click('Decline return', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Decline return' }))
    await click('Decline return', form)
    expect(form.getByText('Enter a reason. The customer will see it.')).toBeDefined()
    await userEvent.type(form.getByLabelText('Reason'), 'Used for a year')
    await click('Decline return', form)
    expect(await sheet.findByText('Return declined')).toBeDefined()
  })

  test('shows a failed refund, with a retry button', async () => {
    const { orderId, email } = await aPaidShelf(shop)
    await switchOn(shop, 'refund-fails', { count: 1, delayMs: 50 })
    const refund = { amount: '9.99', reason: 'A scratch', seenRefunded: '0.00' }
    await admin.call('POST /api/admin/orders/:orderId/refunds', { orderId, ...refund })
    await vi.waitFor(
      async () => {
        await shop.runJobs()
        expect((await admin.call('GET /api/admin/orders', { needs: 'refund' }))[0]?.id).toBe(orderId)
      },
      { timeout: 20_000, interval: 50 },
    )
    const sheet = await openOrderSheet(admin, { orderId })
    const refunds = within(sheet.getByRole('list', { name: 'Refunds' }))
    expect(refunds.getByText('failed')).toBeDefined()
    await click('Retry refund', refunds)
    expect(await refunds.findByText('waiting for the provider')).toBeDefined()
    expect(refunds.queryByRole('button')).toBeNull()
    await after.findEmail(shop, email, `We refunded $9.99 for your order ${orderId}`)
  })
})
