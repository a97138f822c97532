import { cardFrame, heightOf, openForm, pay, typeCard } from '../support/card-form/card-journey.ts'
import { expect, expectAccessible, test, VIEWS } from '../support/journey.ts'

test('the card form waits for its script, reports missing and invalid values, keeps the caret in place, and accepts an American Express card', async ({
  page,
  world,
}) => {
  let deliver: () => void = () => undefined
  const isDelivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  await page.route('**/payment-element/frame.js', async (route) => {
    await isDelivered
    await route.continue()
  })
  const opened = openForm(page, world)
  const expiry = cardFrame(page).locator('#expiry')
  await expect(expiry).toBeAttached()
  await expect(expiry).toBeHidden()
  deliver()
  await opened
  await expect(expiry).toBeVisible()

  const card = cardFrame(page)
  await pay(page)
  await expect(page.getByRole('status')).toHaveText(/^incomplete_number: /)
  await expect(card.getByText('The card number is incomplete.')).toBeVisible()
  await expect(card.getByText('The expiration date is incomplete.')).toBeVisible()
  await expect(card.getByText('The security code is incomplete.')).toBeVisible()
  await expect(card.getByLabel('Card number')).toBeFocused()
  await expectAccessible(page)

  await card.getByLabel('Card number').pressSequentially('4242424242424241')
  await expect(card.getByText('The card number is invalid.')).toBeVisible()
  await expect(card.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true')
  await card.getByLabel('Card number').press('Backspace')
  await expect(card.getByText('The card number is invalid.')).toBeHidden()
  await card.getByLabel('Card number').press('2')

  await card.getByLabel('Expiration date').pressSequentially('120')
  await card.getByLabel('Security code').focus()
  await expect(card.getByText('The expiration date is incomplete.')).toBeVisible()
  await card.getByLabel('Expiration date').fill('01 / 20')
  await expect(card.getByText('This card has expired.')).toBeVisible()
  await card.getByLabel('Expiration date').fill('1/34')
  await expect(card.getByLabel('Expiration date')).toHaveValue('01 / 34')
  await card.getByLabel('Expiration date').fill('5/34')
  await expect(card.getByLabel('Expiration date')).toHaveValue('05 / 34')
  await card.getByLabel('Security code').pressSequentially('12x3')
  await expect(page.getByText('Complete', { exact: true })).toBeVisible()

  const number = card.getByLabel('Card number')
  await number.fill('')
  await number.pressSequentially('42424242')
  await number.press('Home')
  await number.press('ArrowRight')
  await number.press('Delete')
  await expect(number).toHaveValue('4424 242')
  await number.press('9')
  await expect(number).toHaveValue('4942 4242')

  for (const label of ['Card number', 'Expiration date', 'Security code'])
    await card.getByLabel(label).fill('')
  await typeCard(card, '378282246310005', '1234', '1234')
  await expect(card.getByLabel('Card number')).toHaveValue('3782 822463 10005')
  await expect(card.getByText('Amex')).toBeVisible()
  await card.getByLabel('Security code').press('Enter')
  await expect(page.getByRole('status')).toHaveText('Payment succeeded')
})

test('the form has the requested appearance and fits on phone and desktop', async ({ page, world }) => {
  for (const { width, colorScheme } of VIEWS) {
    const theme = colorScheme === 'light' ? 'stripe' : 'night'
    await page.setViewportSize({ width, height: 800 })
    await openForm(page, world, { theme })
    const card = cardFrame(page)
    const before = await heightOf(page)
    await typeCard(card, '4242424242424241', '0120', '12')
    await card.getByLabel('Card number').focus()
    await expect(card.getByText('The security code is incomplete.')).toBeVisible()
    await expect.poll(() => heightOf(page)).toBeGreaterThan(before)
    const isScrolling = () => card.locator('html').evaluate((html) => html.scrollHeight > html.clientHeight)
    await expect.poll(isScrolling).toBe(false)
    await expect(card.getByLabel('Card number')).toHaveCSS(
      'background-color',
      theme === 'night' ? 'rgb(38, 40, 47)' : 'rgb(255, 255, 255)',
    )
    await expectAccessible(page)
  }
})
