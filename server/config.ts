import { Environment } from './environment.ts'
import { type GoogleSettings, googleOf } from './google-settings.ts'
import { trustProxyOf } from './proxy-settings.ts'
import { type ShopifySettings, shopifyOf } from './shopify-settings.ts'
import { type StripeSettings, stripeOf } from './stripe-settings.ts'

/** Real keys. If any of these is set, the sandbox is off (contract section 5). */
const REAL_KEYS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'SHOPIFY_STORE_URL',
  'SHOPIFY_API_KEY',
  'SHOPIFY_ACCESS_TOKEN',
  'SHOPIFY_API_SECRET',
] as const

/** Settings that are required outside the demo. The store owner can enter the others in the admin. */
const REQUIRED_WHEN_REAL = ['PUBLIC_URL', 'SECRET_KEY'] as const
const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** Longer than two health checks of a load balancer. */
const DRAIN_SECONDS = 5

type Sandbox = { port: number; smtpPort: number; url: string }

export type Config = {
  demo: boolean
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  /** URL that bypasses the pooler at `databaseUrl`, which shares connections between transactions, or null without one. */
  databaseDirectUrl: string | null
  /** The read replica for pages, or null. */
  databaseReplicaUrl: string | null
  /** Maximum pool size, excluding the LISTEN connection. */
  databasePool: number
  publicUrl: string
  trustProxy: boolean | number | string[]
  logLevel: string
  /** How long a stopping shop keeps serving, so load balancers can notice. */
  drainSeconds: number
  /** Maximum number of requests per minute from one IP address, or 0 for no limit. */
  requestsPerMinute: number
  /** The CDN in front of the shop, or null if there is none that can be purged. */
  cdn: CdnSettings | null
  /** Bearer token for `/metrics`, or null to leave it public. */
  metricsToken: string | null
  /** URL that OpenTelemetry traces are sent to (OTLP over HTTP), or null to disable tracing. */
  tracesTo: string | null
  /** The shop's service name in traces. */
  serviceName: string
  /** Fraction of requests and jobs that are traced, from 0 to 1. */
  tracedShare: number
  /** 'dev': pages come from Vite's dev server with hot reload. */
  web: 'built' | 'dev'
  sandbox: Sandbox | null
  /** Encrypts stored secrets. Null in the demo, which generates its own key. */
  secretKey: string | null
  /** The previous key, needed until everything is re-encrypted. */
  previousSecretKey: string | null
  /** The mail server of the environment, or of the sandbox in a demo. Null if the store owner enters it in the admin. */
  smtpUrl: string | null
  /** Whether the environment sets the mail server, so that none entered in the admin replaces it. */
  isSmtpFixed: boolean
  mailFrom: string
  /** URL of the EU's register of VAT numbers. */
  viesUrl: string
  stripe: StripeSettings
  /** Null to disable Google sign-in. */
  google: GoogleSettings | null
  shopify: ShopifySettings
  /** The first admin of a shop without one, or null to create one with a random password. */
  admin: { username: string; password: string; email: string | null } | null
}

/** `purgeUrl` receives the tags of changed responses, with the bearer token if there is one. */
export type CdnSettings = { purgeUrl: string; token: string | null }

/** An invalid setting. Its message is the single line printed when startup fails. */
export class SettingsError extends Error {}

