import { cardButton, cart, LAMP, opened, STAND, signIn } from '../support/cart-journey.ts'
import { expect, expectAccessible, test } from '../support/journey.ts'

test('a heart works by keyboard and keeps the focus', async ({ page }) => {
  const account = { username: 'heart-by-keys', password: 'a long enough password' }
  await page.request.post('/api/auth/register', { data: { ...account, email: 'heart@example.com' } })
  await signIn(page, account)
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

test('a line moves to the wishlist and back by keyboard', async ({ page }) => {
  const account = { username: 'keyboard-only', password: 'a long enough password' }
  await page.request.post('/api/auth/register', { data: { ...account, email: 'keys@example.com' } })
  await signIn(page, account)
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

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [375, 1440]) {
    test(`favourites are accessible and fit, ${colorScheme} at ${width} px`, async ({ page }) => {
      const account = { username: `hearts-${colorScheme}-${width}`, password: 'a long enough password' }
      const email = `${account.username}@example.com`
      await page.request.post('/api/auth/register', { data: { ...account, email } })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 812 })
      await signIn(page, account)
      for (const name of [LAMP, STAND]) {
        const all = page.getByRole('region', { name: 'All Products' })
        await all.getByRole('button', { name: `Add ${name} to favorites` }).click()
        await expect(all.getByRole('button', { name: `Remove ${name} from favorites` })).toBeEnabled()
      }
      await opened(page, '/favorites')
      await expect(page.getByRole('article')).toHaveCount(2)
      await expectAccessible(page)
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(overflow).toBe(0)
    })
  }
}
