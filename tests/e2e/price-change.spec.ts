import { cardFrame, typeCard } from '../support/card-form/card-journey.ts'
import { complete, expectSuccess, fillShipping, proceed } from '../support/checkout-journey.ts'
import { aProduct, expect, expectAccessible, settled, signInAsAdmin, test } from '../support/journey.ts'
import { CARD } from '../support/shopper-details.ts'

// The browser logs the rejected request to the console.
test.use({ shopFor: 'admins', expectedMessages: [/status of 409/] })

test('a price that changes while the card is entered is shown, old and new, before it is charged', {
  tag: '@long',
}, async ({ page, anotherDevice }) => {
  const admin = await anotherDevice()
  const id = await aProduct(admin)
  await page.goto(`/product/${id}`)
  await settled(page)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await proceed(page)
  await fillShipping(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await typeCard(cardFrame(page), CARD.good)

  const token = await signInAsAdmin(admin)
  const changed = await admin.request.patch(`/api/admin/products/${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { price: '120.00' },
  })
  expect(changed.status()).toBe(200)
  await complete(page)

  const notice = page.getByRole('region', { name: 'Your cart has changed' })
  await expect(notice).toContainText('Journey Box: The price changed from $95.00 to $120.00.')
  await expect(notice).toContainText('The total is now $124.99')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await typeCard(cardFrame(page), CARD.good)
  await complete(page)
  const orderId = await expectSuccess(page)
  const order = await page.request.get(
    `/api/orders/track?${new URLSearchParams({ orderId, email: 'ada@example.com' })}`,
  )
  expect(await order.json()).toMatchObject({ totalAmount: '124.99' })
})
