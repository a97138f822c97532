import type { Page } from '@playwright/test'
import { addFromCard, badge, cardButton, cart, LAMP, opened, STAND, signIn } from '../support/cart-journey.ts'
import { expect, expectGoodInAllViews, test } from '../support/journey.ts'

test('the cart works by keyboard, and returns the focus when it closes', async ({ page }) => {
  await opened(page)
  await cardButton(page, LAMP).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Your Cart (1)' })).toBeVisible()
  await expect(page.getByText('Item added to cart', { exact: true })).toBeVisible()
  await expect(cart(page).locator(':focus')).toHaveCount(1)

  await cart(page)
    .getByRole('button', { name: `Increase quantity for ${LAMP}` })
    .focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog', { name: 'Your Cart (3)' })).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(cart(page).getByRole('button', { name: `Decrease quantity for ${LAMP}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Your Cart (1)' })).toBeVisible()
  // At 1 the decrease button is disabled, but the focus must stay in the cart.
  await page.keyboard.press('Tab')
  await expect(cart(page).locator(':focus')).toHaveCount(1)

  await page.keyboard.press('Escape')
  await expect(cart(page)).toBeHidden()
  await expect(cardButton(page, LAMP)).toBeFocused()

  await badge(page).focus()
  await page.keyboard.press('Enter')
  await expect(cart(page)).toBeVisible()
  await cart(page)
    .getByRole('button', { name: `Remove ${LAMP} from cart` })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(cart(page).getByRole('region', { name: 'Cart items' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(cart(page)).toBeHidden()
  await expect(badge(page)).toBeFocused()
})

test('the cart is accessible and fits the screen, Tab cycles inside it, and quick clicks end in the last value, which survives a reload', async ({
  page,
}) => {
  await opened(page)
  await badge(page).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expectGoodInAllViews(page)
  await page.keyboard.press('Escape')
  await addFromCard(page, LAMP)
  await page.keyboard.press('Escape')
  await addFromCard(page, STAND)
  await expect(cart(page).getByRole('listitem')).toHaveCount(2)
  await expectGoodInAllViews(page)

  const seen = new Set<string>()
  for (let press = 0; press < 20; press++) {
    await page.keyboard.press('Tab')
    const where = await page.evaluate(() => {
      const focused = document.activeElement
      if (focused === document.body || focused === null) return 'browser'
      const name = focused.getAttribute('aria-label') ?? focused.textContent ?? ''
      return focused.closest('dialog') ? name : `outside: ${name}`
    })
    seen.add(where)
  }
  expect([...seen].filter((where) => where.startsWith('outside'))).toEqual([])
  expect([...seen]).toEqual(
    expect.arrayContaining(['Close', STAND, 'Proceed to Checkout', 'Continue Shopping']),
  )

  const more = cart(page).getByRole('button', { name: `Increase quantity for ${STAND}` })
  const lastIsKept = quantityKept(page, 12)
  for (let click = 0; click < 12; click++) await more.click()
  await cart(page)
    .getByRole('button', { name: `Decrease quantity for ${STAND}` })
    .click()
  await expect(page.getByRole('dialog', { name: 'Your Cart (13)' })).toBeVisible()
  await lastIsKept
  await page.reload()
  await expect(badge(page)).toHaveAccessibleName('Cart, 13 items')
})

/** Waits until the server has stored a quantity, which the page shows earlier. */
function quantityKept(page: Page, quantity: number) {
  return page.waitForResponse((response) => {
    const request = response.request()
    return request.method() === 'PATCH' && request.postDataJSON().quantity === quantity
  })
}

test('all tabs show the same cart, and /cart opens it over the home page', async ({ page, context }) => {
  await opened(page)
  const second = await context.newPage()
  await opened(second)
  await addFromCard(page, LAMP)
  await expect(badge(second)).toHaveAccessibleName('Cart, 1 item')
  await addFromCard(second, STAND)
  await expect(page.getByRole('dialog', { name: 'Your Cart (2)' })).toBeVisible()
  await cart(page)
    .getByRole('button', { name: `Remove ${STAND} from cart` })
    .click()
  await expect(second.getByRole('dialog', { name: 'Your Cart (1)' })).toBeVisible()

  await page.goto('/cart')
  await expect(page.getByRole('dialog', { name: 'Your Cart (1)' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Elevate Your Workspace' })).toBeAttached()
})

test('the carts of two devices merge at sign-in, and the account keeps the cart', { tag: '@long' }, async ({
  page,
  anotherDevice,
}) => {
  const account = { username: 'two-devices', password: 'a long enough password' }
  await opened(page)
  await addFromCard(page, LAMP)
  await page.request.post('/api/auth/register', { data: { ...account, email: 'two@example.com' } })
  await signIn(page, account)
  await expect(badge(page)).toHaveAccessibleName('Cart, 1 item')

  const phone = await anotherDevice()
  await opened(phone)
  await addFromCard(phone, STAND)
  await phone.keyboard.press('Escape')
  await addFromCard(phone, LAMP)
  const moreIsKept = quantityKept(phone, 2)
  await cart(phone)
    .getByRole('button', { name: `Increase quantity for ${LAMP}` })
    .click()
  await expect(phone.getByRole('dialog', { name: 'Your Cart (3)' })).toBeVisible()
  await moreIsKept
  await signIn(phone, account)
  await expect(badge(phone)).toHaveAccessibleName('Cart, 3 items')

  await page.reload()
  await expect(badge(page)).toHaveAccessibleName('Cart, 3 items')
  await page.getByLabel(/^Account menu for/).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(badge(page)).toHaveAccessibleName('Cart')
  await signIn(page, account)
  await expect(badge(page)).toHaveAccessibleName('Cart, 3 items')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the cart is a plain page: add, change, remove', async ({ page }) => {
    await page.goto('/')
    await cardButton(page, LAMP).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('heading', { name: 'Your Cart (1)' })).toBeVisible()
    await page.getByLabel(`Quantity of ${LAMP}`).fill('3')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByRole('heading', { name: 'Your Cart (3)' })).toBeVisible()
    await expect(page.getByText('$391.99')).toBeVisible()
    await page.getByRole('link', { name: 'Continue Shopping' }).click()
    await badge(page).click()
    await page.getByRole('button', { name: `Remove ${LAMP} from cart` }).click()
    await expect(page.getByText('Your cart is empty')).toBeVisible()
  })
})
