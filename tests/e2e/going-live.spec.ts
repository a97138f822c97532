import type { Page } from '@playwright/test'
import { buy } from '../support/checkout-journey.ts'
import { ADMIN } from '../support/config.ts'
import {
  CUSTOMER_PASSWORD,
  expect,
  expectGoodInAllViews,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'

// The browser logs the rejected keys, and the request that requires a proof of identity.
test.use({ shopFor: 'live', ignoreHTTPSErrors: true, expectedMessages: [/status of 40[03]/] })

const LIVE = '/admin?tab=settings&section=live'
const REMOVAL = 'Remove the test orders'

test('an owner enters live keys, sells something, and removes only the test orders', async ({
  page,
  anotherDevice,
}) => {
  const shopper = await anotherDevice()
  const tester = { username: 'tester', password: CUSTOMER_PASSWORD }
  await shopper.request.post('/api/auth/register', { data: { ...tester, email: 'tester@example.com' } })
  const testId = await buy(shopper, 'halo-desk-lamp', 'tester@example.com')
  const token = await signInAsAdmin(page)
  const payments = step(page, 'Connect payments')
  await page.goto(LIVE)
  await expect(payments.getByText('Until then, no card is charged.')).toBeVisible()
  await expect(payments.getByRole('button')).toHaveCount(0)

  await page.goto('/admin?tab=settings&section=payments')
  await page.getByRole('button', { name: 'Configure' }).click()
  const form = page.getByRole('form', { name: 'Keys' })
  await form.getByLabel('Secret key').fill('sk_live_of_another_account')
  await form.getByLabel('Publishable key').fill('pk_live_plinth_sandbox')
  await form.getByLabel('Webhook signing secret').fill('whsec_plinth_sandbox')
  await form.getByRole('button', { name: 'Check and save keys' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Your password').fill(ADMIN.ADMIN_PASSWORD)
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(form.getByText(/^Stripe rejects the key: /)).toBeVisible()
  await form.getByLabel('Secret key').fill('sk_live_plinth_sandbox')
  await form.getByRole('button', { name: 'Check and save keys' }).click()
  await expect(page.getByText('Keys saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Live: real cards are charged.')).toBeVisible()

  const realId = await buy(shopper, 'halo-desk-lamp', 'first@example.com')
  const orders = () => findOrders(page, token)
  await expect.poll(orders).toEqual([
    { orderId: realId, isLive: true, status: 'paid' },
    { orderId: testId, isLive: false, status: 'paid' },
  ])

  await page.goto(LIVE)
  await expect(payments.getByRole('heading', { name: 'Connect payments (done)' })).toBeVisible()
  await expect(payments.getByText(/^The shop still has 1 test order, which no real money/)).toBeVisible()
  await payments.getByRole('button', { name: REMOVAL }).click()
  const dialog = page.getByRole('dialog', { name: `${REMOVAL}?` })
  await expect(dialog.getByRole('listitem')).toHaveText([
    /^1 order, with their payments, refunds, returns, disputes, notes, emails, and webhook deliveries$/,
    /^1 customer account from the time of the test mode, .* and 0 reviews$/,
    /^1 unit that these orders took/,
    /^1 real order and 0 customer accounts$/,
    /^Products, pages, images, settings, and staff$/,
    /^Newsletter subscriptions and back-in-stock requests$/,
    /^The audit log, with an entry about this$/,
  ])
  await settled(page)
  await expectGoodInAllViews(page)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog).toBeHidden()
  expect(await orders()).toHaveLength(2)
  await expect(payments.getByText(/^The shop still has 1 test order/)).toBeVisible()

  await payments.getByRole('button', { name: REMOVAL }).click()
  await dialog.getByRole('button', { name: 'Remove 1 test order' }).click()
  await expect(page.getByText('1 order and 1 customer account deleted.', { exact: true })).toBeVisible()
  await expect(payments.getByText(/^The shop still has/)).toHaveCount(0)
  expect(await orders()).toEqual([{ orderId: realId, isLive: true, status: 'paid' }])
  expect((await shopper.request.post('/api/auth/login', { data: tester })).status()).toBe(401)

  await page.goto('/admin?tab=orders')
  await expect(page.getByText(realId).first()).toBeVisible()
  await expect(page.getByText(testId)).toHaveCount(0)
  await page.goto('/admin?tab=audit')
  await expect(page.getByText(/removed the test orders/)).toBeVisible()
})

const step = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })

/** Returns each order with the mode and status of its payment, newest first. */
async function findOrders(page: Page, token: string) {
  const read = async (path: string) =>
    (
      await page.request.get(`/api/admin/orders${path}`, { headers: { authorization: `Bearer ${token}` } })
    ).json()
  const listed = (await read('')) as { id: string }[]
  return Promise.all(
    listed.map(async ({ id: orderId }) => {
      const { payment } = (await read(`/${orderId}`)) as { payment: { isLive: boolean; status: string } }
      return { orderId, isLive: payment.isLive, status: payment.status }
    }),
  )
}
