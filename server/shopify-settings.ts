import { SYNC_MESSAGES, storeOrigin } from '#contract/sync/rules.ts'

/** Credentials for the platform, unless an admin entered some under Integrations. */
export type ShopifyAccess = {
  /** Origin of the store, without a trailing slash. */
  storeUrl: string
  apiKey: string
  /** The permanent token of an older app. */
  accessToken: string | null
  /** The secret of a newer app. It signs webhooks, and is exchanged for tokens that last a day. */
  apiSecret: string | null
}

export type ShopifySettings = {
  /** A quarterly version, for example 2026-07. */
  version: string
  /** Origin of the platform's emulator in a demo, or null to allow only the platform's own stores. */
  sandboxUrl: string | null
  /** Null if not configured. */
  access: ShopifyAccess | null
  /** A replaced secret, which still signs webhooks for a while. */
  previousApiSecret: string | null
}

type Environment = {
  SHOPIFY_STORE_URL?: string
  SHOPIFY_API_KEY?: string
  SHOPIFY_ACCESS_TOKEN?: string
  SHOPIFY_API_SECRET?: string
  SHOPIFY_API_SECRET_PREVIOUS?: string
  SHOPIFY_API_VERSION: string
}

/** The shop's credentials at the sandbox's platform; not secret. */
const DEMO_ACCESS = {
  apiKey: 'plinth-demo-key',
  accessToken: 'shpat_plinth_sandbox',
  apiSecret: 'plinth-demo-api-secret',
}

/** @param reject throws an error that names the invalid or missing setting */
export function shopifyOf(
  env: Environment,
  sandbox: { url: string } | null,
  reject: (message: string) => never,
): ShopifySettings {
  const { SHOPIFY_API_VERSION: version, SHOPIFY_API_SECRET_PREVIOUS: previousApiSecret = null } = env
  const same = { version, previousApiSecret }
  if (sandbox) {
    return { ...same, sandboxUrl: sandbox.url, access: { storeUrl: sandbox.url, ...DEMO_ACCESS } }
  }
  const { SHOPIFY_STORE_URL: store, SHOPIFY_API_KEY: apiKey } = env
  const { SHOPIFY_ACCESS_TOKEN: accessToken = null, SHOPIFY_API_SECRET: apiSecret = null } = env
  if (!store && !apiKey && !accessToken && !apiSecret) return { ...same, sandboxUrl: null, access: null }
  if (!store) reject('SHOPIFY_STORE_URL: required when other SHOPIFY settings are set')
  if (!apiKey) reject('SHOPIFY_API_KEY: required when SHOPIFY_STORE_URL is set')
  if (!accessToken && !apiSecret) {
    reject(
      'SHOPIFY_ACCESS_TOKEN or SHOPIFY_API_SECRET: one of them is required when SHOPIFY_STORE_URL is set',
    )
  }
  const storeUrl = storeOrigin(store) ?? reject(`SHOPIFY_STORE_URL: ${SYNC_MESSAGES.storeUrl}`)
  return { ...same, sandboxUrl: null, access: { storeUrl, apiKey, accessToken, apiSecret } }
}
