import { z } from 'zod'
import { Email, Username } from '#contract/accounts/api.ts'
import { ADMIN_PASSWORD_MIN, PASSWORD_MAX } from '#contract/accounts/rules.ts'
import { urlsOf } from './platform/db/database-url.ts'

/** Until the store owner or the environment sets another. */
export const DEFAULT_SENDER = 'Plinth <hello@plinth.example>'

const port = z.coerce.number().int().min(0).max(65_535)
const text = z.string().trim().min(1)
const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, ''))
/** May list several servers, which no URL parser accepts. */
const databaseUrl = z.string().refine((value) => urlsOf(value).every(isDatabaseUrl), 'Invalid URL')
const isDatabaseUrl = (value: string) => z.url({ protocol: /^postgres(ql)?$/ }).safeParse(value).success

/** The shop's environment variables, which config.ts converts to settings. */
export const Environment = z.object({
  PORT: port.default(3000),
  HOST: text.optional(),
  DATA_DIR: text.default('data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  PUBLIC_URL: httpUrl.optional(),
  TRUST_PROXY: text.default('false'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(120).optional(),
  PLINTH_DEMO: z.enum(['on', 'off']).optional(),
  PLINTH_WEB: z.enum(['built', 'dev']).default('built'),
  SANDBOX_PORT: port.optional(),
  SANDBOX_SMTP_PORT: port.optional(),
  SANDBOX_URL: httpUrl.optional(),
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(0).default(6000),
  CDN_PURGE_URL: httpUrl.optional(),
  CDN_PURGE_TOKEN: text.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: text.default('plinth'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  SECRET_KEY: z.string().min(32).optional(),
  SECRET_KEY_PREVIOUS: z.string().min(32).optional(),
  ADMIN_USERNAME: Username.optional(),
  ADMIN_PASSWORD: z.string().min(ADMIN_PASSWORD_MIN).max(PASSWORD_MAX).optional(),
  ADMIN_EMAIL: Email.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: text.default(DEFAULT_SENDER),
  VIES_URL: httpUrl.default('https://ec.europa.eu/taxation_customs/vies/rest-api'),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_PUBLISHABLE_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_TIMEOUT_MS: z.coerce.number().int().min(500).max(30_000).default(8000),
  STRIPE_EXPRESS_CHECKOUT: z.enum(['on', 'off']).default('off'),
  STRIPE_RECEIPTS: z.enum(['on', 'off']).default('off'),
  STRIPE_STATEMENT_SUFFIX: text
    .refine(
      (suffix) => suffix.replace('{order}', 'PL-0000-0000').length <= 22,
      'must have at most 22 characters',
    )
    .refine((suffix) => /[a-z]/i.test(suffix), 'must have a letter')
    .refine((suffix) => !/[<>\\'"*]/.test(suffix), 'must not have < > \\ \' " or *')
    .optional(),
  STRIPE_PAYMENT_METHODS: z.enum(['immediate', 'all']).default('immediate'),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  SHOPIFY_STORE_URL: text.optional(),
  SHOPIFY_API_KEY: text.optional(),
  SHOPIFY_ACCESS_TOKEN: text.optional(),
  SHOPIFY_API_SECRET: text.optional(),
  SHOPIFY_API_SECRET_PREVIOUS: text.optional(),
  SHOPIFY_API_VERSION: z
    .string()
    .regex(/^20\d\d-(01|04|07|10)$/, 'must be a version such as 2026-07')
    .refine((version) => version >= '2026-04', 'must be 2026-04 or later')
    .default('2026-07'),
})
export type Environment = z.infer<typeof Environment>
