import { cardButton, cart, LAMP, opened, STAND } from '../support/cart-journey.ts'
import { expect, expectAccessible, expectGoodInAllViews, signInAsCustomer, test } from '../support/journey.ts'

test('a favorite button works by keyboard and keeps the focus', async ({ page }) => {
  await signInAsCustomer(page, 'heart-by-keys')
  await opened(page, '/product/halo-desk-lamp')
  const heart = page.getByRole('main').getByRole('button', { name: new RegExp(`${LAMP} .*favorites`) })
  await heart.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Added to favorites', { exact: true })).toBeVisible()
  await expect(heart).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('Removed from favorites', { exact: true })).toBeVisible()
  await expect(heart).toBeFocused()
})

test('a cart item moves to the wishlist and back by keyboard', async ({ page }) => {
  await signInAsCustomer(page, 'keyboard-only')
  await opened(page)
  await cardButton(page, LAMP).focus()
  await page.keyboard.press('Enter')
  await cart(page).getByRole('button', { name: 'Move to Wishlist' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Item moved to wishlist', { exact: true })).toBeVisible()
  await expect(cart(page).getByRole('region', { name: 'Cart items' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cardButton(page, LAMP)).toBeFocused()

  await opened(page, '/favorites')
  await page.getByRole('button', { name: 'Add to Cart' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Item has been added to your cart.', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Your Cart (1)' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeFocused()
  await page.getByRole('button', { name: `Remove ${LAMP} from favorites` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Explore Products' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Favorites' })).toBeFocused()
  await expectAccessible(page)
})

test('favorites are accessible and fit the screen', async ({ page }) => {
  await signInAsCustomer(page, 'all-hearts')
  await opened(page)
  for (const name of [LAMP, STAND]) {
    const all = page.getByRole('region', { name: 'All Products' })
    await all.getByRole('button', { name: `Add ${name} to favorites` }).click()
    await expect(all.getByRole('button', { name: `Remove ${name} from favorites` })).toBeEnabled()
  }
  await opened(page, '/favorites')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectGoodInAllViews(page)
})
