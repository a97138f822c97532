import { setTimeout as sleep } from 'node:timers/promises'
import { type APIRequestContext, type Page, request } from '@playwright/test'
import type { ShopProcess } from '../support/shop-process.ts'
import { BUSINESS, STRIPE_TAX } from '../support/taxes.ts'
import { ADMIN, bearer, buy, type FilledShop, register, signIn } from './people.ts'
import { type Screen, toPayment, typeShipping, withCart } from './steps.ts'

const EMAIL = 'ada@example.com'
const LAMP = 2

/** A shop that has sent every email after a purchase, and whose taxes Stripe calculates. */
export async function fillEmailShop({ url, sandboxUrl }: ShopProcess): Promise<FilledShop> {
  const admin = await signIn(url, { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD })
  const customer = await register(url, 'ada', 'Ada Lovelace')
  const ada = await request.newContext({ baseURL: url, extraHTTPHeaders: bearer(customer) })
  const owner = await request.newContext({ baseURL: url, extraHTTPHeaders: bearer(admin) })
  await ada.post('/api/auth/forgot-password', { data: { email: EMAIL } })
  await owner.patch('/api/admin/settings', { data: { backInStock: 'all' } })
  await owner.patch(`/api/admin/products/${LAMP}`, { data: { stockQuantity: 0 } })
  await ada.post('/api/back-in-stock', { data: { variantId: LAMP, email: EMAIL } })

  for (const productId of [1, 5]) await ada.post('/api/cart', { data: { productId, quantity: 1 } })
  const arrivedId = await buy(ada, url, sandboxUrl)
  const arrived = `/api/admin/orders/${arrivedId}`
  await owner.post(`${arrived}/ship`, { data: { carrier: 'UPS', trackingNumber: '1Z 999 AA1 01' } })
  await owner.put(`${arrived}/parcel`, { data: { carrier: 'UPS', trackingNumber: '1Z 999 AA1 02' } })
  await owner.post(`${arrived}/deliver`, { data: {} })
  const { items } = await (
    await ada.get(`/api/orders/track?${new URLSearchParams({ orderId: arrivedId, email: EMAIL })}`)
  ).json()
  for (const { id } of items) {
    await ada.post(`/api/orders/${arrivedId}/returns`, {
      data: { email: EMAIL, items: [{ itemId: id, quantity: 1 }], reason: 'It is too wide for my desk.' },
    })
  }
  const [declined, accepted] = await (await owner.get('/api/admin/returns')).json()
  await owner.post(`/api/admin/returns/${accepted.id}/accept`, { data: { refund: '89.00', restock: true } })
  await owner.post(`/api/admin/returns/${declined.id}/refuse`, {
    data: { reason: 'The stand is scratched.' },
  })
  await ada.post('/api/cart', { data: { productId: 3, quantity: 1 } })
  const orderId = await buy(ada, url, sandboxUrl)
  await ada.post(`/api/orders/${orderId}/cancel`, { data: { email: EMAIL } })

  const { text } = await findEmail(ada, sandboxUrl, /^Confirm your request/)
  const token = /token=([\w-]+)/.exec(text)?.[1]
  await ada.post('/api/back-in-stock/confirm', { data: { token } })
  await owner.patch(`/api/admin/products/${LAMP}`, { data: { stockQuantity: 5 } })
  await owner.patch('/api/admin/settings', { data: { business: BUSINESS, taxes: STRIPE_TAX } })
  return { people: { customer, newcomer: customer, admin }, orderId, arrivedId }
}

/** Waits for an email, because jobs send them, some once a minute. */
async function findEmail(context: APIRequestContext, sandboxUrl: string, subject: RegExp) {
  for (let tries = 0; tries < 180; tries++) {
    const mails: { id: number; subject: string; text: string }[] = await (
      await context.get(`${sandboxUrl}/sandbox/api/mails`)
    ).json()
    const found = mails.find((mail) => subject.test(mail.subject))
    if (found) return found
    await sleep(500)
  }
  throw new Error(`No email has the subject ${subject}`)
}

const email = (name: string, subject: RegExp): Screen => ({
  name: `email-${name}`,
  address: '/',
  act: async (page: Page) => {
    const { sandboxUrl } = await (await page.request.get('/api/shop')).json()
    const { id } = await findEmail(page.request, sandboxUrl, subject)
    await page.goto(`${sandboxUrl}/mailbox/${id}/html`)
  },
})

export const EMAIL_SCREENS: Screen[] = [
  email('verify', /^Verify your email address/),
  email('password-reset', /^Reset your password/),
  email('order', /^Your order \S+ at/),
  email('order-admin', /^New order/),
  email('shipped', /has shipped$/),
  email('tracking', /has new tracking details$/),
  email('delivered', /was delivered$/),
  email('return-requested', /^We received your return request/),
  email('return-admin', /^Return request for/),
  email('return-accepted', /was accepted$/),
  email('return-declined', /^About your return/),
  email('refund', /^We refunded/),
  email('cancelled', /was cancelled$/),
  email('cancelled-admin', /do not ship$/),
  email('back-in-stock-confirm', /^Confirm your request/),
  email('back-in-stock', /is back in stock$/),
  { name: 'admin-audit-entries', address: '/admin?tab=audit', who: 'admin', act: openEntries },
  { name: 'stripe-tax-cart', address: '/cart', before: withCart },
  { name: 'stripe-tax-checkout', address: '/checkout', before: withCart },
  { name: 'stripe-tax-address', address: '/checkout', before: withCart, act: toTaxes },
  { name: 'stripe-tax-payment', address: '/checkout', before: withCart, act: toPayment },
]

async function toTaxes(page: Page) {
  const response = page.waitForResponse(/api\/checkout\/taxes/)
  await typeShipping(page)
  await response
}

/** Shows the fields of every change. */
async function openEntries(page: Page) {
  await page.locator('li summary').first().waitFor()
  for (const summary of await page.locator('li summary').all()) await summary.click()
}
