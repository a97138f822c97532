import type { Page } from '@playwright/test'
import { cardFrame, typeCard } from '../support/card-form/card-journey.ts'
import { complete, expectSuccess, fillShipping, proceed } from '../support/checkout-journey.ts'
import {
  aProduct,
  expect,
  expectAccessible,
  expectGoodInAllViews,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'
import { CARD } from '../support/shopper-details.ts'

test.use({ shopFor: 'admins' })

const cardOf = (page: Page) => page.getByRole('region', { name: 'All Products' }).getByRole('article').first()

/** A box in gray (5 left), and in blue for $10 more (1 left), with another image. */
async function aBox(page: Page): Promise<number> {
  const id = await aProduct(page)
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  const other = (await (await page.request.get('/api/products/2')).json()) as { image: string }
  const own = (await (await page.request.get(`/api/products/${id}`)).json()) as { image: string }
  await page.request.patch(`/api/admin/products/${id}`, {
    headers,
    data: { images: [own.image, other.image].map((url) => ({ url, alt: '' })) },
  })
  const response = await page.request.put(`/api/admin/products/${id}/variants`, {
    headers,
    data: {
      options: [{ name: 'Color', values: ['Gray', 'Blue'] }],
      variants: [
        { optionValues: ['Gray'], stockQuantity: 5, sku: `BOX-${id}-GRY` },
        {
          optionValues: ['Blue'],
          stockQuantity: 1,
          price: '105.00',
          sku: `BOX-${id}-BLU`,
          image: other.image,
        },
      ],
    },
  })
  expect(response.ok(), await response.text()).toBe(true)
  return id
}

test('a shopper chooses a variant by keyboard and buys its last unit, while another one sells on', async ({
  page,
  anotherDevice,
}) => {
  const id = await aBox(await anotherDevice())
  await page.goto(`/product/${id}`)
  await settled(page)
  const picker = page.getByRole('group', { name: 'Color', exact: true })
  await expect(picker.getByRole('radio', { name: 'Gray' })).toBeChecked()
  const [before] = await Promise.all([page.locator('img.product-image').getAttribute('src')])
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(request.url())
  })
  await picker.getByRole('radio', { name: 'Gray' }).press('ArrowRight')
  await expect(picker.getByRole('radio', { name: 'Blue' })).toBeChecked()
  await expect(page.getByText('$105.00', { exact: true })).toBeVisible()
  await expect(page.getByText('Only 1 left')).toBeVisible()
  await expect(page.getByText(`SKU: BOX-${id}-BLU`)).toBeVisible()
  expect(await page.locator('img.product-image').getAttribute('src')).not.toBe(before)
  expect(page.url()).toMatch(/\?variant=\d+$/)
  expect(requests).toEqual([])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  const cart = page.getByRole('dialog', { name: 'Your Cart (1)' })
  await expect(cart.getByText('Blue', { exact: true })).toBeVisible()
  await proceed(page)
  await fillShipping(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await typeCard(cardFrame(page), CARD.good)
  await complete(page)
  await expectSuccess(page)

  const next = await anotherDevice()
  await next.goto(`/product/${id}?option1=Blue`)
  await settled(next)
  await expect(next.getByRole('radio', { name: 'Blue Sold out' })).toBeChecked()
  await expect(next.locator('[data-stock=false]')).toHaveText('Sold out')
  await expect(next.getByRole('button', { name: 'Add to Cart', exact: true }).first()).toBeDisabled()

  await next.goto('/?sort=newest')
  await settled(next)
  const card = cardOf(next)
  const colors = card.getByRole('group', { name: /^Color of / })
  await colors.getByRole('radio', { name: 'Gray' }).press('ArrowRight')
  await expect(colors.getByRole('radio', { name: 'Blue, sold out' })).toBeChecked()
  await expect(card.getByText('Sold out', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
  await expectGoodInAllViews(next)
  await colors.getByRole('radio', { name: 'Gray' }).click()
  await card.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(
    next.getByRole('dialog', { name: 'Your Cart (1)' }).getByText('Gray', { exact: true }),
  ).toBeVisible()
  await proceed(next)
  await fillShipping(next)
  await next.getByRole('button', { name: 'Continue to Payment' }).click()
  await typeCard(cardFrame(next), CARD.good)
  await complete(next)
  await expectSuccess(next)
})

/** A board in 15 colors and 100 widths: 1,500 variants, whose price and stock grow with their number. */
async function aBoard(page: Page): Promise<number> {
  const id = await aProduct(page)
  const values = (name: string, count: number) =>
    Array.from({ length: count }, (_, place) => `${name} ${place}`)
  const [colors, widths] = [values('Shade', 15), values('Width', 100)]
  const response = await page.request.put(`/api/admin/products/${id}/variants`, {
    headers: { authorization: `Bearer ${await signInAsAdmin(page)}` },
    data: {
      options: [
        { name: 'Color', values: colors },
        { name: 'Width', values: widths },
      ],
      variants: colors
        .flatMap((color) => widths.map((width) => [color, width]))
        .map((optionValues, place) => ({
          optionValues,
          price: (10 + place).toFixed(2),
          stockQuantity: place === 1499 ? 0 : 9,
          sku: `BOARD-${id}-${place}`,
        })),
    },
  })
  expect(response.ok(), await response.text()).toBe(true)
  return id
}

test('a shopper chooses among 1,500 variants: the first 100 at once, others with one request each', async ({
  page,
  anotherDevice,
}) => {
  const id = await aBoard(await anotherDevice())
  await page.goto(`/product/${id}`)
  await settled(page)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(request.url())
  })
  const width = page.getByRole('combobox', { name: 'Width' })
  await width.selectOption('Width 99')
  await expect(page.getByText(`SKU: BOARD-${id}-99`)).toBeVisible()
  expect(requests).toEqual([])

  const color = page.getByRole('group', { name: 'Color', exact: true })
  await color.getByRole('radio', { name: 'Shade 13' }).check({ force: true })
  await expect(page.getByText(`SKU: BOARD-${id}-1399`)).toBeVisible()
  await expect(page.getByText('$1,409.00', { exact: true })).toBeVisible()
  expect(requests).toHaveLength(1)
  await expect(color.getByText('Sold out')).toHaveCount(1)
  await expectGoodInAllViews(page)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await expect(
    page.getByRole('dialog', { name: 'Your Cart (1)' }).getByText('Shade 13 / Width 99', { exact: true }),
  ).toBeVisible()

  await page.goto(page.url())
  await expect(page.getByText(`SKU: BOARD-${id}-1399`)).toBeVisible()
  await page.goto('/?sort=newest')
  await expect(cardOf(page).getByText('From $10.00')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a shopper chooses a variant by a form and adds it to the cart', async ({ page, anotherDevice }) => {
    const id = await aBox(await anotherDevice())
    await page.goto(`/product/${id}`)
    await page.getByRole('radio', { name: 'Blue', exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Choose' }).click()
    await expect(page.getByText('$105.00', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
    await expect(page.getByText('Blue', { exact: true })).toBeVisible()

    await page.goto('/?sort=newest')
    await cardOf(page).getByRole('radio', { name: 'Gray' }).check()
    await cardOf(page).getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByText('Gray', { exact: true })).toBeVisible()
  })
})

test('an admin reaches every row of a long grid by keyboard while it scrolls, and drags images onto variants', async ({
  page,
}) => {
  const id = await aBox(page)
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  const values = Array.from({ length: 200 }, (_, index) => `No. ${index}`)
  const variants = values.map((value) => ({ optionValues: [value], stockQuantity: 1 }))
  const options = [{ name: 'Number', values }]
  await page.request.put(`/api/admin/products/${id}/variants`, { headers, data: { options, variants } })
  await page.goto(`/admin?tab=products&edit=${id}`)
  await page.getByLabel('Stock of No. 0', { exact: true }).focus()
  for (let press = 0; press < 5; press++) await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Stock of No. 51', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Stock of No. 0', { exact: true })).toHaveCount(0)
  await page.keyboard.type('7')
  await expectAccessible(page)
  // The row with the focus stays while the grid scrolls away from it.
  await page.getByRole('region', { name: 'Variants', exact: true }).evaluate((grid) => grid.scrollTo(0, 0))
  await expect(page.getByLabel('Stock of No. 0', { exact: true })).toBeVisible()
  await page.keyboard.type('8')
  // Typing has scrolled back to the focused row.
  const dragged = page.locator('[draggable=true]').last()
  const row50 = page.getByRole('rowheader', { name: 'No. 50', exact: true })
  // The bar with 'Save product' would cover it.
  await row50.evaluate((row) => row.scrollIntoView({ block: 'center' }))
  await dragged.dragTo(row50)
  await dragged.dragTo(page.getByTitle('Number', { exact: true }).filter({ hasText: /^No\. 3$/ }))
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByText('Product updated', { exact: true })).toBeVisible()
  const saved = await (await page.request.get(`/api/products/${id}`)).json()
  expect(saved.variants[51].stockQuantity).toBe(78)
  const { url } = saved.images.at(-1)
  expect([2, 3, 49, 50].map((place) => saved.variants[place].image)).toEqual([null, url, null, url])
})
