/** `address`: of whoever plays Stripe; null for Stripe itself. `timeoutMs`: how long one request may take before it is repeated. */
export type StripeSettings = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  address: { host: string; port: number; protocol: 'http' | 'https' } | null
  timeoutMs: number
}

type Environment = {
  STRIPE_SECRET_KEY?: string
  STRIPE_PUBLISHABLE_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  STRIPE_TIMEOUT_MS: number
}

/** What everybody may know: they open the sandbox only. */
const DEMO_STRIPE = {
  secretKey: 'sk_test_plinth_sandbox',
  publishableKey: 'pk_test_plinth_sandbox',
  webhookSecret: 'whsec_plinth_sandbox',
}

export function stripeOf(env: Environment, sandbox: { url: string } | null): StripeSettings {
  if (sandbox) {
    const { hostname, port, protocol } = new URL(sandbox.url)
    const isHttps = protocol === 'https:'
    return {
      ...DEMO_STRIPE,
      timeoutMs: env.STRIPE_TIMEOUT_MS,
      address: {
        host: hostname,
        port: Number(port) || (isHttps ? 443 : 80),
        protocol: isHttps ? 'https' : 'http',
      },
    }
  }
  // Required without a sandbox, see requireAll in config.ts.
  const { STRIPE_SECRET_KEY = '', STRIPE_PUBLISHABLE_KEY = '', STRIPE_WEBHOOK_SECRET = '' } = env
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    address: null,
    timeoutMs: env.STRIPE_TIMEOUT_MS,
  }
}
