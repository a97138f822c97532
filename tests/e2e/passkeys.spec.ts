import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { ADMIN } from '../support/config.ts'
import {
  CUSTOMER_PASSWORD,
  expect,
  expectGoodInAllViews,
  mailedLink,
  settled,
  signIn,
  signInAsCustomer,
  test,
} from '../support/journey.ts'
import type { ShopProcess } from '../support/shop-process.ts'

test.use({ expectedMessages: [/status of 401/] })

/** Adds a virtual authenticator for passkeys, with a user it can verify. */
async function addDevice(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    lacksFinger: () => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
  }
}

async function openProfile(page: Page) {
  await page.goto('/profile')
  await settled(page)
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  await page.goto('/auth')
  await settled(page)
}

test('a customer adds a passkey, signs in with it, and removes it', async ({ page }) => {
  const device = await addDevice(page)
  await signInAsCustomer(page, `passkeys-${process.pid}`)
  await openProfile(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const add = page.getByRole('dialog', { name: 'Add a passkey' })
  await add.getByLabel('Passkey name').fill('My phone')
  await add.getByLabel('Your password').fill(CUSTOMER_PASSWORD)
  await expectGoodInAllViews(page)
  await add.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByText('Passkey added', { exact: true })).toBeVisible()
  await expect(page.getByText('My phone', { exact: true })).toBeVisible()
  await expect(page.getByText('not used yet')).toBeVisible()
  await expectGoodInAllViews(page)
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('Login successful', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/')

  await openProfile(page)
  await expect(page.getByText(/· last used/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  const remove = page.getByRole('dialog', { name: 'Remove My phone?' })
  await remove.getByLabel('Your password').fill(CUSTOMER_PASSWORD)
  await remove.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('Passkey removed', { exact: true })).toBeVisible()

  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(
    page.getByText('This passkey couldn’t be used. Please try again, or sign in another way.', {
      exact: true,
    }),
  ).toBeVisible()
  await device.lacksFinger()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(
    page.getByText('No passkey was used. Please try again, or sign in another way.', { exact: true }),
  ).toBeVisible()
})

test('an admin sets up an authenticator app, signs in with a code, and turns it off with one', {
  tag: '@long',
}, async ({ page, shop }) => {
  const username = await signInAsAnotherAdmin(page, shop)
  await openProfile(page)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByLabel('Your password').fill(CUSTOMER_PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectGoodInAllViews(page)
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(8)
  const [first = '', second = ''] = await codes.allTextContents()
  await expectGoodInAllViews(page)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText(/8 recovery codes left/)).toBeVisible()

  await logOut(page)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(CUSTOMER_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectGoodInAllViews(page)
  await page.getByLabel('Code', { exact: true }).fill(first)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Login successful', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/')

  await openProfile(page)
  await page.getByRole('button', { name: 'Turn off' }).click()
  const end = page.getByRole('dialog', { name: 'Turn off the authenticator app?' })
  await end.getByLabel('Your password').fill(CUSTOMER_PASSWORD)
  await end.getByLabel('Code', { exact: true }).fill(second)
  await end.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Authenticator app turned off', { exact: true })).toBeVisible()
})

/** Creates a second admin, because other end-to-end tests sign in as the first. @returns the username */
async function signInAsAnotherAdmin(page: Page, shop: ShopProcess): Promise<string> {
  const username = `app-${process.pid}`
  const email = `${username}@example.com`
  const { request } = page
  await request.post('/api/auth/register', { data: { username, email, password: CUSTOMER_PASSWORD } })
  const { hash } = new URL(await mailedLink(shop, email, 'verify-email'))
  await request.post('/api/auth/verify-email', { data: { token: hash.replace('#token=', '') } })

  const { ADMIN_USERNAME, ADMIN_PASSWORD } = ADMIN
  const login = await request.post('/api/auth/login', {
    data: { username: ADMIN_USERNAME, password: ADMIN_PASSWORD },
  })
  const headers = { authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
  const found = await request.get(`/api/admin/users?search=${username}`, { headers })
  const [user] = (await found.json()) as { id: number }[]
  const promoted = await request.patch(`/api/admin/users/${user?.id}`, { headers, data: { role: 'admin' } })
  expect(promoted.ok(), await promoted.text()).toBe(true)
  await signIn(page, username, CUSTOMER_PASSWORD)
  return username
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
