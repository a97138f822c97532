import { z } from 'zod'
import type { Config } from '../config.ts'
import { listUnverifiedOrders, type UnverifiedOrder } from '../orders/vat-queries.ts'
import { settleVatNumber, VAT_REVIEWS } from '../orders/vat-review.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { job } from '../platform/jobs/queue.ts'
import { readSettings } from '../settings/settings.ts'
import { deleteOldAnswers, type Register, verifyNumber } from '../vat-numbers/vat-numbers.ts'
import { registerOf } from './vat-number.ts'
import { queueUnverifiedNumberEmail } from './vat-number-emails.ts'

/** How long VIES is queried about an order's number. */
const QUERIED_MS = 3 * 86_400_000

/** Runs every hour. Queries VIES about the accepted numbers that it couldn't verify at checkout. */
export const verifyOrdersJob = job('verify-vat-numbers', z.object({}))

export async function verifyOrders(db: Db, config: Config): Promise<void> {
  const since = new Date(now().getTime() - QUERIED_MS)
  const register = registerOf(db, await readSettings(db), config)
  for (const order of await listUnverifiedOrders(db, since, VAT_REVIEWS.unverified)) {
    if (order.createdAt > since) await verify(db, config, register, order)
    else await settle(db, config, order, null)
  }
  await deleteOldAnswers(db)
}

async function verify(db: Db, config: Config, register: Register, order: UnverifiedOrder) {
  const answer = await verifyNumber(db, register, order.vatNumber.id)
  if (!answer) return
  const { isValid, name, consultationNumber, at } = answer
  const found = { state: isValid ? ('verified' as const) : ('invalid' as const), name, consultationNumber }
  await settle(db, config, order, { ...order.vatNumber, ...found, checkedAt: at.toISOString() })
}

/** @param found null if VIES couldn't answer in time */
async function settle(
  db: Db,
  config: Config,
  { id, vatNumber }: UnverifiedOrder,
  found: UnverifiedOrder['vatNumber'] | null,
) {
  await inTransaction(db, async (db) => {
    if (await settleVatNumber(db, id, found))
      await queueUnverifiedNumberEmail(db, config, id, found ?? vatNumber)
  })
}
