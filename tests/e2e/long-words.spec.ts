import type { Page } from '@playwright/test'
import { cardFrame, typeCard } from '../support/card-form/card-journey.ts'
import { addToCart, complete, expectSuccess, fillShipping, proceed } from '../support/checkout-journey.ts'
import { expect, settled, signInAsAdmin, signInAsCustomer, test } from '../support/journey.ts'
import { CARD } from '../support/shopper-details.ts'

test.use({ shopFor: 'admins' })

const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
/** Short enough not to be taken for a secret in the log. */
const SEARCHED = WORD.slice(0, 50)
const SLUG = 'long-word'
const EMAIL = `${'l'.repeat(50)}@example.com`

/** As long as option names may be. */
const OPTION = WORD.slice(0, 40)
const VALUE = WORD.slice(0, 60)

/** Adds a product with options and a review, both with long words. @param page a shopper's page, which is signed in afterward */
async function aReviewOfLongWords(page: Page, owner: Page) {
  const ownerToken = await signInAsAdmin(owner)
  const { image } = (await (await page.request.get('/api/products/1')).json()) as { image: string }
  const product = await page.request.post('/api/admin/products', {
    headers: { authorization: `Bearer ${ownerToken}` },
    data: { name: WORD, slug: SLUG, description: `<p>${WORD}</p>`, price: '12249.00', categoryId: 4, image },
  })
  const { id } = (await product.json()) as { id: number }
  const variants = await page.request.put(`/api/admin/products/${id}/variants`, {
    headers: { authorization: `Bearer ${ownerToken}` },
    data: {
      options: [{ name: OPTION, values: [VALUE, 'Oak'] }],
      variants: [VALUE, 'Oak'].map((value) => ({ optionValues: [value], stockQuantity: 5 })),
    },
  })
  expect(variants.ok(), await variants.text()).toBe(true)
  const token = await signInAsCustomer(page, 'longwinded', EMAIL)
  const headers = { authorization: `Bearer ${token}` }
  const review = { productId: id, rating: 5, title: WORD, comment: WORD }
  expect((await page.request.post('/api/reviews', { headers, data: review })).status()).toBe(201)
}

/** Buys the product with long words in the shipping address. @returns the order ID */
async function buyToLongAddress(page: Page): Promise<string> {
  await addToCart(page, SLUG)
  await expectWhole(page)
  await proceed(page)
  await fillShipping(page, EMAIL)
  const form = page.getByRole('region', { name: 'Shipping Information' })
  for (const label of ['First name', 'Address', 'City'])
    await form.getByLabel(label, { exact: true }).fill(WORD.slice(0, 60))
  const summary = page.getByText('Order summary (1)').first()
  await summary.click()
  await expectWhole(page)
  // On a low screen it covers the buttons.
  await summary.click()
  await form.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  await typeCard(cardFrame(page), CARD.good)
  await complete(page)
  return expectSuccess(page)
}

/** Expects every long word to fit into all its ancestors, no amount to wrap, and the page not to scroll sideways. */
async function expectWhole(page: Page) {
  await expect(page.getByText(WORD.slice(0, 20)).first()).toBeAttached()
  // Wait for sliding elements to finish.
  await expect.poll(() => cutIn(page), page.url()).toEqual([])
}

/** Returns the elements that a long word overflows, innermost first, and each amount that wraps. */
function cutIn(page: Page): Promise<string[]> {
  return page.evaluate(
    (start) => {
      const found: string[] = []
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode
        const range = document.createRange()
        range.selectNodeContents(text)
        const lines = [...range.getClientRects()]
        if (/^\$[\d,.]+$/.test(text.textContent ?? '') && lines.length > 1) found.push(`${text.textContent}`)
        if (!text.textContent?.includes(start)) continue
        const right = Math.max(0, ...lines.map((line) => line.right))
        for (let around = text.parentElement; around; around = around.parentElement) {
          const box = around.getBoundingClientRect()
          // Skip elements for screen readers, which are one pixel wide, and breadcrumbs, which end with an ellipsis.
          if (box.width <= 1 || getComputedStyle(around).textOverflow === 'ellipsis') break
          if (right > box.right + 1) found.push(`${around.tagName} ${around.className}`)
        }
      }
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth > clientWidth ? [...found, `${scrollWidth} px of ${clientWidth}`] : found
    },
    WORD.slice(0, 20),
  )
}

test('words wider than a phone wrap everywhere: names, options, reviews, shipping addresses', {
  tag: '@long',
}, async ({ page, anotherDevice }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const owner = await anotherDevice()
  await aReviewOfLongWords(page, owner)
  const orderId = await buyToLongAddress(page)
  const order = new URLSearchParams({ orderId, email: EMAIL })
  /** Resizes the open page, as a user would, instead of reloading it. */
  const expectWholeAtAnyWidth = async (seenBy: Page) => {
    for (const width of [320, 375, 768, 1440]) {
      await seenBy.setViewportSize({ width, height: 900 })
      await expectWhole(seenBy)
    }
  }
  for (const [seenBy, address] of [
    [page, `/product/${SLUG}`],
    [page, `/?search=${SEARCHED}`],
    [page, `/order-tracking?${order}`],
    [owner, `/admin?tab=products&search=${SLUG}`],
    [owner, `/admin?tab=reviews&search=${SEARCHED}`],
    [owner, `/admin?tab=orders&edit=${orderId}`],
    [owner, `/admin?tab=orders&slip=${orderId}`],
  ] as const) {
    await seenBy.goto(address)
    if (address.includes('&edit=')) await expect(seenBy.getByRole('dialog')).toBeVisible()
    await settled(seenBy)
    await expectWholeAtAnyWidth(seenBy)
  }
  await page.goto('/orders')
  await page.getByRole('button', { name: `View details of order ${orderId}` }).click()
  await expectWholeAtAnyWidth(page)
})
