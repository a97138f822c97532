import { cardFrame, typeCard } from '../support/card-form/card-journey.ts'
import { addToCart, complete, expectSuccess, fillShipping } from '../support/checkout-journey.ts'
import {
  CUSTOMER_PASSWORD,
  expect,
  expectAccessible,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'
import { CARD } from '../support/shopper-details.ts'

// Shared with other tests, so the settings are changed back.
test.use({ shopFor: 'settings' })

test('an owner takes orders only from accounts and requests a company; a shopper signs up at checkout and buys', async ({
  page,
  anotherDevice,
}) => {
  const token = await signInAsAdmin(page)
  await page.goto('/admin?tab=settings&section=checkout')
  await page.getByLabel('Guest checkout').selectOption('Only with an account')
  await page.getByLabel('Company').selectOption('Required')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save checkout settings' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()

  const shopper = await anotherDevice()
  await addToCart(shopper, 'halo-desk-lamp')
  await shopper.getByRole('link', { name: 'Proceed to Checkout' }).press('Enter')
  await expect(shopper.getByRole('heading', { name: 'Sign in to check out' })).toBeVisible()
  await expect(shopper.getByRole('dialog')).toBeHidden()
  await settled(shopper)
  await expectAccessible(shopper)
  // The page arrives with its content.
  await shopper.reload()
  await expect(shopper.getByRole('heading', { name: 'Sign in to check out' })).toBeVisible()
  await settled(shopper)
  await shopper.getByRole('link', { name: 'Create an account' }).click()
  await shopper.getByLabel('Username').fill('late_member')
  await shopper.getByLabel('Email', { exact: true }).fill('late_member@example.com')
  await shopper.getByLabel('Password', { exact: true }).fill(CUSTOMER_PASSWORD)
  await shopper.getByRole('button', { name: 'Create account' }).click()

  await expect(shopper.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
  await expect(shopper).toHaveURL('/checkout')
  await settled(shopper)
  await fillShipping(shopper, 'late_member@example.com')
  await shopper.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(shopper.getByText('Company is required')).toBeVisible()
  await expectAccessible(shopper)
  await shopper.getByLabel('Company').fill('Analytical Engines Ltd')
  await shopper.getByRole('button', { name: 'Continue to Payment' }).click()
  await typeCard(cardFrame(shopper), CARD.good)
  await complete(shopper)
  const orderId = await expectSuccess(shopper)

  await shopper.goto('/orders')
  const order = shopper.getByRole('region', { name: `Order ${orderId}` })
  await expect(order.or(shopper.getByText(orderId)).first()).toBeVisible()
  await page.goto('/admin?tab=orders')
  await page.getByRole('link', { name: orderId }).click()
  const sheet = page.getByRole('dialog', { name: `Order ${orderId}` })
  await expect(sheet.getByText('Analytical Engines Ltd')).toBeVisible()

  const headers = { authorization: `Bearer ${token}` }
  const data = { guestCheckout: true, companyField: 'off' }
  expect((await page.request.patch('/api/admin/settings', { headers, data })).status()).toBe(200)
})
