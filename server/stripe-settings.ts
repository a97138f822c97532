/**
 * `address` is that of Stripe's emulator, or null for Stripe itself. `timeoutMs` is the timeout of a request before it
 * is retried.
 */
export type StripeSettings = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Whether to offer payment methods that take days to confirm. */
  hasDelayedMethods: boolean
  /** Appended to the account's prefix on bank statements, or null. '{order}' stands for the order number. */
  statementSuffix: string | null
  /** Whether Stripe emails a receipt, in addition to the shop's own confirmation. */
  hasReceipts: boolean
  /** Whether to offer Apple Pay, Google Pay, and Link up front, in the cart and at checkout. */
  hasExpressCheckout: boolean
  address: { host: string; port: number; protocol: 'http' | 'https' } | null
  timeoutMs: number
}

type Environment = {
  STRIPE_SECRET_KEY?: string
  STRIPE_PUBLISHABLE_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  STRIPE_TIMEOUT_MS: number
  STRIPE_PAYMENT_METHODS: 'immediate' | 'all'
  STRIPE_RECEIPTS: 'on' | 'off'
  STRIPE_EXPRESS_CHECKOUT: 'on' | 'off'
  STRIPE_STATEMENT_SUFFIX?: string
}

/** Not secret, because they only work with the sandbox. */
const DEMO_STRIPE = {
  secretKey: 'sk_test_plinth_sandbox',
  publishableKey: 'pk_test_plinth_sandbox',
  webhookSecret: 'whsec_plinth_sandbox',
}

/** @param reject aborts the start with a message that never contains a key's value */
export function stripeOf(
  env: Environment,
  sandbox: { url: string } | null,
  reject: (message: string) => never,
): StripeSettings {
  const choices = {
    hasDelayedMethods: env.STRIPE_PAYMENT_METHODS === 'all',
    statementSuffix: env.STRIPE_STATEMENT_SUFFIX ?? null,
    hasReceipts: env.STRIPE_RECEIPTS === 'on',
    hasExpressCheckout: env.STRIPE_EXPRESS_CHECKOUT === 'on',
  }
  if (sandbox) {
    const { hostname, port, protocol } = new URL(sandbox.url)
    const isHttps = protocol === 'https:'
    return {
      ...DEMO_STRIPE,
      ...choices,
      timeoutMs: env.STRIPE_TIMEOUT_MS,
      address: {
        host: hostname,
        port: Number(port) || (isHttps ? 443 : 80),
        protocol: isHttps ? 'https' : 'http',
      },
    }
  }
  // Required without a sandbox; see requireAll in config.ts.
  const { STRIPE_SECRET_KEY = '', STRIPE_PUBLISHABLE_KEY = '', STRIPE_WEBHOOK_SECRET = '' } = env
  const secretMode = /^[sr]k_(test|live)_/.exec(STRIPE_SECRET_KEY)?.[1]
  const publishableMode = /^pk_(test|live)_/.exec(STRIPE_PUBLISHABLE_KEY)?.[1]
  if (!secretMode) reject('STRIPE_SECRET_KEY: must begin with sk_test_, sk_live_, rk_test_ or rk_live_')
  // The publishable key is sent to every shopper.
  if (!publishableMode) reject('STRIPE_PUBLISHABLE_KEY: must begin with pk_test_ or pk_live_')
  if (!STRIPE_WEBHOOK_SECRET.startsWith('whsec_')) reject('STRIPE_WEBHOOK_SECRET: must begin with whsec_')
  if (secretMode !== publishableMode)
    reject(
      `STRIPE_PUBLISHABLE_KEY: is a ${publishableMode} key, but STRIPE_SECRET_KEY is a ${secretMode} key`,
    )
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    ...choices,
    address: null,
    timeoutMs: env.STRIPE_TIMEOUT_MS,
  }
}
