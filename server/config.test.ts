import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const REAL = {
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtp://mail.example',
  PUBLIC_URL: 'https://shop.example',
  SECRET_KEY: 'a'.repeat(32),
}

const TEST_KEYS = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }

describe('the settings of the environment', () => {
  test('are optional: by default, the shop is a demo that only this machine can reach', () => {
    expect(readConfig({})).toMatchObject({
      demo: true,
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: null,
      publicUrl: 'http://localhost:3000',
      sandbox: { port: 3001, smtpPort: 3002, url: 'http://localhost:3001' },
      smtpUrl: 'smtp://127.0.0.1:3002',
    })
  })

  test('are either all real or none: one real key turns the demo off, and the error names the missing settings', () => {
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_live_x' })).toThrow(
      'Missing settings (demo mode is off): STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, PUBLIC_URL, SECRET_KEY',
    )
  })

  test('require all real keys if PLINTH_DEMO=off', () => {
    expect(() => readConfig({ PLINTH_DEMO: 'off' })).toThrow('Missing settings')
  })

  test('include no sandbox with all real keys, and the shop listens on all interfaces', () => {
    expect(readConfig(REAL)).toMatchObject({ demo: false, sandbox: null, host: '0.0.0.0', logLevel: 'info' })
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x'],
    ['PUBLIC_URL', 'ftp://x'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'perhaps'],
    ['SECRET_KEY', 'short'],
    ['DATABASE_REPLICA_URL', 'mysql://x'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ])('reject %s=%s, and the error names the setting', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })

  test('allow a replica only for a database on a server', () => {
    expect(() => readConfig({ DATABASE_REPLICA_URL: 'postgres://replica/plinth' })).toThrow(
      'DATABASE_REPLICA_URL: requires DATABASE_URL',
    )
  })

  test('require https for live keys', () => {
    expect(() => readConfig({ ...REAL, PUBLIC_URL: 'http://shop.example' })).toThrow(
      'PUBLIC_URL: must begin with https',
    )
    const tried = { ...REAL, ...TEST_KEYS, PUBLIC_URL: 'http://localhost:3000' }
    expect(readConfig(tried).publicUrl).toBe('http://localhost:3000')
  })

  // 'API keys' in Stripe's documentation: the prefix shows a key's purpose and mode.
  test.each([
    [
      { STRIPE_PUBLISHABLE_KEY: 'sk_live_mixedup' },
      'STRIPE_PUBLISHABLE_KEY: must begin with pk_test_ or pk_live_',
    ],
    [
      { STRIPE_PUBLISHABLE_KEY: 'rk_live_mixedup' },
      'STRIPE_PUBLISHABLE_KEY: must begin with pk_test_ or pk_live_',
    ],
    [
      { STRIPE_SECRET_KEY: 'pk_live_mixedup' },
      'STRIPE_SECRET_KEY: must begin with sk_test_, sk_live_, rk_test_',
    ],
    [{ STRIPE_WEBHOOK_SECRET: 'we_mixedup' }, 'STRIPE_WEBHOOK_SECRET: must begin with whsec_'],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_' }, 'STRIPE_WEBHOOK_SECRET: isn’t a whole signing secret'],
    [
      { STRIPE_PUBLISHABLE_KEY: 'pk_test_mixedup' },
      'STRIPE_PUBLISHABLE_KEY: is a test key, but STRIPE_SECRET_KEY is a live key',
    ],
  ])('reject swapped or mixed Stripe keys, and the error doesn’t contain the key: %o', (keys, line) => {
    const start = () => readConfig({ ...REAL, ...keys })
    expect(start).toThrow(line)
    expect(start).not.toThrow('mixedup')
  })

  test('reject a version of the platform’s API that lacks a field of the sync', () => {
    expect(() => readConfig({ SHOPIFY_API_VERSION: '2026-01' })).toThrow(
      'SHOPIFY_API_VERSION: must be 2026-04 or later',
    )
    expect(readConfig({ SHOPIFY_API_VERSION: '2026-04' }).shopify.version).toBe('2026-04')
  })

  test('accept a restricted Stripe key in place of a secret one', () => {
    expect(readConfig({ ...REAL, STRIPE_SECRET_KEY: 'rk_live_x' }).stripe.keys?.secretKey).toBe('rk_live_x')
  })

  test('reject live keys in the dev server', () => {
    expect(() => readConfig({ ...REAL, PLINTH_WEB: 'dev' })).toThrow('PLINTH_WEB: must not be dev')
    expect(readConfig({ ...REAL, ...TEST_KEYS, PLINTH_WEB: 'dev' }).web).toBe('dev')
    expect(readConfig({ PLINTH_WEB: 'dev' }).web).toBe('dev')
  })

  test('treat an empty variable as a missing one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null })
  })

  test.each([
    ['true', true],
    ['false', false],
    ['2', 2],
    ['10.0.0.1, 192.168.0.0/16', ['10.0.0.1', '192.168.0.0/16']],
  ])('accept TRUST_PROXY=%s', (value, expected) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(expected)
  })

  test.each([
    'true',
    '0.0.0.0/0',
    '10.0.0.1, ::/0',
    '0.0.0.0/1,128.0.0.0/1',
    '::/1, 8000::/1',
    '::ffff:0.0.0.0/97, ::ffff:128.0.0.0/97',
    '64.0.0.0/3',
    '2000::/3',
    Array.from({ length: 64 }, (_, index) => `${index * 4}.0.0.0/6`).join(','),
    Array.from({ length: 16 }, (_, index) => `${index + 16}.0.0.0/8, ${index + 16}.0.0.0/9`).join(','),
  ])(
    'reject TRUST_PROXY=%s outside the demo, because it trusts every client or a large part of the internet',
    (value) => {
      expect(() => readConfig({ ...REAL, TRUST_PROXY: value })).toThrow(
        `TRUST_PROXY: ${value} lets clients spoof their IP addresses; set the number of proxies`,
      )
    },
  )

  test.each(['300.1.1.1', '10.0.0.0/33', 'fe80::/129', '1.2.3', '10.0.0.1/0x8', ''.padEnd(3, ':')])(
    'reject TRUST_PROXY=%s, which is not an IP address or a range',
    (value) => {
      expect(() => readConfig({ TRUST_PROXY: value })).toThrow(
        'TRUST_PROXY: must be false, a number of proxies',
      )
    },
  )

  test.each([
    '1',
    '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,127.0.0.1,::1,fc00::/7,fe80::/10',
    '10.0.0.0/8, 10.0.0.0/9, ::ffff:10.0.0.0/104, 10.1.0.0/16',
    '173.245.48.0/20,103.21.244.0/22,104.16.0.0/13,2400:cb00::/32,2606:4700::/32',
  ])('accept TRUST_PROXY=%s outside the demo', (value) => {
    expect(() => readConfig({ ...REAL, TRUST_PROXY: value })).not.toThrow()
  })
})
