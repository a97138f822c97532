import { beforeAll, expect, test } from 'vitest'
import { inMemory } from '../sandbox/config.ts'
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { findShopId } from '../server/settings/queries.ts'
import { preparedDatabase } from '../tests/support/fresh-database.ts'
import { stripeOf } from '../tests/support/shop.ts'
import { runScript } from './database/fixtures.ts'

let sandbox: Sandbox
let database: Awaited<ReturnType<typeof preparedDatabase>>
beforeAll(async () => {
  sandbox = await startSandbox(inMemory)
  database = await preparedDatabase()
  return () => sandbox.stop()
})

const reconcile = (url: string) => runScript('reconcile', [], { ...database.settings, SANDBOX_URL: url })

test('npm run reconcile compares the shop with its payment provider, and prints what needs review', async () => {
  const { db, close } = await openDatabase(database)
  const plinth_shop = await findShopId(db)
  await close()
  const intent = await stripeOf({ sandboxUrl: sandbox.url }).paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    metadata: { plinth_shop, plinth_order: 'PL-0000-0000', plinth_version: 1 },
    confirm: true,
    payment_method: 'pm_card_visa',
    return_url: 'http://localhost:3000/',
  })
  const found = await reconcile(sandbox.url)
  expect(found).toMatchObject({ code: 1 })
  expect(found.stdout).toContain(`NEEDS REVIEW  paid-without-order  ${intent.id}: $10.00 was paid`)
  expect(found.stdout).toContain(
    'Payments and refunds compared: 1. Discrepancies resolved: 0. Needs review: 1.',
  )
}, 120_000)

test('npm run reconcile reports in one line that the provider is unreachable', async () => {
  const rejected = await reconcile('http://127.0.0.1:9')
  expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('connection to Stripe') })
}, 120_000)
