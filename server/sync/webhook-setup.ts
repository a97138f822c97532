import type { SyncConnection } from '#contract/sync/api.ts'
import { SYNC_MESSAGES } from '#contract/sync/rules.ts'
import { now } from '../platform/clock.ts'
import type { Shop } from '../shop.ts'
import type { ShopifyAccess } from '../shopify-settings.ts'
import { findAccess, openPlatform } from './access.ts'
import { type StoredConnection, upsertConnection } from './connection-queries.ts'
import { PlatformError } from './platform.ts'
import { WEBHOOK } from './webhooks.ts'

type Parts = Pick<Shop, 'db' | 'config' | 'secrets' | 'stopping'>

/**
 * Registers webhooks after connecting and with each full sync, because the platform removes the subscriptions of a shop
 * that was unavailable for hours. Saves the result for the admin. A failure is harmless, since scheduled syncs work
 * without webhooks.
 */
export async function setUpWebhooks(parts: Parts): Promise<void> {
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
