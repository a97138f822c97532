import { buy } from '../support/checkout-journey.ts'
import {
  expect,
  expectAccessible,
  expectGoodInAllViews,
  openEmail,
  signInAsAdmin,
  test,
} from '../support/journey.ts'

// A separate shop, because its zones are changed.
test.use({
  shopFor: 'eu',
  expectedMessages: [/Blocked script execution in '\S+\/mailbox\/\d+\/html'|status of 40[04]/],
})

test('a guest withdraws from the contract in two steps, and the owner sees who did', async ({
  page,
  shop,
  anotherDevice,
}) => {
  const methods = [{ kind: 'flat', name: 'Mail', rate: '4.90' }]
  const zones = [{ name: 'Both', countries: ['United States', 'Germany'], methods }]
  const admin = await anotherDevice()
  const headers = { authorization: `Bearer ${await signInAsAdmin(admin)}` }
  await admin.request.patch('/api/admin/settings', { headers, data: { zones } })
  const email = 'withdraws@example.com'
  const orderId = await buy(page, 'halo-desk-lamp', email)

  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract here' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Withdraw from contract')
  const form = page.getByRole('main')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByText('Enter your name')).toBeVisible()
  await expectGoodInAllViews(page)
  await form.getByLabel('Your name').fill('Ada Lovelace')
  await form.getByLabel('Order ID').fill(orderId)
  await form.getByLabel('Email Address').fill('stranger@example.com')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText('Order not found')
  await form.getByLabel('Email Address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(
    form.getByText(`I, Ada Lovelace, withdraw from the contract for order ${orderId}.`),
  ).toBeVisible()
  await expect(form.getByLabel('Halo LED Desk Lamp')).toHaveValue('1')
  expect(new URL(page.url()).search).toBe('?form=statement')
  await page.reload()
  await expect(form.getByText('I, Ada Lovelace, withdraw')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(form.getByLabel('Email Address')).toHaveValue(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectGoodInAllViews(page)
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(form.getByRole('status')).toContainText('We received your withdrawal')
  await expectAccessible(page)

  await admin.goto(`/admin?tab=orders&edit=${orderId}`)
  const request = admin.getByRole('region', { name: 'Return request' })
  await expect(request).toContainText('Withdrawal to settle')
  await expect(request).toContainText('Ada Lovelace withdrew from the contract on')
  await expect(request.getByRole('button', { name: 'Decline return' })).toHaveCount(0)
  await expectAccessible(admin)
  await openEmail(page, shop, email, `We received your withdrawal for order ${orderId}`)
})
