import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { SyncConnection } from '#contract/sync/api.ts'
import { SYNC_MESSAGES } from '#contract/sync/rules.ts'
import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import type { ShopifyAccess } from '../shopify-settings.ts'
import { readPushClock } from '../stock/push-queries.ts'
import { findAccess, findWebhookSecrets, openPlatform } from './access.ts'
import { applyMissing, applyProduct } from './apply/apply-product.ts'
import { type StoredConnection, upsertConnection } from './connection-queries.ts'
import { checkPrices } from './map/check-prices.ts'
import { mapProduct, readMappingShop } from './map/map-product.ts'
import { IncompleteError } from './map/map-variants.ts'
import { type Platform, PlatformError } from './platform.ts'
import { deleteRun, insertWebhookRun } from './queries.ts'
import { lockLink } from './record/link-queries.ts'
import { countChanges } from './record/run-queries.ts'
import * as queries from './webhook-queries.ts'

type Parts = Pick<Shop, 'db' | 'config' | 'secrets' | 'stopping'>
/** Prefix of the IDs in webhooks about the inventory of a variant. The others name a product. */
export const INVENTORY_ITEM = 'gid://shopify/InventoryItem/'
/** Path of the platform's webhooks. */
export const WEBHOOK = '/api/webhooks/shopify'

/** Registers webhooks for changes of products and inventory. Full syncs do so, too. */
export const registerWebhooksJob = job('register-platform-webhooks', z.object({}), { retryLimit: 3 })

/** Fetches the product that a webhook names. Retries for some hours. */
export const handleWebhookJob = job('handle-platform-webhook', z.object({ webhookId: z.string() }), {
  retryLimit: 14,
  retryDelay: 2,
})

/**
 * Registers webhooks after connecting and with each full sync, because the platform removes the subscriptions of a shop
 * that was unavailable for hours. Saves the result for the admin. A failure is harmless, since scheduled syncs work
 * without webhooks.
 */
export async function registerWebhooks(parts: Parts): Promise<void> {
  const access = await findAccess(parts)
  if (!access) return
  await upsertConnection(parts.db, {
    webhooksFor: placeOf(access, parts.config),
    webhooksError: await failureOf(parts, access),
    webhooksAt: now(),
  })
}

/** Returns why webhooks couldn't be registered, or null if they were. */
async function failureOf(parts: Parts, { apiSecret }: ShopifyAccess): Promise<string | null> {
  if (apiSecret === null) return SYNC_MESSAGES.unsigned
  try {
    const platform = await openPlatform(parts)
    if (!platform) return SYNC_MESSAGES.notConfigured
    await platform.subscribe(`${parts.config.publicUrl}${WEBHOOK}`)
    return null
  } catch (error) {
    if (error instanceof PlatformError) return error.message
    throw error
  }
}

/** Returns the registration as shown to admins, or null if it was for another store or URL. */
export function webhooksOf(
  stored: StoredConnection,
  access: ShopifyAccess | null,
  config: Parts['config'],
): SyncConnection['webhooks'] {
  const { webhooksFor, webhooksAt, webhooksError } = stored
  if (!access || webhooksAt === null || webhooksFor !== placeOf(access, config)) return null
  return { at: webhooksAt.toISOString(), error: webhooksError }
}

const placeOf = ({ storeUrl }: ShopifyAccess, { publicUrl }: Parts['config']) => `${storeUrl} ${publicUrl}`

const HANDLED_TOPICS = /^(products\/(create|update|delete)|inventory_levels\/update)$/

/**
 * Verifies that these bytes were signed with the app's secret or, during a rotation, the previous one.
 * @param signature HMAC-SHA256 in base64
 */
export async function isSigned(
  parts: Omit<Parts, 'stopping'>,
  body: Buffer,
  signature: string,
): Promise<boolean> {
  const received = Buffer.from(signature, 'base64')
  return (await findWebhookSecrets(parts)).some((secret) => {
    const expected = createHmac('sha256', secret).update(body).digest()
    return received.length === expected.length && timingSafeEqual(received, expected)
  })
}

/** Stores a webhook and enqueues its handling, once per ID. Once this returns, the webhook can't be lost. */
export async function receiveWebhook(db: Db, webhook: queries.ReceivedWebhook): Promise<void> {
  if (!HANDLED_TOPICS.test(webhook.topic)) return
  await inTransaction(db, async (db) => {
    if (await queries.insertWebhook(db, webhook))
      await enqueue(db, handleWebhookJob, { webhookId: webhook.id })
  })
}

/**
 * Handles a webhook by fetching the product it is about: its content may be outdated, duplicated, or out of order. A
 * snapshot older than the last one is ignored.
 * @throws PlatformError, IncompleteError if the job should retry; the daily full sync covers the rest
 */
export async function handleWebhook(parts: Parts, webhookId: string): Promise<void> {
  const { db } = parts
  const webhook = await queries.findWaitingWebhook(db, webhookId)
  if (!webhook) return
  const platform = await openPlatform(parts)
  if (!platform) return queries.updateHandled(db, webhookId, SYNC_MESSAGES.notConfigured)
  try {
    await checkPrices(platform, await readSettings(db))
    const readAt = await readPushClock(db)
    const externalId = await productOf(platform, webhook.externalId)
    if (externalId === null) return queries.updateHandled(db, webhookId, 'nothing to change')
    const product = await platform.findProduct(externalId)
    await inTransaction(db, async (db) => {
      const runId = await insertWebhookRun(db)
      if (product) {
        const link = await lockLink(db, externalId)
        const snapshot = mapProduct(product, await readMappingShop(db), link, readAt)
        if (snapshot) await applyProduct(db, runId, snapshot)
      } else await applyMissing(db, runId, externalId, platform.clock())
      const isChanged = (await countChanges(db, runId)) > 0
      if (!isChanged) await deleteRun(db, runId)
      await queries.updateHandled(db, webhookId, isChanged ? 'handled' : 'nothing to change')
    })
  } catch (error) {
    if (!(error instanceof ShopError || isLasting(error)) || error instanceof IncompleteError) throw error
    // The next full run reports it.
    await queries.updateHandled(db, webhookId, `skipped: ${error.message}`)
  }
}

/** Returns the ID of the product that a webhook is about, or null if the platform no longer has its inventory item. */
async function productOf(platform: Platform, externalId: string): Promise<string | null> {
  return externalId.startsWith(INVENTORY_ITEM) ? platform.findProductOfItem(externalId) : externalId
}

/** A retry would return the same. */
const isLasting = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && (error.kind === 'unreadable' || error.kind === 'mismatch')
