import { keyProblems } from '#contract/payments/keys.ts'

/**
 * `address` is that of Stripe's emulator, or null for Stripe itself. `timeoutMs` is the timeout of a request before it
 * is retried.
 */
export type StripeSettings = {
  /** The keys of the environment, or of the sandbox in a demo. Null if the store owner enters them in the admin. */
  keys: StripeKeys | null
  /** Whether the keys come from the environment, so that none entered in the admin replace them. */
  areKeysFixed: boolean
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

export type StripeKeys = { secretKey: string; publishableKey: string; webhookSecret: string }

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
const DEMO_STRIPE: StripeKeys = {
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
      keys: DEMO_STRIPE,
      areKeysFixed: false,
      ...choices,
      timeoutMs: env.STRIPE_TIMEOUT_MS,
      address: {
        host: hostname,
        port: Number(port) || (isHttps ? 443 : 80),
        protocol: isHttps ? 'https' : 'http',
      },
    }
  }
  const keys = keysOf(env, reject)
  return {
    keys,
    areKeysFixed: keys !== null,
    ...choices,
    address: null,
    timeoutMs: env.STRIPE_TIMEOUT_MS,
  }
}

/** Returns null if none is set. config.ts requires all three if one is. */
function keysOf(env: Environment, reject: (message: string) => never): StripeKeys | null {
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_PUBLISHABLE_KEY: publishableKey = '' } = env
  const { STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = env
  if (secretKey + publishableKey + webhookSecret === '') return null
  const keys = { secretKey, publishableKey, webhookSecret }
  const [problem] = keyProblems(keys)
  if (problem)
    reject(`${VARIABLES[problem.path]}: ${problem.message.replace('the secret key', VARIABLES.secretKey)}`)
  return keys
}

const VARIABLES = {
  secretKey: 'STRIPE_SECRET_KEY',
  publishableKey: 'STRIPE_PUBLISHABLE_KEY',
  webhookSecret: 'STRIPE_WEBHOOK_SECRET',
} as const
