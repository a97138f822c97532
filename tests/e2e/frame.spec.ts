import { expect, expectAccessible, settled, test } from '../support/journey.ts'

test('the home page logs nothing, and refetches no product after hydration, and its second page leads to a product', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/')
  await settled(page)
  await expect(page.getByRole('heading', { name: 'Elevate Your Workspace' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Walnut Monitor Stand' }).first()).toBeVisible()
  // Only the cart is fetched on app start (spec section 4).
  expect(requested.filter((path) => path.startsWith('/api/'))).toEqual(['/api/cart'])

  await page.goto('/?page=2')
  await settled(page)
  await page.getByRole('link', { name: 'Weighted Cable Dock' }).click()
  await expect(page).toHaveURL('/product/cable-dock')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Weighted Cable Dock')
  await expectAccessible(page)
})

test.describe('an unknown path', () => {
  // The browser logs the page's 404 to the console.
  test.use({ expectedMessages: [/status of 404/] })
  test('shows the not-found screen', async ({ page }) => {
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await settled(page)
    await expectAccessible(page)
  })
})
