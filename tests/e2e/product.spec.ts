import { expect, expectAccessible, settled, test } from '../support/journey.ts'

const shown = 'img.product-image'

test('the gallery works by keyboard, and related products have 2 columns on a phone and 4 on a desktop', async ({
  page,
}) => {
  await page.goto('/product/leather-desk-pad')
  await settled(page)
  await page.getByRole('button', { name: 'Previous image' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator(shown)).toHaveAttribute('alt', /seen from the left/)
  await page.keyboard.press('ArrowRight')
  await expect(page.locator(shown)).toHaveAttribute('alt', /cream edge stitching/)
  await page.getByRole('button', { name: 'Enlarge image' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Enlarge image' })).toBeFocused()

  const list = page.getByRole('region', { name: 'Related Products' }).getByRole('list')
  const columns = () =>
    list.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length)
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await columns()).toBe(2)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await columns()).toBe(4)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test("a swipe moves the gallery, and 'Add to Cart' stays visible", async ({ page }) => {
    await page.goto('/product/leather-desk-pad')
    await settled(page)
    const box = await page.locator(shown).boundingBox()
    if (!box) throw new Error('no image')
    const y = box.y + box.height / 2
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    await touch('touchStart', box.x + 250)
    await touch('touchMove', box.x + 180)
    await touch('touchMove', box.x + 90)
    await touch('touchEnd', 0)
    await expect(page.locator(shown)).toHaveAttribute('alt', /saddle-stitched corner/)
    const button = page.locator('.buy-bar').getByRole('button', { name: 'Add to Cart' })
    await expect(button).toBeInViewport()
  })

  test('an enlarged image reaches both edges of the screen and leads to the others', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/product/leather-desk-pad')
    await settled(page)
    await page.getByRole('button', { name: 'Enlarge image' }).click()
    const image = page.getByRole('region', { name: 'Enlarged image' })
    await expect(image).toBeVisible()
    const { left, right } = await image.evaluate((element) => element.getBoundingClientRect().toJSON())
    expect({ left, right }).toEqual({ left: 0, right: 375 })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Next image' }).click()
    await expect(dialog.getByText('2 of 3')).toBeInViewport({ ratio: 1 })
    await expect(image.getByRole('img')).toHaveAttribute('alt', /saddle-stitched corner/)
    await expectAccessible(page)
  })
})
