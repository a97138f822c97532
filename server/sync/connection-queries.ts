import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/** The connection as entered by admins, and the granted token. Secrets are encrypted. */
export type StoredConnection = {
  storeUrl: string | null
  apiKey: string | null
  accessToken: string | null
  apiSecret: string | null
  previousApiSecret: string | null
  grantedToken: string | null
  grantedUntil: Date | null
  scheduleMinutes: number | null
  /** Store and URL of the last webhook registration. */
  webhooksFor: string | null
  webhooksAt: Date | null
  /** The error of the last registration, or null if it succeeded. */
  webhooksError: string | null
}

const EMPTY: StoredConnection = {
  storeUrl: null,
  apiKey: null,
  accessToken: null,
  apiSecret: null,
  previousApiSecret: null,
  grantedToken: null,
  grantedUntil: null,
  scheduleMinutes: null,
  webhooksFor: null,
  webhooksAt: null,
  webhooksError: null,
}

export async function findConnection(db: Db): Promise<StoredConnection> {
  const row = await db.selectFrom('sync_connection').selectAll().executeTakeFirst()
  if (!row) return EMPTY
  return {
    storeUrl: row.store_url,
    apiKey: row.api_key,
    accessToken: row.access_token,
    apiSecret: row.api_secret,
    previousApiSecret: row.previous_api_secret,
    grantedToken: row.granted_token,
    grantedUntil: row.granted_until,
    scheduleMinutes: row.schedule_minutes,
    webhooksFor: row.webhooks_for,
    webhooksAt: row.webhooks_at,
    webhooksError: row.webhooks_error,
  }
}

/** Updates only the given fields. */
export async function upsertConnection(db: Db, changes: Partial<StoredConnection>): Promise<void> {
  const row = Object.fromEntries(
    Object.entries({
      store_url: changes.storeUrl,
      api_key: changes.apiKey,
      access_token: changes.accessToken,
      api_secret: changes.apiSecret,
      previous_api_secret: changes.previousApiSecret,
      granted_token: changes.grantedToken,
      granted_until: changes.grantedUntil,
      schedule_minutes: changes.scheduleMinutes,
      webhooks_for: changes.webhooksFor,
      webhooks_at: changes.webhooksAt,
      webhooks_error: changes.webhooksError,
    }).filter(([, value]) => value !== undefined),
  )
  await db
    .insertInto('sync_connection')
    .values({ ...row, updated_at: now() })
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ ...row, updated_at: now() }))
    .execute()
}
