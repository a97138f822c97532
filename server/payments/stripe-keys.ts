import { z } from 'zod'
import { isLiveKey, PAYMENT_MESSAGES } from '#contract/payments/keys.ts'
import { followed } from '../platform/db/followed.ts'
import { DecryptionError, type SecretBox } from '../platform/secret-box.ts'
import { readSettings, type Settings, type StoredStripeKeys } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import type { StripeKeys, StripeSettings } from '../stripe-settings.ts'
import type { KeySource, KnownKeys, StoredKeys } from './key-source.ts'

const MISSING = 'No Stripe keys are entered yet.'
const UNREADABLE =
  'The stored Stripe keys can’t be decrypted, because SECRET_KEY has changed. Enter them again.'

const CONTEXT = 'payments.stripe-keys'
const Sealed = z.object({ secretKey: z.string(), webhookSecret: z.string() })

export function sealKeys(secrets: SecretBox, { secretKey, webhookSecret }: StripeKeys): string {
  return secrets.encrypt(JSON.stringify({ secretKey, webhookSecret }), CONTEXT)
}

/** Returns null if SECRET_KEY has changed since the keys were stored. */
export function unsealKeys(
  secrets: SecretBox,
  { sealed, publishableKey }: StoredStripeKeys,
): StripeKeys | null {
  try {
    return { publishableKey, ...Sealed.parse(JSON.parse(secrets.decrypt(sealed, CONTEXT))) }
  } catch (error) {
    if (error instanceof DecryptionError) return null
    throw error
  }
}

/** Keys that never change. */
export function fixedKeys({ keys, areKeysFixed }: StripeSettings): KeySource {
  const known: KnownKeys = keys
    ? {
        keys,
        source: areKeysFixed ? 'environment' : 'sandbox',
        isLive: isLiveKey(keys.secretKey),
        problem: null,
      }
    : { keys: null, source: 'none', isLive: false, problem: MISSING }
  return { known: () => known, current: async () => known }
}

type Parts = Pick<Shop, 'db' | 'secrets' | 'config'>
/** Opens the keys that the store owner entered. Those of the environment win; those of the sandbox don't. */
export function openKeys({ db, secrets, config }: Parts): StoredKeys {
  const fixed = fixedKeys(config.stripe)
  if (config.stripe.areKeysFixed) return { ...fixed, refresh: fixed.current, follow: () => undefined }
  return followed(fixed.known(), async () => {
    const { stripeKeys } = await readSettings(db)
    return stripeKeys ? stateOf(stripeKeys) : fixed.known()
  })

  function stateOf(stored: StoredStripeKeys): KnownKeys {
    const facts = { source: 'stored', isLive: isLiveKey(stored.publishableKey) } as const
    const keys = unsealKeys(secrets, stored)
    if (!keys) return { ...facts, keys: null, problem: UNREADABLE }
    if (!isAllowed(config, keys)) return { ...facts, keys: null, problem: PAYMENT_MESSAGES.insecure }
    return { ...facts, keys, problem: null }
  }
}

/** Returns the key that browsers use, or null if there are no keys. For pages, which have read the settings. */
export function publishableKeyOf(
  { stripeKeys }: Pick<Settings, 'stripeKeys'>,
  { stripe: { keys, areKeysFixed } }: Pick<Shop['config'], 'stripe'>,
): string | null {
  return (areKeysFixed ? null : stripeKeys?.publishableKey) ?? keys?.publishableKey ?? null
}

/** As for keys of the environment (server/config.ts): passwords and tokens of a live shop must be encrypted in transit. */
export function isAllowed(
  { publicUrl, web }: Pick<Shop['config'], 'publicUrl' | 'web'>,
  { secretKey }: StripeKeys,
): boolean {
  return !isLiveKey(secretKey) || (publicUrl.startsWith('https:') && web !== 'dev')
}
