import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Database, inTransaction, openDatabase } from '../../server/platform/db/database.ts'
import { deleteChanges } from '../../server/platform/db/delete-changes.ts'
import type { Changes } from '../../server/platform/db/listen.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { openLog } from '../../server/platform/log.ts'
import { changeSettings } from '../../server/settings/settings.ts'
import { shopDatabase } from '../support/fresh-database.ts'

type Node = Database & { changes: Changes }

let firstNode: Node
let secondNode: Node
const log: string[] = []
beforeAll(async () => {
  const databaseUrl = await shopDatabase()
  firstNode = await openNode(databaseUrl)
  secondNode = await openNode(databaseUrl)
})
afterAll(() => Promise.all([firstNode.close(), secondNode.close()]))

describe('a change of data that pages show', () => {
  test('is visible to its own node as soon as that node catches up', async () => {
    const before = firstNode.changes.version()
    await changeSettings(firstNode.db, { pageSize: 7 })
    await firstNode.changes.catchUp()
    expect(firstNode.changes.version()).toBeGreaterThan(before)
  })

  test('is sent to every other node', async () => {
    const before = secondNode.changes.version()
    await changeSettings(firstNode.db, { pageSize: 8 })
    await vi.waitFor(() => expect(secondNode.changes.version()).toBeGreaterThan(before), { timeout: 10_000 })
  })

  test('takes effect at its commit, even if another transaction began earlier', async () => {
    await firstNode.changes.catchUp()
    const before = firstNode.changes.version()
    let between = before
    await inTransaction(secondNode.db, async (db) => {
      await changeSettings(db, { pageSize: 9 })
      await firstNode.changes.catchUp()
      expect(firstNode.changes.version()).toBe(before)
      // This transaction begins later and commits earlier.
      await changeSettings(firstNode.db, { shippingRateCents: 500 })
      await firstNode.changes.catchUp()
      expect(firstNode.changes.version()).toBeGreaterThan(before)
      // Read before the commit, because its message may arrive before the next statement of this test.
      between = firstNode.changes.version()
    })
    await firstNode.changes.catchUp()
    expect(firstNode.changes.version()).toBeGreaterThan(between)
  })

  test('is not sent if it is rolled back, or if no page shows it', async () => {
    await firstNode.changes.catchUp()
    const before = firstNode.changes.version()
    const failing = inTransaction(firstNode.db, async (db) => {
      await changeSettings(db, { pageSize: 10 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await firstNode.db
      .insertInto('zero_result_searches')
      .values({ day: '2026-01-31', text: 'x', count: 1 })
      .execute()
    await firstNode.changes.catchUp()
    expect(firstNode.changes.version()).toBe(before)
  })
})

describe('a node that loses its connection', () => {
  test('clears its cache, reconnects, and misses no change', async () => {
    const before = firstNode.changes.version()
    await cutOff()
    await firstNode.changes.catchUp()
    // The node can't know what it missed, so all its entries are outdated.
    expect(firstNode.changes.version()).toBeGreaterThan(before)
    const cut = firstNode.changes.version()
    await changeSettings(secondNode.db, { pageSize: 11 })
    await vi.waitFor(() => expect(firstNode.changes.version()).toBeGreaterThan(cut), { timeout: 10_000 })
    await vi.waitFor(() => expect(firstNode.changes.isSure()).toBe(true), { timeout: 10_000 })
    await vi.waitFor(() => expect(log.join()).toContain('cache invalidation feed restored'), {
      timeout: 10_000,
    })
  })

  test('detects after a second that it may have missed a change', async () => {
    await sql`alter table page_changes rename to page_changes_away`.execute(secondNode.db)
    await vi.waitFor(() => expect(firstNode.changes.isSure()).toBe(false), { timeout: 10_000 })
    await sql`alter table page_changes_away rename to page_changes`.execute(secondNode.db)
    await vi.waitFor(() => expect(firstNode.changes.isSure()).toBe(true), { timeout: 10_000 })
  })
})

test('the records of page changes are kept for an hour', async () => {
  await sql`update page_changes set at = at - interval '61 minutes' where xid = (select min(xid) from page_changes)`.execute(
    firstNode.db,
  )
  const count = async () => (await firstNode.db.selectFrom('page_changes').select('xid').execute()).length
  const { rows } = await sql<{ old: number }>`
    select count(*)::int as old from page_changes where at < now() - interval '1 hour'`.execute(firstNode.db)
  const before = await count()
  await deleteChanges(firstNode.db, null)
  expect(rows[0]?.old).toBeGreaterThan(0)
  expect(await count()).toBe(before - (rows[0]?.old ?? Number.NaN))
})

async function openNode(databaseUrl: string): Promise<Node> {
  const database = await openDatabase({ databaseUrl, dataDir: '/nowhere' })
  await migrate(database.db)
  const changes = await database.subscribeToChanges(openLog('info', { write: (line) => void log.push(line) }))
  await vi.waitFor(() => expect(changes.isSure()).toBe(true), { timeout: 10_000 })
  return { ...database, changes }
}

/** Terminates the connections that listen for changes, like a restart of the server. */
async function cutOff() {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ~ 'page_changes' and pid <> pg_backend_pid()`.execute(
    secondNode.db,
  )
}
