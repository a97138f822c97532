import type { SyncConnection, SyncConnectionInput } from '#contract/sync/api.ts'
import { SYNC_MESSAGES, storeOrigin } from '#contract/sync/rules.ts'
import { recordChange } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import { invalidInput } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { Shop } from '../shop.ts'
import { findAccess, purposeOf } from './access.ts'
import { findConnection, upsertConnection } from './connection-queries.ts'
import { registerWebhooksJob, webhooksOf } from './webhooks.ts'

type Parts = Pick<Shop, 'db' | 'config' | 'secrets'>

/** Returns the connection as shown to admins, without secrets. */
export async function readConnection(parts: Parts): Promise<SyncConnection> {
  const { db, config } = parts
  const stored = await findConnection(db)
  const access = await findAccess(parts)
  const isEntered = stored.storeUrl !== null
  return {
    source: isEntered ? 'entered' : access ? (config.shopify.sandboxUrl ? 'sandbox' : 'settings') : null,
    storeUrl: access?.storeUrl ?? '',
    apiKey: access?.apiKey ?? '',
    hasAccessToken: access?.accessToken !== null && access !== null,
    hasApiSecret: access?.apiSecret !== null && access !== null,
    scheduleMinutes: stored.scheduleMinutes as SyncConnection['scheduleMinutes'],
    webhooks: webhooksOf(stored, access, config),
    sandboxUrl: config.shopify.sandboxUrl,
  }
}

/**
 * Saves the connection. An omitted secret is kept, but only for the same store, because it must not be sent to another
 * one.
 * @throws ShopError 400
 */
export async function enterConnection(
  { db, config, secrets }: Parts,
  adminId: number,
  input: SyncConnectionInput,
): Promise<void> {
  const storeUrl = allowedStore(config, input.storeUrl)
  const before = await findAccess({ db, config, secrets })
  const previous = before?.storeUrl === storeUrl ? before : null
  const secretFrom = (value: string | null | undefined, old: string | null | undefined) =>
    value === undefined ? (old ?? null) : value || null
  const accessToken = secretFrom(input.accessToken, previous?.accessToken)
  const apiSecret = secretFrom(input.apiSecret, previous?.apiSecret)
  if (accessToken === null && apiSecret === null) throw wrong('accessToken', SYNC_MESSAGES.oneSecret)
  const sealed = (text: string | null | undefined, name: Parameters<typeof purposeOf>[0]) =>
    text ? secrets.encrypt(text, purposeOf(name)) : null
  const isSecretNew = previous?.apiSecret && previous.apiSecret !== apiSecret
  await inTransaction(db, async (db) => {
    await upsertConnection(db, {
      storeUrl,
      apiKey: input.apiKey,
      accessToken: sealed(accessToken, 'accessToken'),
      apiSecret: sealed(apiSecret, 'apiSecret'),
      ...(isSecretNew ? { previousApiSecret: sealed(previous.apiSecret, 'previousApiSecret') } : {}),
      ...(previous ? {} : { previousApiSecret: null }),
      grantedToken: null,
      grantedUntil: null,
      webhooksFor: null,
    })
    await enqueue(db, registerWebhooksJob, {})
    await noteChange(db, adminId, 'sync.connected', {
      storeUrl,
      apiKey: input.apiKey,
      hasAccessToken: accessToken !== null,
      hasApiSecret: apiSecret !== null,
    })
  })
}

/** Removes the entered connection, so the environment's settings apply again. */
export async function deleteConnection(db: Db, adminId: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const { storeUrl } = await findConnection(db)
    await upsertConnection(db, {
      storeUrl: null,
      apiKey: null,
      accessToken: null,
      apiSecret: null,
      previousApiSecret: null,
      grantedToken: null,
      grantedUntil: null,
    })
    if (storeUrl !== null) await noteChange(db, adminId, 'sync.disconnected', { storeUrl })
  })
}

export async function changeSchedule(db: Db, adminId: number, minutes: number | null): Promise<void> {
  await inTransaction(db, async (db) => {
    const before = (await findConnection(db)).scheduleMinutes
    if (before === minutes) return
    await upsertConnection(db, { scheduleMinutes: minutes })
    await recordChange(db, {
      actorId: adminId,
      action: 'sync.scheduled',
      subjectId: 'platform',
      before: { minutes: before },
      after: { minutes },
    })
  })
}

/** Allows only the platform's own store domains, and in demo mode only the sandbox. @throws ShopError 400 */
function allowedStore({ shopify: { sandboxUrl } }: Config, typed: string): string {
  if (sandboxUrl === null) return storeOrigin(typed) ?? reject(SYNC_MESSAGES.storeUrl)
  if (typed.trim().replace(/\/$/, '').toLowerCase() === sandboxUrl.toLowerCase()) return sandboxUrl
  return reject(`In demo mode, you can only connect the sandbox: ${sandboxUrl}`)
}

function reject(message: string): never {
  throw wrong('storeUrl', message)
}

const wrong = (path: string, message: string) => invalidInput(message, [{ path, message }])

async function noteChange(db: Db, actorId: number, action: string, after: object) {
  await recordChange(db, { actorId, action, subjectId: 'platform', before: null, after })
}
