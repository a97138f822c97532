import { buy } from '../support/checkout-journey.ts'
import { expect, expectGoodInAllViews, settled, signInAsAdmin, test } from '../support/journey.ts'

// A separate shop, because its keys are changed. The browser logs the rejected request to the console.
test.use({ shopFor: 'settings', expectedMessages: [/status of 400/] })

test('an owner enters keys of Stripe and a mail server, buys, and refunds the purchase', {
  tag: '@long',
}, async ({ page, anotherDevice }) => {
  await signInAsAdmin(page)
  await page.goto('/admin?tab=settings&section=payments')
  await expect(page.getByText('Those of the sandbox.')).toBeVisible()
  await page.getByRole('button', { name: 'Configure' }).click()
  const form = page.getByRole('form', { name: 'Keys' })
  await form.getByLabel('Secret key').fill('sk_test_of_another_account')
  await form.getByLabel('Publishable key').fill('pk_test_plinth_sandbox')
  await form.getByLabel('Webhook signing secret').fill('whsec_plinth_sandbox')
  await form.getByRole('button', { name: 'Check and save keys' }).click()
  await expect(form.getByText(/^Stripe rejects the key: /)).toBeVisible()
  await settled(page)
  await expectGoodInAllViews(page)
  await form.getByLabel('Secret key').fill('sk_test_plinth_sandbox')
  await form.getByRole('button', { name: 'Check and save keys' }).click()
  await expect(page.getByText('Keys saved', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Entered here\. Account: .* The secret key ends in \w{4}\.$/)).toBeVisible()
  await expect(form.getByLabel('Secret key')).toHaveValue('')
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText('The test event arrived. The provider can reach the shop.')).toBeVisible({
    timeout: 30_000,
  })
  await settled(page)
  await expectGoodInAllViews(page)

  await page.goto('/admin?tab=settings&section=emails')
  await page.getByRole('button', { name: 'Configure' }).click()
  const mail = page.getByRole('form', { name: 'Mail server' })
  await mail.getByLabel('Encryption').selectOption('STARTTLS (port 587)')
  await mail.getByLabel('Host').fill('127.0.0.1')
  const server = (await page.getByText(/^127\.0\.0\.1:\d+$/).textContent()) ?? ''
  await mail.getByLabel('Port').fill(server.split(':')[1] ?? '')
  await mail.getByLabel('Sender address').fill('orders@desk.example')
  await settled(page)
  await expectGoodInAllViews(page)
  await mail.getByRole('button', { name: 'Check and save mail server' }).click()
  await expect(page.getByText('Mail server saved', { exact: true })).toBeVisible()
  await page.getByLabel('Send a test to').fill('reader@example.com')
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await expect(page.getByText(/^The mail server accepted the email to reader@example\.com/)).toBeVisible({
    timeout: 30_000,
  })

  const shopper = await anotherDevice()
  const orderId = await buy(shopper, 'halo-desk-lamp', 'first@example.com')
  await page.goto(`/admin?tab=orders&edit=${orderId}`)
  const sheet = page.getByRole('dialog', { name: `Order ${orderId}` })
  await sheet.getByRole('button', { name: 'Partial refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Partial refund' })
  await refund.getByLabel('What to refund').selectOption('An amount')
  await refund.getByLabel('Amount in USD').fill('5')
  await refund.getByRole('textbox', { name: 'Reason' }).fill('To try it')
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(async () => {
    await page.goto(`/admin?tab=orders&edit=${orderId}`)
    const refunds = sheet.getByRole('list', { name: 'Refunds' })
    await expect(refunds.getByText('refunded', { exact: true })).toHaveCount(1, { timeout: 2000 })
  }).toPass({ timeout: 30_000 })

  await page.goto('/admin?tab=settings&section=payments')
  await page.getByRole('button', { name: 'Configure' }).click()
  await form.getByRole('button', { name: 'Remove keys' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Keys removed', { exact: true })).toBeVisible()
  await expect(page.getByText('Those of the sandbox.')).toBeVisible()

  await page.goto('/admin?tab=settings&section=emails')
  await page.getByRole('button', { name: 'Configure' }).click()
  await mail.getByRole('button', { name: 'Remove mail server' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Mail server removed', { exact: true })).toBeVisible()
})
