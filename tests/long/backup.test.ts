import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentsAt, runScript } from '../../scripts/database/fixtures.ts'
import { afterFile } from '../support/after-file.ts'
import { openBooks } from '../support/faulted/books.ts'
import { plainPurchase } from '../support/faulted/killed-at-random.ts'
import { stockUp } from '../support/faulted/offers.ts'
import { shop } from '../support/faulted/shopper.ts'
import { startEmbeddedWorld } from '../support/faulted/world.ts'
import { aFolder, freshDatabase } from '../support/fresh-database.ts'
import { startPostgres } from '../support/postgres.ts'

const SHOPPERS = 20
const OLDEST = '/usr/lib/postgresql/15/bin'

test(`a backup made while ${SHOPPERS} shoppers buy is restored into an empty folder and on PostgreSQL 15, and reconciles`, async () => {
  const world = await startEmbeddedWorld()
  afterFile(world.stop)
  const books = await openBooks(world)
  afterFile(books.close)
  const offers = await stockUp(books.db)
  const file = join(aFolder(), 'busy.gz')
  let isOpen = true
  let paid = 0
  const shoppers = Array.from({ length: SHOPPERS }, async (_, shopper) => {
    for (let times = 0; isOpen; times++) {
      const email = `shopper-${shopper}-${times}@example.com`
      if ((await shop(world, plainPurchase(times), offers, email)) === 'paid') paid += 1
    }
  })
  await expect.poll(() => paid, { timeout: 600_000 }).toBeGreaterThan(SHOPPERS)
  const atStart = paid
  const backup = await runScript('backup', ['--to', file], { DATA_DIR: world.dataDir })
  const atEnd = paid
  isOpen = false
  await Promise.all(shoppers)
  expect(backup).toMatchObject({ code: 0, stderr: '' })

  const dataDir = aFolder()
  expect(await runScript('restore', ['--from', file], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    stderr: '',
  })
  const restored = await contentsAt({ dataDir })
  const orders = restored.find(({ table }) => table === 'public.orders')?.rows ?? 0
  expect(orders).toBeGreaterThanOrEqual(atStart)
  process.stdout.write(`${JSON.stringify({ orders, paidAtStart: atStart, paidAtEnd: atEnd })}\n`)
  // Orders that were paid after the snapshot are only at the provider, and reconciling finds them.
  const { stdout } = await runScript('reconcile', [], { DATA_DIR: dataDir, SANDBOX_URL: world.sandboxUrl })
  expect(stdout).toMatch(/Payments and refunds compared: \d+\./)
  const problems = stdout.split('\n').filter((line) => line.startsWith('NEEDS REVIEW'))
  expect(problems.filter((line) => !line.includes(' paid-without-order '))).toEqual([])

  if (!existsSync(OLDEST))
    return console.log('No PostgreSQL 15 on this machine: restored only into the folder.')
  const oldest = await startPostgres({ bin: OLDEST })
  afterFile(oldest.stop)
  const databaseUrl = await freshDatabase(oldest.url)
  const onOldest = await runScript('restore', ['--from', file], { DATABASE_URL: databaseUrl })
  expect(onOldest).toMatchObject({ code: 0, stderr: '' })
  expect((await contentsAt({ databaseUrl })).map(({ table, rows }) => [table, rows])).toEqual(
    restored.map(({ table, rows }) => [table, rows]),
  )
})
