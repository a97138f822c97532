import { readFile } from 'node:fs/promises'
import { cardFrame, typeCard } from '../support/card-form/card-journey.ts'
import { buy, complete, expectSuccess, toPayment } from '../support/checkout-journey.ts'
import {
  expect,
  expectAccessible,
  expectGoodInAllViews,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'

test.use({ shopFor: 'admins' })

test("a shop owner's day: new order, packed, shipped, delivered, returned, refunded, on accessible pages", async ({
  page,
  anotherDevice,
}) => {
  const email = 'day@example.com'
  const shopper = await anotherDevice()
  const orderId = await buy(shopper, 'halo-desk-lamp', email)

  await signInAsAdmin(page)
  await page.goto('/admin?tab=orders')
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: new RegExp(orderId) })
  await expect(row).toContainText('Processing')
  await page.getByRole('link', { name: /^To ship/ }).click()
  await row.getByRole('checkbox', { name: `Select order ${orderId}` }).check()
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  const together = page.getByRole('dialog', { name: 'Mark 1 order as shipped' })
  await expect(together.getByLabel(`Tracking number of ${orderId} (optional)`)).toBeVisible()
  await expectGoodInAllViews(page)
  await together.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await row.getByRole('link', { name: orderId }).click()
  const sheet = page.getByRole('dialog', { name: `Order ${orderId}` })
  await expect(sheet.getByText('12 Analytical Row')).toBeVisible()

  await sheet.getByRole('link', { name: 'Packing slip' }).click()
  await expect(page.getByRole('heading', { name: 'Packing slip' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Halo LED Desk Lamp' })).toBeVisible()
  await settled(page)
  await expectGoodInAllViews(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('complementary', { name: 'Demo mode' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Back to the order' }).click()

  await sheet.getByRole('button', { name: 'Mark as shipped' }).click()
  const parcel = page.getByRole('dialog', { name: 'Mark as shipped' })
  await parcel.getByLabel('Carrier').fill('UPS')
  await parcel.getByLabel('Tracking number (optional)').fill('1Z999')
  await expectAccessible(page)
  await parcel.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(sheet.getByText('Shipped with UPS')).toBeVisible()
  await sheet.getByRole('button', { name: 'Correct tracking' }).click()
  const correction = page.getByRole('dialog', { name: 'Correct tracking' })
  await expect(correction.getByLabel('Tracking number (optional)')).toHaveValue('1Z999')
  await expectAccessible(page)
  await correction.getByLabel('Tracking number (optional)').fill('1Z111')
  await correction.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByRole('link', { name: 'Tracking number 1Z111' }).first()).toBeVisible()
  await sheet.getByRole('button', { name: 'Mark as delivered' }).click()
  const question = page.getByRole('dialog', { name: 'Mark as delivered?' })
  await question.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(sheet.getByRole('button', { name: 'Cancel and refund' })).toBeHidden()

  await shopper.goto(`/order-tracking?${new URLSearchParams({ orderId, email })}`)
  await settled(shopper)
  await shopper.getByRole('button', { name: 'Return items' }).click()
  const withdrawal = shopper.getByRole('dialog', { name: 'Return items' })
  await withdrawal.getByLabel('Reason (optional)').fill('Too bright')
  await withdrawal.getByRole('button', { name: 'Request return' }).click()
  await expect(withdrawal).toBeHidden()

  await page.goto('/admin?tab=orders&needs=return')
  await expect(row).toContainText('Return request')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Returns' }).click()
  const request = page.getByRole('table', { name: 'Returns' }).getByRole('row', { name: new RegExp(orderId) })
  await expect(request).toContainText('Today')
  await settled(page)
  await expectGoodInAllViews(page)
  await request.getByRole('link', { name: orderId }).click()
  await expect(sheet.getByText('“Too bright”')).toBeVisible()
  await sheet.getByRole('button', { name: 'Accept return' }).click()
  const accept = page.getByRole('dialog', { name: 'Accept return' })
  await accept.getByLabel('Refund in USD').fill('20.00')
  await expectAccessible(page)
  await accept.getByRole('button', { name: 'Accept and refund' }).click()
  await expect(sheet.getByRole('region', { name: 'Timeline' }).getByText('Return accepted')).toBeVisible()

  await sheet.getByRole('button', { name: 'Partial refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Partial refund' })
  await refund.getByLabel('What to refund').selectOption('An amount')
  await refund.getByLabel('Amount in USD').fill('5')
  await refund.getByRole('textbox', { name: 'Reason' }).fill('The postage back')
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(sheet.getByText(/paid, \$25\.00 refunded$/)).toBeVisible()
  await settled(page)
  await expectGoodInAllViews(page)
  await sheet.getByRole('button', { name: 'Close' }).click()

  // The provider's webhook may take a moment.
  await expect(async () => {
    await page.goto(`/admin?tab=orders&edit=${orderId}`)
    const refunds = sheet.getByRole('list', { name: 'Refunds' })
    await expect(refunds.getByText('refunded', { exact: true })).toHaveCount(2, { timeout: 2000 })
  }).toPass({ timeout: 30_000 })

  await sheet.getByRole('button', { name: 'Close' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`${orderId},`)

  await page.goto('/admin?tab=customers&edit=1')
  await expect(page.getByRole('dialog', { name: 'admin' })).toBeVisible()
  await settled(page)
  await expectGoodInAllViews(page)
})

test('a dispute is answered with its evidence and a file', { tag: '@long' }, async ({
  page,
  anotherDevice,
}) => {
  const shopper = await anotherDevice()
  await toPayment(shopper, 'halo-desk-lamp', 'claims@example.com')
  await typeCard(cardFrame(shopper), '4000000000000259')
  await complete(shopper)
  const orderId = await expectSuccess(shopper)

  await signInAsAdmin(page)
  await expect(async () => {
    await page.goto(`/admin?tab=orders&edit=${orderId}`)
    await page.getByRole('link', { name: 'Review evidence' }).click({ timeout: 2000 })
  }).toPass()
  await expect(page.getByText(/^Submit by /)).toBeVisible()
  const receipt = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await page.getByLabel('Receipt to upload').setInputFiles(receipt)
  await expect(page.getByText('receipt.pdf, 1 KB')).toBeVisible()
  await settled(page)
  await expectGoodInAllViews(page)
  await page.getByRole('button', { name: 'Submit evidence' }).click()
  const dialog = page.getByRole('dialog', { name: 'Submit this evidence?' })
  await expect(dialog).toContainText('with receipt.pdf')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Submit evidence' }).click()
  await expect(page.getByText('Evidence has been submitted.')).toBeVisible()
})
