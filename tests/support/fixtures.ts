import type { Product } from '#contract/catalog/api.ts'
import { aProduct as addProduct } from '../../server/catalog/fixtures.ts'
import type { ResponseOf } from '../../web/platform/api.ts'
import { ADMIN } from './config.ts'
import type { TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

export type Customer = Visitor & { user: ResponseOf<'POST /api/auth/login'>['user']; password: string }
export type Mail = { id: number; to: string[]; subject: string; text: string; html: string }

let made = 0

/** Registers a customer, who is signed in afterward. */
export async function aCustomer(
  shop: TestShop,
  facts: { username?: string; email?: string; fullName?: string; password?: string } = {},
): Promise<Customer> {
  made += 1
  const username = facts.username ?? `customer-${made}`
  const password = facts.password ?? 'a long enough password'
  const visitor = shop.visitor()
  const { token, user } = await visitor.call('POST /api/auth/register', {
    username,
    email: facts.email ?? `${username}@example.com`,
    fullName: facts.fullName,
    password,
  })
  return Object.assign(visitor, { token, user, password })
}

/** Registers a customer and verifies the email address through the emailed link. */
export async function aVerifiedCustomer(
  shop: TestShop,
  facts: Parameters<typeof aCustomer>[1] = {},
): Promise<Customer> {
  const customer = await aCustomer(shop, facts)
  await customer.call('POST /api/auth/verify-email', {
    token: await linkTo(shop, 'verify-email', customer.user.email),
  })
  return customer
}

/** Requests an email address change, with the password as proof. The link is emailed to the new address. */
export async function requestAddress(customer: Customer, email: string) {
  await customer.call('PATCH /api/auth/profile', { email })
  const { password } = customer
  return customer.call('POST /api/auth/email-change/confirm', { email, password })
}

/** Adds a confirmed newsletter subscriber. @returns the unsubscribe token */
export async function aSubscriber(shop: TestShop, email: string): Promise<string> {
  const visitor = shop.visitor()
  await visitor.call('POST /api/newsletter', { email })
  const token = await newsletterToken(shop, 'confirm', email)
  await visitor.call('POST /api/newsletter/confirm', { token })
  return newsletterToken(shop, 'unsubscribe', email)
}

/** Returns the token of the newest newsletter link sent to an email address. */
export async function newsletterToken(shop: TestShop, page: 'confirm' | 'unsubscribe', email: string) {
  for (const { text } of await emailsTo(shop, email)) {
    const token = new RegExp(`/newsletter/${page}\\?token=([\\w-]+)`).exec(text)?.[1]
    if (token) return token
  }
  throw new Error(`No email to ${email} has a link to ${page}`)
}

/** Signs in the first admin on a separate device. */
export function anAdmin(shop: TestShop): Promise<Customer> {
  return signedIn(shop, ADMIN.ADMIN_USERNAME, ADMIN.ADMIN_PASSWORD)
}

/** Signs a user in on another device. */
export async function signedIn(shop: TestShop, username: string, password: string): Promise<Customer> {
  const visitor = shop.visitor()
  const { token, user } = await visitor.call('POST /api/auth/login', { username, password })
  return Object.assign(visitor, { token, user, password })
}

export async function aProduct(
  shop: TestShop,
  facts: Parameters<typeof addProduct>[1] = {},
): Promise<Product> {
  const id = await addProduct(shop, facts)
  return shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
}

/** A product with an option Color and a variant with this stock for each color, such as { Gray: 3, Blue: 2 }. */
export async function aProductInColors(
  shop: TestShop,
  stock: Record<string, number>,
  facts: Parameters<typeof addProduct>[1] = {},
): Promise<Product> {
  const id = await addProduct(shop, facts)
  const admin = await anAdmin(shop)
  await admin.call('PUT /api/admin/products/:id/variants', {
    id,
    options: [{ name: 'Color', values: Object.keys(stock) }],
    variants: Object.entries(stock).map(([color, stockQuantity]) => ({
      optionValues: [color],
      stockQuantity,
    })),
  })
  return shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
}

/** A product with 40 colors in 50 widths: 2,000 variants. The n-th one costs n cents more than $10 and has n units. */
export async function aProductInManyVariants(
  shop: TestShop,
  facts: Parameters<typeof addProduct>[1] = {},
): Promise<number> {
  const id = await addProduct(shop, facts)
  const values = (name: string, count: number) =>
    Array.from({ length: count }, (_, place) => `${name} ${place}`)
  const [colors, widths] = [values('Color', 40), values('Width', 50)]
  const admin = await anAdmin(shop)
  await admin.call('PUT /api/admin/products/:id/variants', {
    id,
    options: [
      { name: 'Color', values: colors },
      { name: 'Width', values: widths },
    ],
    variants: colors
      .flatMap((color) => widths.map((width) => [color, width]))
      .map((optionValues, place) => ({
        optionValues,
        sku: `MANY-${id}-${place}`,
        price: (10 + place / 100).toFixed(2),
        stockQuantity: place,
      })),
  })
  return id
}

/** Sends the outbox, and returns all emails to an email address, newest first. */
export async function emailsTo(shop: TestShop, email: string): Promise<Mail[]> {
  await shop.runJobs()
  const response = await fetch(`${shop.sandboxUrl}/sandbox/api/mails?${new URLSearchParams({ to: email })}`)
  return (await response.json()) as Mail[]
}

/** Returns the token of the newest link to a page that was sent to an email address. */
export async function linkTo(
  shop: TestShop,
  page: 'verify-email' | 'reset-password' | 'undo-email-change' | 'join',
  email: string,
): Promise<string> {
  for (const { text } of await emailsTo(shop, email)) {
    const token = new RegExp(`/auth/${page}#token=([\\w-]+)`).exec(text)?.[1]
    if (token) return token
  }
  throw new Error(`No email to ${email} has a link to ${page}`)
}
