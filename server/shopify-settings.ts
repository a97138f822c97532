import { SYNC_MESSAGES, storeOrigin } from '#contract/sync/rules.ts'

/** How the shop reaches the platform, when nothing was entered in Integrations. */
export type ShopifyAccess = {
  /** Origin of the store, without a slash at its end. */
  storeUrl: string
  apiKey: string
  /** Of an older app; lasts. */
  accessToken: string | null
  /** Of a newer app: tokens are granted for it, a day each; webhooks are signed with it. */
  apiSecret: string | null
}

export type ShopifySettings = {
  /** Quarterly, such as 2026-07. */
  version: string
  /** Origin of whoever plays the platform in a demo; null: only stores of the platform itself are ever called. */
  sandboxUrl: string | null
  /** Null: not configured. */
  access: ShopifyAccess | null
  /** Of a secret that was replaced: webhooks are signed with it for a while. */
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

/** What the sandbox's platform knows the shop by; everybody may know it. */
const DEMO_ACCESS = {
  apiKey: 'plinth-demo-key',
  accessToken: 'shpat_plinth_sandbox',
  apiSecret: 'plinth-demo-api-secret',
}

/** @param refuse throws, naming the setting that is wrong or missing */
export function shopifyOf(
  env: Environment,
  sandbox: { url: string } | null,
  refuse: (message: string) => never,
): ShopifySettings {
  const { SHOPIFY_API_VERSION: version, SHOPIFY_API_SECRET_PREVIOUS: previousApiSecret = null } = env
  const same = { version, previousApiSecret }
  if (sandbox) {
    return { ...same, sandboxUrl: sandbox.url, access: { storeUrl: sandbox.url, ...DEMO_ACCESS } }
  }
  const { SHOPIFY_STORE_URL: store, SHOPIFY_API_KEY: apiKey } = env
  const { SHOPIFY_ACCESS_TOKEN: accessToken = null, SHOPIFY_API_SECRET: apiSecret = null } = env
  if (!store && !apiKey && !accessToken && !apiSecret) return { ...same, sandboxUrl: null, access: null }
  if (!store) refuse('SHOPIFY_STORE_URL: required with the other SHOPIFY settings')
  if (!apiKey) refuse('SHOPIFY_API_KEY: required with SHOPIFY_STORE_URL')
  if (!accessToken && !apiSecret) {
    refuse('SHOPIFY_ACCESS_TOKEN or SHOPIFY_API_SECRET: one of them is required with SHOPIFY_STORE_URL')
  }
  const storeUrl = storeOrigin(store) ?? refuse(`SHOPIFY_STORE_URL: ${SYNC_MESSAGES.storeUrl}`)
  return { ...same, sandboxUrl: null, access: { storeUrl, apiKey, accessToken, apiSecret } }
}