/** @throws SettingsError naming each wrong or missing setting */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const env = parse(environment)
  const demo = env.PLINTH_DEMO === 'off' ? false : !REAL_KEYS.some((key) => env[key] !== undefined)
  if (!demo) requireAll(env)
  const host = env.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0')
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  checkLive(env, publicUrl)
  const sandbox = demo ? sandboxOf(env, publicUrl) : null
  return {
    demo,
    port: env.PORT,
    host,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: besideDatabase(env, 'DATABASE_DIRECT_URL'),
    databaseReplicaUrl: besideDatabase(env, 'DATABASE_REPLICA_URL'),
    databasePool: env.DATABASE_POOL,
    publicUrl,
    trustProxy: trustProxyOf(env.TRUST_PROXY, demo, reject),
    drainSeconds: env.DRAIN_SECONDS ?? (demo ? 0 : DRAIN_SECONDS),
    logLevel: env.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    cdn: cdnOf(env),
    metricsToken: env.METRICS_TOKEN ?? null,
    tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    serviceName: env.OTEL_SERVICE_NAME,
    tracedShare: env.OTEL_TRACES_SAMPLER_ARG,
    web: env.PLINTH_WEB,
    sandbox,
    secretKey: env.SECRET_KEY ?? null,
    previousSecretKey: env.SECRET_KEY_PREVIOUS ?? null,
    smtpUrl: env.SMTP_URL ?? (sandbox && `smtp://127.0.0.1:${sandbox.smtpPort}`),
    isSmtpFixed: env.SMTP_URL !== undefined,
    mailFrom: env.MAIL_FROM,
    viesUrl: sandbox ? `${sandbox.url}/vies` : env.VIES_URL,
    stripe: stripeOf(env, sandbox, reject),
    google: googleOf(env, sandbox, reject),
    shopify: shopifyOf(env, sandbox, reject),
    admin: adminOf(env),
  }
}

/** Returns the environment of PostgreSQL's programs: none of the shop's secrets, and messages in English. */
export function programEnvironment({ PATH, SystemRoot, TEMP } = process.env): Record<string, string> {
  return { LC_ALL: 'C', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) }
}

function parse(environment: Record<string, string | undefined>): Environment {
  // An empty variable is treated as unset: `PORT= npm start` uses the default.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  if (parsed.success) return parsed.data
  throw new SettingsError(
    parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
  )
}

function reject(message: string): never {
  throw new SettingsError(message)
}

function requireAll(env: Environment) {
  const isStripeSet = STRIPE_KEYS.some((key) => env[key] !== undefined)
  const required = [...(isStripeSet ? STRIPE_KEYS : []), ...REQUIRED_WHEN_REAL]
  const missing = required.filter((key) => env[key] === undefined)
  if (missing.length > 0) {
    throw new SettingsError(`Missing settings (demo mode is off): ${missing.join(', ')}`)
  }
}

/**
 * Requires HTTPS for live keys, because passwords and tokens must be encrypted in transit. Also rejects the dev server,
 * which serves source files and injects scripts.
 */
function checkLive({ STRIPE_SECRET_KEY = '', PLINTH_WEB }: Environment, publicUrl: string) {
  if (!STRIPE_SECRET_KEY.includes('_live_')) return
  if (!publicUrl.startsWith('https:')) {
    throw new SettingsError('PUBLIC_URL: must begin with https:// when live keys are set')
  }
  if (PLINTH_WEB === 'dev') throw new SettingsError('PLINTH_WEB: must not be dev when live keys are set')
}

function besideDatabase(
  env: Environment,
  name: 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL',
): string | null {
  const url = env[name]
  if (url !== undefined && env.DATABASE_URL === undefined) {
    throw new SettingsError(`${name}: requires DATABASE_URL`)
  }
  return url ?? null
}

function cdnOf({ CDN_PURGE_URL, CDN_PURGE_TOKEN }: Environment): CdnSettings | null {
  if (CDN_PURGE_URL !== undefined) return { purgeUrl: CDN_PURGE_URL, token: CDN_PURGE_TOKEN ?? null }
  if (CDN_PURGE_TOKEN !== undefined) throw new SettingsError('CDN_PURGE_TOKEN: requires CDN_PURGE_URL')
  return null
}

function sandboxOf(env: Environment, publicUrl: string): Sandbox {
  const sandboxPort = env.SANDBOX_PORT ?? env.PORT + 1
  const url = env.SANDBOX_URL ?? `http://${new URL(publicUrl).hostname}:${sandboxPort}`
  return { port: sandboxPort, smtpPort: env.SANDBOX_SMTP_PORT ?? sandboxPort + 1, url }
}

function adminOf(env: Environment): Config['admin'] {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password, ADMIN_EMAIL: email = null } = env
  if (username && password) return { username, password, email }
  if (username || password) {
    throw new SettingsError(
      username
        ? 'ADMIN_PASSWORD: required when ADMIN_USERNAME is set'
        : 'ADMIN_USERNAME: required when ADMIN_PASSWORD is set',
    )
  }
  return null
}
