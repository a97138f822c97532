import { vi } from 'vitest'
import { type Customer, emailsTo, type Mail } from './fixtures.ts'
import { aPaidOrder } from './purchase.ts'
import type { TestShop } from './shop.ts'
import { SHIPPING } from './shopper-details.ts'
import type { Visitor } from './visitor.ts'

export const SHIPMENT = { carrier: 'UPS', trackingNumber: '1Z 999 AA1' } as const

/** The order ID and the email address together grant access to the order. */
export type Proof = { orderId: string; email: string }

type Purchase = Proof & { products: { id: number; name: string }[] }

/** Makes a purchase. @returns the paid order's ID, and the email address that grants access to it */
export async function aPurchasedOrder(
  shop: TestShop,
  products: Purchase['products'],
  { email = SHIPPING.email, visitor = shop.visitor() }: { email?: string; visitor?: Visitor } = {},
): Promise<Purchase> {
  const { orderId } = await aPaidOrder(shop, visitor, products, { email })
  return { orderId, email, products }
}

export async function ship(admin: Customer, { orderId }: { orderId: string }) {
  return admin.call('POST /api/admin/orders/:orderId/ship', { orderId, ...SHIPMENT })
}

export async function deliver(admin: Customer, { orderId }: { orderId: string }) {
  return admin.call('POST /api/admin/orders/:orderId/deliver', { orderId })
}

/** Makes a purchase and marks it as delivered. */
export async function aDeliveredOrder(
  shop: TestShop,
  admin: Customer,
  ...bought: Parameters<typeof aPurchasedOrder> extends [TestShop, ...infer Rest] ? Rest : never
): Promise<Purchase> {
  const order = await aPurchasedOrder(shop, ...bought)
  await ship(admin, order)
  await deliver(admin, order)
  return order
}

export async function tracked({ visitor }: TestShop, { orderId, email }: Proof) {
  return visitor().call('GET /api/orders/track', { orderId, email })
}

/** Requests a return of a number of units of the first item, or of the named one. */
export async function submitReturn(
  shop: TestShop,
  proof: Proof,
  { name, quantity = 1, reason }: { name?: string; quantity?: number; reason?: string } = {},
) {
  const { items } = await tracked(shop, proof)
  const item = items.find(({ product }) => name === undefined || product.name === name)
  return shop.visitor().call('POST /api/orders/:orderId/returns', {
    orderId: proof.orderId,
    email: proof.email,
    items: [{ itemId: item?.id ?? 0, quantity }],
    reason,
  })
}

/** Waits for the email with this subject, because emails may arrive out of order. */
export async function findEmail(shop: TestShop, email: string, subject: string): Promise<Mail> {
  return vi.waitFor(
    async () => {
      const found = (await emailsTo(shop, email)).filter((message) => message.subject === subject)
      if (found.length !== 1 || !found[0]) throw new Error(`${found.length} letters '${subject}'`)
      return found[0]
    },
    { timeout: 10_000, interval: 50 },
  )
}
