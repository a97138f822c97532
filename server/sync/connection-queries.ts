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
  const row = await db
    .selectFrom('sync_connection')
    .select(['store_url as storeUrl', 'api_key as apiKey', 'schedule_minutes as scheduleMinutes'])
    .select(['access_token as accessToken', 'api_secret as apiSecret'])
    .select(['previous_api_secret as previousApiSecret'])
    .select(['granted_token as grantedToken', 'granted_until as grantedUntil'])
    .select(['webhooks_for as webhooksFor', 'webhooks_at as webhooksAt'])
    .select(['webhooks_error as webhooksError'])
    .executeTakeFirst()
  return row ?? EMPTY
}

/** Updates only the given fields. Kysely leaves out columns whose value is undefined. */
export async function upsertConnection(db: Db, changes: Partial<StoredConnection>): Promise<void> {
  const row = {
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
    updated_at: now(),
  }
  await db
    .insertInto('sync_connection')
    .values(row)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
    .execute()
}
