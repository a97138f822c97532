import { isDeepStrictEqual } from 'node:util'
import type { OrderAddresses } from '#contract/checkout/shipping.ts'
import type { Db } from '../platform/db/database.ts'
import { randomReadable } from '../platform/ids.ts'
import { announceOrder } from './announce.ts'
import type { Draft } from './place-queries.ts'
import * as queries from './place-queries.ts'
import { listVersionLines, type OrderLine } from './write-queries.ts'

/**
 * Of an order that is being paid: `version` is what the shopper wants now, `agreed` what the provider knows. `isNew`: made in
 * this very transaction.
 */
export type OpenOrder = { id: string; version: number; agreed: number; totalCents: number; isNew: boolean }

/**
 * The pending order of a cart, made or changed within the caller's transaction. What is paid for never changes under the
 * shopper: a changed cart becomes another version, which counts once the provider has agreed to it.
 */
export async function placeOrder(db: Db, draft: Draft): Promise<OpenOrder> {
  const open = await queries.lockOpenOrder(db, draft.cartId)
  if (!open) return placeNew(db, draft)
  const isSame = sameContent(draft, {
    ...open,
    lines: await listVersionLines(db, open.id, open.latest),
  })
  const version = isSame ? open.latest : open.latest + 1
  if (!isSame) await queries.insertVersion(db, open.id, version, draft)
  return { id: open.id, version, agreed: open.agreed, totalCents: draft.quote.totalCents, isNew: false }
}

/**
 * From now on this version counts, and goes to this address. Not before: what was asked for while the payment was under
 * way, and refused, must not change where a paid order goes.
 * @returns false when the order waits for no payment any more, or a later version counts already
 */
export async function agreeToVersion(
  db: Db,
  { id, version }: OpenOrder,
  { addresses, userId }: { addresses: OrderAddresses | null; userId: number | null },
): Promise<boolean> {
  return queries.updateVersion(db, id, version, addresses, userId)
}

/**
 * The lines of what the provider may know and of what the shopper wants: of each product the largest quantity. A version
 * between them may just be on its way to the provider, from another tab.
 * @param wanted the lines of the order's version
 */
export async function linesOfBoth(
  db: Db,
  { id, agreed, version }: OpenOrder,
  wanted: OrderLine[],
): Promise<{ productId: number; quantity: number }[]> {
  if (agreed === version) return wanted
  const largest = new Map<number, number>()
  for (let counted = agreed; counted <= version; counted++) {
    for (const { productId, quantity } of await listVersionLines(db, id, counted)) {
      largest.set(productId, Math.max(quantity, largest.get(productId) ?? 0))
    }
  }
  return [...largest].map(([productId, quantity]) => ({ productId, quantity }))
}

async function placeNew(db: Db, draft: Draft): Promise<OpenOrder> {
  let id = newOrderId()
  while (!(await queries.insertOrder(db, id, draft))) id = newOrderId()
  await queries.insertFirstVersion(db, id, draft)
  await announceOrder(db, 'order.placed', id)
  return { id, version: 1, agreed: 1, totalCents: draft.quote.totalCents, isNew: true }
}

const newOrderId = () => `PL-${randomReadable(4)}-${randomReadable(4)}`

type Content = Pick<Draft, 'lines' | 'quote'>

function sameContent(one: Content, other: Content): boolean {
  const inOrder = ({ lines }: Content) =>
    lines
      .map(({ productId, name, image, priceCents, quantity }) => [
        productId,
        name,
        image,
        priceCents,
        quantity,
      ])
      .sort(([a], [b]) => Number(a) - Number(b))
  return isDeepStrictEqual(one.quote, other.quote) && isDeepStrictEqual(inOrder(one), inOrder(other))
}
