import {
  expect,
  expectAccessible,
  expectGoodInAllViews,
  mailedLink,
  settled,
  test,
} from '../support/journey.ts'

const ADDRESS = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Address: '12 Analytical Row',
  City: 'Austin',
  'Zip code': '78701',
}

let made = 0
/** Returns a username that no other end-to-end test of this shop uses. */
const aName = () => `journey-${process.pid}-${++made}`.slice(0, 20)

test('a visitor is sent from a guarded page to the sign-in page, registers, adds a favorite, writes a review, and signs out', async ({
  page,
  shop,
  context,
}) => {
  const name = aName()
  await page.goto('/favorites')
  await expect(page).toHaveURL('/auth')
  await settled(page)
  await expectGoodInAllViews(page)
  await page.getByRole('tab', { name: 'Register' }).click()
  await expectAccessible(page)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email', { exact: true }).fill(`${name}@example.com`)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/favorites')
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeTruthy()

  await page.goto('/product/concrete-pen-cup')
  await settled(page)
  await page.getByRole('button', { name: 'Add Concrete Pen Cup to favorites' }).first().click()
  await expect(page.getByText('Added to favorites', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Write a Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a Review' })
  await dialog.getByLabel('Title').fill('Heavy and quiet')
  await dialog.getByLabel('Comment').fill('It does not slide about on the desk.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByRole('heading', { name: 'Heavy and quiet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Write a Review' })).toBeHidden()

  await page.getByLabel(/^Account menu for/).click()
  await page.getByRole('banner').getByRole('link', { name: 'Favorites' }).click()
  await expect(page.getByRole('link', { name: 'Concrete Pen Cup' })).toBeVisible()
  await expectAccessible(page)

  const mailbox = await context.newPage()
  await mailbox.goto(await mailedLink(shop, `${name}@example.com`, 'verify-email'))
  await expectAccessible(mailbox)
  await mailbox.getByRole('button', { name: `Verify for ${name}` }).click()
  await expect(mailbox.getByText('Your email address is verified.')).toBeVisible()
  await mailbox.close()

  await page.goto('/profile')
  await settled(page)
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Addresses' }).click()
  await page.getByRole('button', { name: 'Add an address' }).click()
  const entry = page.getByRole('dialog', { name: 'Add an address' })
  for (const [label, text] of Object.entries(ADDRESS)) await entry.getByLabel(label).fill(text)
  await entry.getByLabel('State').selectOption('TX')
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('Fills in the checkout')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(/^Account menu for/).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
})

test('a customer resets the password through an emailed link', { tag: '@long' }, async ({ page, shop }) => {
  const name = aName()
  const { request } = page
  await request.post('/api/auth/register', {
    data: { username: name, email: `${name}@example.com`, password: 'first password' },
  })
  await page.goto('/auth')
  await settled(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email', { exact: true }).fill(`${name}@example.com`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(/If an account uses this email address/)).toBeVisible()
  await page.goto(await mailedLink(shop, `${name}@example.com`, 'reset-password'))
  await settled(page)
  await page.getByLabel('New password').fill('second password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill('second password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/')
})
