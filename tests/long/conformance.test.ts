import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { driveShopify } from '../support/conformance/drive-shopify.ts'
import { driveStripe } from '../support/conformance/drive-stripe.ts'
import { GOOGLE_HEAD, googleSamples } from '../support/conformance/google.ts'
import * as shopify from '../support/conformance/shopify.ts'
import { deprecatedFields, stripeHead, stripeSamples } from '../support/conformance/stripe.ts'
import { readTraffic, type Sample, type Traffic } from '../support/conformance/traffic.ts'
import { checkTypes, type Deviation } from '../support/conformance/typed.ts'

/**
 * Checks the traffic between the shop and the emulators against types and schemas from packages: that of the end-to-end
 * tests, and for Stripe and the platform also that of a shop which uses each part once. After an update of `stripe`, or of
 * the versions in tests/support/conformance, it reports the differences.
 */
const recorded = process.env.SANDBOX_TRAFFIC_FILE

/** Returns the traffic of a driven shop, and that of the end-to-end tests if it was recorded. */
async function trafficOf(drive: (file: string) => Promise<void>): Promise<Traffic> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-traffic-'))
  const file = join(folder, 'traffic.jsonl')
  await drive(file)
  const driven = readTraffic(file)
  rmSync(folder, { recursive: true })
  const journeys = recorded ? readTraffic(recorded) : { exchanges: [], webhooks: [] }
  return {
    exchanges: [...driven.exchanges, ...journeys.exchanges],
    webhooks: [...driven.webhooks, ...journeys.webhooks],
  }
}

describe('traffic with the payment provider', () => {
  let traffic: Traffic
  beforeAll(async () => {
    traffic = await trafficOf(driveStripe)
  })

  test('matches the types of the SDK without their open-ended unions, and seeded deviations are detected', () => {
    const samples = stripeSamples(traffic)
    const seeds = seeded(samples)
    const deviations = checkTypes(stripeHead(), [...samples, ...seeds])
    const isSeed = ({ where }: Deviation) => where.startsWith('seed')
    report(
      'Stripe',
      samples.length,
      deviations.filter((one) => !isSeed(one)),
      deprecatedFields(samples),
    )
    expect(deviations.filter((one) => !isSeed(one))).toEqual([])
    expect(new Set(deviations.filter(isSeed).map(({ where }) => where))).toEqual(
      new Set(seeds.map(({ where }) => where)),
    )
    expect(new Set(samples.map(({ where }) => where.split(' ')[0]))).toEqual(
      new Set(['GET', 'POST', 'webhook', 'wallet']),
    )
    expect(samples.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'Stripe.Tax.CalculationCreateParams',
        'Stripe.Tax.Calculation',
        'Stripe.Tax.TransactionCreateFromCalculationParams',
        'Stripe.Tax.TransactionCreateReversalParams',
        'Stripe.Tax.Transaction',
        'Stripe.Dispute',
        'Stripe.DisputeListParams',
        'Stripe.DisputeUpdateParams',
        'Stripe.FileCreateParams',
        'Stripe.File',
        'Stripe.Radar.EarlyFraudWarning',
        'Stripe.Radar.EarlyFraudWarningListParams',
        'Stripe.ConfirmationToken',
      ]),
    )
    const values = samples.map(({ value }) => JSON.stringify(value))
    for (const part of ['"type":"redirect_to_url"', '"wallet":{', '"status":"won"'])
      expect(values.some((value) => value.includes(part))).toBe(true)
  })
})

describe('traffic with the e-commerce platform', () => {
  let sent: shopify.GraphqlExchange[]
  beforeAll(async () => {
    sent = shopify.graphqlExchanges(await trafficOf(driveShopify))
  })

  test('matches the published schema, and the emulator’s schema is a subset of it', () => {
    const { version } = readConfig({ SANDBOX_URL: 'http://localhost:3001' }).shopify
    const schema = shopify.publishedSchema(version)
    const exchanges = [...sent, ...shopify.ownDocuments()]
    const { deviations, deprecated, documents } = shopify.checkGraphql(schema, exchanges)
    const all = [...deviations, ...shopify.checkSandboxSchema(schema)]
    report(`Shopify ${version}, ${documents} documents`, exchanges.length, all, deprecated)
    expect(all).toEqual([])
    const answered = new Set(sent.filter(({ data }) => data !== null).map(({ query }) => query))
    expect(shopify.ownDocuments().filter(({ query }) => !answered.has(query))).toEqual([
      // Part of another document.
      expect.objectContaining({ query: expect.stringMatching(/^\{/) }),
    ])
    const seed = { query: 'query Seed { shop { currencyCode color } }', variables: null, data: null }
    expect(shopify.checkGraphql(schema, [seed]).deviations).toHaveLength(1)
  })

  test('is compared with the next version, which is only reported', () => {
    const next = shopify.publishedSchema('2026-10')
    const { deviations, deprecated } = shopify.checkGraphql(next, [...sent, ...shopify.ownDocuments()])
    report(
      'Shopify 2026-10, the next one',
      0,
      [...deviations, ...shopify.checkSandboxSchema(next)],
      deprecated,
    )
  })
})

test('traffic with Google matches the types of the discovery document, token responses, and ID tokens', () => {
  if (!recorded)
    throw new Error(
      'Record the traffic first: SANDBOX_TRAFFIC_FILE=/tmp/traffic.jsonl npx playwright test, and set the variable for this test, too',
    )
  const samples = googleSamples(readTraffic(recorded))
  const deviations = checkTypes(GOOGLE_HEAD, samples)
  report('Google', samples.length, deviations, [])
  expect(samples.map(({ where }) => where)).toEqual(expect.arrayContaining(['discovery', 'ID token']))
  expect(deviations).toEqual([])
})

/** Returns samples with an unknown field, an unknown status, and a missing one. Each must be detected. */
function seeded(samples: Sample[]): Sample[] {
  return ['Stripe.PaymentIntent', 'Stripe.Dispute'].flatMap((type) => {
    const found = samples.find((one) => one.type === type)
    if (!found) throw new Error(`The recording has no ${type}`)
    const object = found.value as Record<string, unknown>
    const { status, ...withoutStatus } = object
    return [
      { ...found, where: `seed: ${type}, unknown field`, value: { ...object, color: 'red' } },
      { ...found, where: `seed: ${type}, unknown status`, value: { ...object, status: `${status}!` } },
      { ...found, where: `seed: ${type}, missing status`, value: withoutStatus },
    ]
  })
}

function report(name: string, count: number, deviations: Deviation[], deprecated: string[]) {
  const lines = [
    `${name}: ${count} samples, ${deviations.length} deviations, ${deprecated.length} deprecated`,
    ...deviations.map(({ where, type, what }) => `  ${where} (${type}): ${what}`),
    ...deprecated.map((one) => `  deprecated: ${one}`),
    '',
  ]
  process.stdout.write(lines.join('\n'))
  mkdirSync('test-results', { recursive: true })
  writeFileSync('test-results/conformance.txt', lines.join('\n'), { flag: 'a' })
}
