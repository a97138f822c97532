import {
  expect,
  expectAccessible,
  expectGoodInAllViews,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'

test.use({ shopFor: 'admins', expectedMessages: [/status of 400/] })

test('an owner adds a webhook to their server, sees a failed delivery, and resends it', {
  tag: '@long',
}, async ({ page, shop }) => {
  await signInAsAdmin(page)
  await page.goto('/admin?tab=integrations')
  await settled(page)
  const card = page.getByRole('region', { name: 'Webhooks' })
  await expect(card.getByText('No webhooks yet.', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByLabel('Endpoint URL', { exact: true }).fill('https://192.168.0.1/')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/isn't a public host/).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Endpoint URL', { exact: true }).fill(`${shop.sandboxUrl}/receiver`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const secret = page.getByLabel('Secret', { exact: true })
  await expect(secret).toHaveValue(/^whsec_/)
  shop.secrets.learn({ secret: await secret.inputValue() })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()

  await page.request.put(`${shop.sandboxUrl}/sandbox/api/faults/receiver/down`, { data: {} })
  await card.getByRole('button', { name: /^Send test/ }).click()
  await expect(card.getByText(/The last attempt failed: response 503/)).toBeVisible({ timeout: 30_000 })
  await card.getByRole('button', { name: /^Details of Test/ }).click()
  await expect(card.getByText('Temporarily unavailable.', { exact: true })).toBeVisible()
  await expectGoodInAllViews(page)

  await page.request.delete(`${shop.sandboxUrl}/sandbox/api/faults/receiver/down`)
  await card.getByRole('button', { name: /^Resend \(Test/ }).click()
  await expect(card.locator('span').filter({ hasText: /^Delivered$/ })).toBeVisible({ timeout: 30_000 })
  await expect(card.getByText(/The last attempt failed/)).toHaveCount(0)
  const received = await page.request.get(`${shop.sandboxUrl}/sandbox/api/received`)
  expect(await received.json()).toMatchObject([
    { topic: 'test', signature: expect.stringMatching(/^t=\d+,v1=/) },
  ])
})
