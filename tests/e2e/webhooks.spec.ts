import {
  expect,
  expectAccessible,
  expectGoodInAllViews,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'

test.use({ shopFor: 'admins', expectedMessages: [/status of 400/] })

test('an owner adds their own server, sees a failed delivery, and resends it', async ({ page, shop }) => {
  await signInAsAdmin(page)
  await page.goto('/admin?tab=integrations')
  await settled(page)
  const card = page.getByRole('region', { name: 'Webhooks' })
  await expect(card.getByText('There are no webhooks yet.', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByLabel('Server address', { exact: true }).fill('https://192.168.0.1/')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/not a machine on the open internet/).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Server address', { exact: true }).fill(`${shop.sandboxUrl}/receiver`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const secret = page.getByLabel('Secret', { exact: true })
  await expect(secret).toHaveValue(/^whsec_/)
  shop.secrets.learn({ secret: await secret.inputValue() })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have it' }).click()

  await page.request.put(`${shop.sandboxUrl}/sandbox/api/faults/receiver/down`, { data: {} })
  await card.getByRole('button', { name: /^Send a test/ }).click()
  await expect(card.getByText(/The last try failed: the answer was 503/)).toBeVisible({ timeout: 30_000 })
  await card.getByRole('button', { name: /^Details of Test/ }).click()
  await expect(card.getByText('Down for a moment.', { exact: true })).toBeVisible()
  await expectGoodInAllViews(page)

  await page.request.delete(`${shop.sandboxUrl}/sandbox/api/faults/receiver/down`)
  await card.getByRole('button', { name: /^Send again \(Test/ }).click()
  await expect(card.locator('span').filter({ hasText: /^Delivered$/ })).toBeVisible({ timeout: 30_000 })
  await expect(card.getByText(/The last try failed/)).toHaveCount(0)
  const received = await page.request.get(`${shop.sandboxUrl}/sandbox/api/received`)
  expect(await received.json()).toMatchObject([
    { topic: 'test', signature: expect.stringMatching(/^t=\d+,v1=/) },
  ])
})
