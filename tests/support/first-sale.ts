import { expect, type Page } from '@playwright/test'
import { payByCard } from './purchase.ts'
import { SHIPPING } from './shopper-details.ts'

/** Buys a product and pays for it. Until its first order, a shop's dashboard has no charts. */
export async function makeSale(page: Page, { sandboxUrl }: { sandboxUrl: string }) {
  await page.request.post('/api/cart', { data: { productId: 1, quantity: 1 } })
  const items = await (await page.request.get('/api/cart')).json()
  const amount = items[0].product.price
  const checkout = { items, amount, shippingInfo: SHIPPING }
  const intent = await (await page.request.post('/api/create-payment-intent', { data: checkout })).json()
  expect(await payByCard({ sandboxUrl }, intent)).toBe(200)
}
