import type { APIRequestContext, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { ADMIN } from '../support/config.ts'
import {
  CUSTOMER_PASSWORD,
  expect,
  expectGoodInAllViews,
  mailedLink,
  settled,
  test,
} from '../support/journey.ts'

// The browser logs the rejected requests to the console.
test.use({ shopFor: 'settings', expectedMessages: [/status of (403|409)/] })

test('an owner requires a second factor, and a new member of the staff sets one up', {
  tag: '@long',
}, async ({ page, anotherDevice, shop }) => {
  const people = ['owner', 'support'].map((staffRole) => ({
    staffRole,
    username: `${staffRole}-${process.pid}`,
    email: `${staffRole}-${process.pid}@example.com`,
  }))
  await invite(page.request, people)
  const [owner, member] = people.map(({ username, email }) => ({
    username,
    link: () => mailedLink(shop, email, 'join'),
  }))
  if (!owner || !member) throw new Error('No one was invited')
  await page.goto(await owner.link())
  await join(page, owner.username)
  await requireFactor(page, 'Required to use the admin')
  await expect(page.getByRole('alert')).toHaveText('Set up your own authenticator app or passkey first.')
  await page.goto('/profile')
  await setUpApp(page)
  await requireFactor(page, 'Required to use the admin')
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()

  const other = await anotherDevice()
  await other.goto(await member.link())
  await join(other, member.username)
  await expect(other.getByRole('heading', { name: 'Set up a second factor', level: 1 })).toBeVisible()
  await settled(other)
  await expectGoodInAllViews(other)
  await setUpApp(other)
  await other.getByRole('button', { name: 'Continue to the admin' }).click()
  await expect(other.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()

  // Other tests use this shop with admins who have no app.
  await requireFactor(page, 'Optional')
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
})

/** Invites people by email, as the first admin. */
async function invite(request: APIRequestContext, people: { email: string; staffRole: string }[]) {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = ADMIN
  const login = await request.post('/api/auth/login', { data: { username, password } })
  const { token } = (await login.json()) as { token: string }
  for (const { email, staffRole } of people) {
    const headers = { authorization: `Bearer ${token}` }
    const data = { email, staffRole }
    const response = await request.post('/api/admin/staff-invitations', { headers, data })
    expect(response.ok(), await response.text()).toBe(true)
  }
}

/** Joins the staff from the open invitation, and signs in. */
async function join(page: Page, username: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(CUSTOMER_PASSWORD)
  await page.getByRole('button', { name: 'Join the staff' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(CUSTOMER_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/admin')
}

async function requireFactor(page: Page, choice: string) {
  await page.goto('/admin?tab=settings&section=security')
  await page.getByLabel('Second factor of staff').selectOption(choice)
  await page.getByRole('button', { name: 'Save security settings' }).click()
}

async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByLabel('Your password').fill(CUSTOMER_PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await dialog.getByLabel('Code', { exact: true }).fill(code)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
}
