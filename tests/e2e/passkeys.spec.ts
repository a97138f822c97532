import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { ADMIN } from '../support/config.ts'
import { expect, expectAccessible, settled, test } from '../support/journey.ts'

// Another shop than the other journeys have: its admin is asked for a code in the end.
test.use({ shopFor: 'passkeys', expectedMessages: [/status of 401/] })

let made = 0
const PASSWORD = 'correct horse battery'

/** A device of the browser that has passkeys, and a user whose finger it knows. */
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

async function signIn(page: Page, username: string, password: string) {
  await page.goto('/auth')
  await settled(page)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** The page in both themes on a phone: nothing for axe to find, nothing too wide. */
async function lookAt(page: Page, name: string) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 375, height: 812 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
    const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(content).toBeLessThanOrEqual(screen ?? 0)
    await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}.png`), fullPage: true })
  }
  await page.emulateMedia({ colorScheme: null })
  if (size) await page.setViewportSize(size)
}

/** A new customer, signed in with the password, on the profile. */
async function openProfile(page: Page): Promise<void> {
  const name = `passkeys-${process.pid}-${++made}`.slice(0, 20)
  await page.request.post('/api/auth/register', {
    data: { username: name, email: `${name}@example.com`, password: PASSWORD },
  })
  await signIn(page, name, PASSWORD)
  await expect(page).toHaveURL('/')
  await page.goto('/profile')
  await settled(page)
}

async function addPasskey(page: Page, look?: (page: Page) => Promise<void>) {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const add = page.getByRole('dialog', { name: 'Add a passkey' })
  await add.getByLabel('Name of the passkey').fill('My phone')
  await add.getByLabel('Your password').fill(PASSWORD)
  await look?.(page)
  await add.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByText('Passkey added', { exact: true })).toBeVisible()
  await expect(page.getByText('My phone', { exact: true })).toBeVisible()
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  await page.goto('/auth')
  await settled(page)
}

test('the question for a passkey is there for everybody', async ({ page }) => {
  await addDevice(page)
  await openProfile(page)
  await addPasskey(page, (page) => lookAt(page, 'add'))
})

test('the list of passkeys is there for everybody', async ({ page }) => {
  await addDevice(page)
  await openProfile(page)
  await addPasskey(page)
  await expect(page.getByText('not used yet')).toBeVisible()
  await lookAt(page, 'profile')
})

test('a customer adds a passkey, signs in with it, and removes it', async ({ page }) => {
  const device = await addDevice(page)
  await openProfile(page)
  await addPasskey(page)
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('Login successful', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/')

  await page.goto('/profile')
  await settled(page)
  await expect(page.getByText(/· last used/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  const remove = page.getByRole('dialog', { name: 'Remove My phone?' })
  await remove.getByLabel('Your password').fill(PASSWORD)
  await remove.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('Passkey removed', { exact: true })).toBeVisible()

  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(
    page.getByText('This passkey could not be used. Please try again, or sign in another way.', {
      exact: true,
    }),
  ).toBeVisible()
  await device.lacksFinger()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(
    page.getByText('No passkey was used. Please try again, or take another way to sign in.', { exact: true }),
  ).toBeVisible()
})

test('an admin sets up an authenticator app, keeps the recovery codes, and turns it off with one', async ({
  page,
}) => {
  await signIn(page, ADMIN.ADMIN_USERNAME, ADMIN.ADMIN_PASSWORD)
  await expect(page).toHaveURL('/')
  await page.goto('/profile')
  await settled(page)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByLabel('Your password').fill(ADMIN.ADMIN_PASSWORD)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await lookAt(page, 'set-up')
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(8)
  const [code = ''] = await codes.allTextContents()
  await lookAt(page, 'recovery-codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText(/8 recovery codes are left/)).toBeVisible()

  await page.getByRole('button', { name: 'Turn off' }).click()
  const end = page.getByRole('dialog', { name: 'Turn off the authenticator app?' })
  await end.getByLabel('Your password').fill(ADMIN.ADMIN_PASSWORD)
  await end.getByLabel('Code', { exact: true }).fill(code)
  await end.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Authenticator app turned off', { exact: true })).toBeVisible()
})

test('an admin with an authenticator app signs in with a code', async ({ page }) => {
  const { headers, recoveryCodes } = await setUpApp(page)
  await signIn(page, ADMIN.ADMIN_USERNAME, ADMIN.ADMIN_PASSWORD)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await lookAt(page, 'code')
  await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Login successful', { exact: true })).toBeVisible()
  // The other journeys sign in as before.
  const off = { password: ADMIN.ADMIN_PASSWORD, code: recoveryCodes[1] ?? '' }
  expect((await page.request.post('/api/auth/second-factor/off', { headers, data: off })).ok()).toBe(true)
})

/** The first admin gets an app, away from the page. */
async function setUpApp({ request }: Page) {
  const password = ADMIN.ADMIN_PASSWORD
  const login = await request.post('/api/auth/login', { data: { username: ADMIN.ADMIN_USERNAME, password } })
  const { token } = (await login.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const begun = await request.post('/api/auth/second-factor', { headers, data: { password } })
  const { secret } = (await begun.json()) as { secret: string }
  const data = { code: codeOf(secret) }
  const confirmed = await request.post('/api/auth/second-factor/confirm', { headers, data })
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
  return { headers, recoveryCodes }
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
