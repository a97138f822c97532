import { sql } from 'kysely'
import type { GoingLive } from '#contract/admin/going-live.ts'
import { listDemoProducts } from '../catalog/demo-products.ts'
import type { PaymentGateway } from '../payments/provider.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'

type Facts = {
  products: number
  emailWasSent: boolean
  webhookCame: boolean
  purchaseWasRefunded: boolean
  allHaveSecondFactors: boolean
  backupIsRecent: boolean
}
type Place = { demo: boolean; publicUrl: string }

/**
 * Finds out what the shop still needs before it opens. In the demo, nothing that only a real provider, mail server, or address
 * can prove is met.
 */
export async function readGoingLive(
  db: Db,
  { demo, publicUrl }: Place,
  { isLive }: Pick<PaymentGateway, 'isLive'>,
): Promise<GoingLive> {
  const settings = await readSettings(db)
  const demoProducts = (await listDemoProducts(db)).length
  const facts = await findFacts(db, isLive)
  return {
    isMet: {
      products: facts.products > 0 && demoProducts === 0,
      business: settings.business.legalName !== '',
      places: settings.zones !== null,
      taxes: settings.taxes.mode !== 'none',
      address: !demo && publicUrl.startsWith('https://'),
      email: !demo && facts.emailWasSent,
      payments: !demo && isLive,
      webhook: !demo && facts.webhookCame,
      purchase: !demo && facts.purchaseWasRefunded,
      secondFactor: facts.allHaveSecondFactors,
      backup: facts.backupIsRecent,
    },
    demoProducts,
  }
}

async function findFacts(db: Db, isLive: boolean): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select
      (select count(*)::int from products where archived_at is null) as products,
      exists (select from emails where sent_at is not null) as "emailWasSent",
      exists (select from webhook_events) as "webhookCame",
      exists (select from refunds join payments using (order_id)
        where refunds.status = 'succeeded' and payments.is_live = ${isLive}) as "purchaseWasRefunded",
      not exists (
        select from users where role = 'admin' and blocked_at is null
          and not exists (select from second_factors where user_id = users.id and confirmed_at is not null)
          and not exists (select from passkeys where user_id = users.id)) as "allHaveSecondFactors",
      exists (select from backups where made_at > now() - interval '30 days') as "backupIsRecent"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The query for what the shop needs returned no row')
  return row
}
