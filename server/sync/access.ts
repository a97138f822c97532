import { z } from 'zod'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { sha256 } from '../platform/ids.ts'
import { createSafeFetch, type SafeFetch } from '../platform/safe-fetch.ts'
import { DecryptionError, type SecretBox } from '../platform/secret-box.ts'
import type { Shop } from '../shop.ts'
import type { ShopifyAccess } from '../shopify-settings.ts'
import { findConnection, type StoredConnection, upsertConnection } from './connection-queries.ts'
import { reasonOf, unavailable } from './graphql-response.ts'
import { type Platform, PlatformError } from './platform.ts'
import { createShopify } from './shopify.ts'

/** A granted token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 15 * 60_000

type Parts = Pick<Shop, 'db' | 'config' | 'secrets' | 'stopping'>
type SecretName = 'accessToken' | 'apiSecret' | 'previousApiSecret'
const SECRETS: SecretName[] = ['accessToken', 'apiSecret', 'previousApiSecret']

/** Returns the platform connection as entered by an admin, otherwise as configured, or null if there is neither. */
export async function findAccess({
  db,
  config,
  secrets,
}: Omit<Parts, 'stopping'>): Promise<ShopifyAccess | null> {
  const stored = await findConnection(db)
  if (stored.storeUrl === null) return config.shopify.access
  await reencrypt(db, stored, secrets)
  return {
    storeUrl: stored.storeUrl,
    apiKey: stored.apiKey ?? '',
    accessToken: opened(stored, 'accessToken', secrets),
    apiSecret: opened(stored, 'apiSecret', secrets),
  }
}

/**
 * Lists the secrets that may sign the platform's webhooks: the app's current one and, during a rotation, the previous
 * one.
 */
export async function findWebhookSecrets(parts: Omit<Parts, 'stopping'>): Promise<string[]> {
  const access = await findAccess(parts)
  const previous = opened(await findConnection(parts.db), 'previousApiSecret', parts.secrets)
  const before = parts.config.shopify.previousApiSecret
  return [access?.apiSecret, previous, before].filter((secret) => typeof secret === 'string')
}

/** @returns null if no connection is configured, or the key that encrypted its secrets is missing */
export async function openPlatform(parts: Parts): Promise<Platform | null> {
  const access = await findAccess(parts)
  if (!access || (access.accessToken === null && access.apiSecret === null)) return null
  return createShopify({
    storeUrl: access.storeUrl,
    version: parts.config.shopify.version,
    stopping: parts.stopping,
    safeFetch: outsideOf(parts.config),
    token: (rejected) => tokenFor(parts, access, rejected),
  })
}

/** Reaches only public IP addresses, even after redirects, and the sandbox in demo mode. */
const outsideOf = ({ shopify: { sandboxUrl } }: Pick<Shop['config'], 'shopify'>) =>
  createSafeFetch(sandboxUrl === null ? [] : [sandboxUrl])

/** The purpose binds an encrypted secret to its column, so it can't be decrypted anywhere else. */
export const purposeOf = (name: SecretName) => `sync.${name}`

/**
 * Returns the pasted token if there is one. Otherwise requests one, stores it for all nodes, and renews it before it
 * expires.
 */
async function tokenFor(
  parts: Parts,
  access: ShopifyAccess,
  rejected: string | null,
): Promise<string | null> {
  if (access.accessToken !== null) return rejected === null ? access.accessToken : null
  const { apiSecret } = access
  if (apiSecret === null) return null
  const { db, config, secrets, stopping } = parts
  // A token saved for another store, key, or secret can't be decrypted.
  const purpose = `sync grant ${access.storeUrl} ${access.apiKey} ${sha256(apiSecret)}`
  const { grantedToken, grantedUntil } = await findConnection(db)
  const isFresh = grantedUntil !== null && grantedUntil.getTime() - now().getTime() > RENEW_BEFORE_MS
  const cached = grantedToken !== null && isFresh ? openOrNull(secrets, grantedToken, purpose) : null
  if (cached !== null && cached !== rejected) return cached
  const { token, seconds } = await requestAccessToken({ ...access, apiSecret }, stopping, outsideOf(config))
  await upsertConnection(db, {
    grantedToken: secrets.encrypt(token, purpose),
    grantedUntil: new Date(now().getTime() + seconds * 1000),
  })
  return token
}

/**
 * Re-encrypts secrets that were encrypted with the previous key, so that key can be removed after the connection has
 * been used once.
 */
async function reencrypt(db: Db, stored: StoredConnection, secrets: SecretBox) {
  const reencrypted = SECRETS.flatMap((name) => {
    const sealed = stored[name]
    const text = opened(stored, name, secrets)
    if (sealed === null || text === null || !secrets.isOutdated(sealed)) return []
    return [[name, secrets.encrypt(text, purposeOf(name))]]
  })
  if (reencrypted.length > 0) await upsertConnection(db, Object.fromEntries(reencrypted))
}

function opened(stored: StoredConnection, name: SecretName, secrets: SecretBox): string | null {
  const sealed = stored[name]
  return sealed === null ? null : openOrNull(secrets, sealed, purposeOf(name))
}

/** Returns null if the key that encrypted it was removed. The secret must then be entered again. */
function openOrNull(secrets: SecretBox, sealed: string, purpose: string): string | null {
  try {
    return secrets.decrypt(sealed, purpose)
  } catch (error) {
    if (error instanceof DecryptionError) return null
    throw error
  }
}

const TIMEOUT_MS = 15_000

const Granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
/** A granted token. `seconds` is its lifetime, usually a day. */
type Grant = { token: string; seconds: number }

/** Requests a token with the client-credentials grant, which apps created since 2026 must use. @throws PlatformError */
async function requestAccessToken(
  { storeUrl, apiKey, apiSecret }: { storeUrl: string; apiKey: string; apiSecret: string },
  stopping: AbortSignal,
  safeFetch: SafeFetch,
): Promise<Grant> {
  const response = await safeFetch(`${storeUrl}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: apiKey,
      client_secret: apiSecret,
    }).toString(),
    signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((cause: unknown) => {
    stopping.throwIfAborted()
    throw unavailable(reasonOf(cause), cause)
  })
  if (response.status >= 500 || response.status === 429) {
    throw unavailable(`${response.status}: ${response.statusText}`)
  }
  const granted = response.ok ? Granted.safeParse(await response.json().catch(() => null)) : null
  if (granted?.success) return { token: granted.data.access_token, seconds: granted.data.expires_in }
  // The platform returns 400 or 401 for a wrong key or secret. Admins see one error for both.
  const message = 'The platform rejected the shop. Check the store URL, API key, and access token.'
  throw new PlatformError('refused', message, `401: no token granted (${response.status})`)
}
