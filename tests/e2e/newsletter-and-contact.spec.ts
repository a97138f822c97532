import {
  EMAIL_WITHOUT_SCRIPTS,
  expect,
  expectAccessible,
  expectGoodInViews,
  openEmail,
  settled,
  test,
  viewsInTurn,
} from '../support/journey.ts'

const ASKED = 'We’ve sent an email to this address. Open the link in it to confirm your subscription.'
const PAGES = [
  '/contact',
  '/privacy-policy',
  '/terms-conditions',
  '/shipping',
  '/returns',
  '/faq',
  '/about',
  '/newsletter',
  '/newsletter/confirm?token=some',
  '/newsletter/unsubscribe?token=some',
  '/back-in-stock?outcome=asked',
  '/back-in-stock/confirm?token=some',
]

test.use({ expectedMessages: [EMAIL_WITHOUT_SCRIPTS] })

test('a visitor subscribes, confirms by email, unsubscribes through the next email, and returns from a policy', async ({
  page,
  shop,
}) => {
  await page.goto('/')
  await settled(page)
  const form = page.getByRole('form', { name: 'Newsletter' })
  await form.getByLabel('Email address').fill('not-an-address')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByText('Please enter a valid email address')).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Email address').fill('journey@example.com')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByText(ASKED)).toBeVisible()

  await openEmail(page, shop, 'journey@example.com', /^Confirm your subscription/)
  await page.getByRole('link', { name: /newsletter\/confirm/ }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your subscription' })).toBeVisible()
  await settled(page)
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await expect(page.getByText('Thank you. You’re subscribed to our newsletter.')).toBeFocused()
  await expectAccessible(page)

  await openEmail(page, shop, 'journey@example.com', /^Welcome to the Plinth newsletter/)
  await expect(page.getByText('List-Unsubscribe=One-Click')).toBeVisible()
  await page.getByRole('link', { name: /newsletter\/unsubscribe/ }).click()
  await settled(page)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText(/^You’re unsubscribed/)).toBeVisible()

  await page.goto('/product/concrete-pen-cup')
  await settled(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  await expect(page.getByText('Last updated April 17, 2025')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/product/concrete-pen-cup')
})

test('a visitor writes to the shop, and the message arrives in the support mailbox', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.goto('/')
  await settled(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL('/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(form.getByText('Name must be at least 2 characters')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
  await form.getByLabel('Name').fill('Ada Lovelace')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel(/^Subject/).fill('PL-7K3F-92QX')
  await form.getByLabel('Message').fill('Where is my lamp?\nIt was to come on Monday.')
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Thanks for your message. We’ll reply by email.')).toBeFocused()
  await expectAccessible(page)
  await openEmail(page, shop, 'hello@plinth.example', 'Contact: PL-7K3F-92QX')
  await expect(page.getByText('It was to come on Monday.')).toBeVisible()
})

test('the contact form keeps values entered before the script has loaded', async ({ page }) => {
  let release = () => undefined as unknown
  const held = new Promise((resolve) => {
    release = () => resolve(undefined)
  })
  await page.route('**/assets/entry-client*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.getByLabel('Name').fill('Early Bird')
  await page.getByRole('form', { name: 'Newsletter' }).getByLabel('Email address').fill('early@example.com')
  release()
  await settled(page)
  const form = page.getByRole('form', { name: 'Contact' })
  await expect(form).toHaveAttribute('novalidate')
  await expect(form.getByLabel('Name')).toHaveValue('Early Bird')
  await expect(page.getByLabel('Email address')).toHaveValue('early@example.com')
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(form.getByText('Please enter a valid email address')).toBeVisible()
  await expect(form.getByText('Name must be at least 2 characters')).toBeHidden()
})

test('newsletter, contact, and policy pages are accessible and fit the screen', async ({ page }) => {
  for (const [place, address] of PAGES.entries()) {
    await page.goto(address)
    await settled(page)
    // These pages share their layout.
    await expectGoodInViews(page, viewsInTurn(place))
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor subscribes, confirms, writes to the shop, and navigates back from a policy', {
    tag: '@long',
  }, async ({ page, shop }) => {
    await page.goto('/about')
    await page.getByLabel('Email address').fill('no-script@example.com')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText(ASKED)).toBeVisible()
    await openEmail(page, shop, 'no-script@example.com', /^Confirm your subscription/)
    await page.getByRole('link', { name: /newsletter\/confirm/ }).click()
    await page.getByRole('button', { name: 'Confirm subscription' }).click()
    await expect(page.getByText('Thank you. You’re subscribed to our newsletter.')).toBeVisible()

    await page.goto('/contact')
    await page.getByLabel('Name').fill('Grace')
    await page.getByRole('form', { name: 'Contact' }).getByLabel('Email').fill('grace@example.com')
    await page.getByLabel('Message').fill('The lamp is very bright.')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Thanks for your message. We’ll reply by email.')).toBeVisible()
    await page.goto('/terms-conditions')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('heading', { name: 'Elevate Your Workspace' })).toBeVisible()
  })
})
