import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

type OpeningFacts = {
  products: number
  /** Pages that the owner has published. */
  publishedPages: string[]
  emailWasSent: boolean
  webhookCame: boolean
  purchaseWasRefunded: boolean
  allHaveSecondFactors: boolean
  backupIsRecent: boolean
}

/**
 * Finds what proves that requirements for opening are met.
 * @param isLive whether purchases with real money count, or those of the test mode
 * @param entered when the owner entered the current keys and mail server, or null; what came before proves nothing
 */
export async function findOpeningFacts(
  db: Db,
  isLive: boolean,
  entered: { keysChangedAt: string | null; mailChangedAt: string | null },
): Promise<OpeningFacts> {
  const { rows } = await sql<OpeningFacts>`
    select
      (select count(*)::int from products where archived_at is null) as products,
      array(select page from (
        select distinct on (page) page, state from page_versions order by page, version desc) latest
        where state = 'published') as "publishedPages",
      exists (select from emails where sent_at > coalesce(${entered.mailChangedAt}::timestamptz, '-infinity')) as "emailWasSent",
      exists (select from webhook_events where received_at > coalesce(${entered.keysChangedAt}::timestamptz, '-infinity')) as "webhookCame",
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

/** Counts all orders and customers' accounts, and the reviews by some of them. */
export async function countRecords(
  db: Db,
  customerIds: number[],
): Promise<{ orders: number; customers: number; reviews: number }> {
  const { rows } = await sql<{ orders: number; customers: number; reviews: number }>`
    select
      (select count(*)::int from orders) as orders,
      (select count(*)::int from users where staff_role is null) as customers,
      (select count(*)::int from reviews where user_id = any (${customerIds}::integer[])) as reviews`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('The query for the numbers of orders and customers returned no row')
  return row
}
