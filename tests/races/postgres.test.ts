import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { type Database, inTransaction, openDatabase } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { freshDatabase } from '../support/fresh-database.ts'

let database: Database
beforeAll(async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'))
  database = await openDatabase({ databaseUrl, dataDir: '/nowhere' })
})
afterAll(() => database.close())

describe('migrations on PostgreSQL', () => {
  test('run once if several nodes start at the same time', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.db)))
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  })
})

test('the shop opens at most DATABASE_POOL connections', async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'))
  const { databasePool } = readConfig({ DATABASE_POOL: '3' })
  const { db, close } = await openDatabase({ databaseUrl, databasePool, dataDir: '/nowhere' })
  const results = await Promise.all(
    Array.from({ length: 12 }, () =>
      sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.1)`.execute(db),
    ),
  )
  await close()
  expect(new Set(results.map(({ rows }) => rows[0]?.pid)).size).toBe(3)
})

describe('transactions on PostgreSQL', () => {
  test('return counts and large numbers as JavaScript numbers', async () => {
    const { db } = database
    await inTransaction(db, (db) =>
      db.insertInto('settings').values({ name: 'x', value: '{"a":1}' }).execute(),
    )
    const row = await db
      .selectFrom('settings')
      .select(['value', (select) => select.fn.countAll<number>().over().as('count')])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ value: { a: 1 }, count: 1 })
  })
})
