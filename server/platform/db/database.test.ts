import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { openLog } from '../log.ts'
import { type Database, inTransaction, onCommit, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

let database: Database
beforeAll(async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'))
  database = await openDatabase({ databaseUrl, dataDir: '/nowhere' })
  await migrate(database.db)
})
afterAll(() => database.close())

const names = async () =>
  (await database.db.selectFrom('settings').select('name').orderBy('name').execute()).map(({ name }) => name)
const insert = (db: Database['db'], name: string) =>
  db.insertInto('settings').values({ name, value: '1' }).execute()

describe('the database', () => {
  test('keeps a write that another request makes during a transaction that is rolled back', async () => {
    const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>()
    const failing = inTransaction(database.db, async (db) => {
      await insert(db, 'rolled-back')
      begun()
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('no')
    })
    await hasBegun
    const other = insert(database.db, 'kept')
    await expect(failing).rejects.toThrow('no')
    await other
    expect(await names()).toEqual(['kept'])
  })

  test('runs more transactions at a time than it has connections', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        inTransaction(database.db, (db) => insert(db, `many-${index}`)),
      ),
    )
    expect((await names()).filter((name) => name.startsWith('many-'))).toHaveLength(20)
  })

  test('returns the SQL state and the constraint of an error', async () => {
    await insert(database.db, 'twice')
    await expect(insert(database.db, 'twice')).rejects.toMatchObject({
      code: '23505',
      constraint: 'settings_pkey',
    })
  })

  test('notifies subscribers of each committed change, and not of a rolled-back one', async () => {
    const changes = await database.subscribeToChanges(openLog('silent'))
    const version = async () => {
      await changes.catchUp()
      return changes.version()
    }
    await vi.waitFor(() => expect(changes.isSure()).toBe(true))
    const before = await version()
    await insert(database.db, 'change')
    expect(await version()).toBe(before + 1)
    await inTransaction(database.db, async (db) => {
      await insert(db, 'first')
      await insert(db, 'second')
    })
    expect(await version()).toBe(before + 2)
    await expect(
      inTransaction(database.db, async (db) => {
        await insert(db, 'third')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await version()).toBe(before + 2)
  })

  test('does not stop the event loop during a slow query', async () => {
    const slow = sql`select count(*) from generate_series(1, 3000000)`.execute(database.db)
    let ticks = 0
    const timer = setInterval(() => ticks++, 5)
    await slow
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(3)
  })
})

describe('a transaction', () => {
  test('joins the open transaction', async () => {
    await inTransaction(database.db, async (db) => {
      await inTransaction(db, (db) => insert(db, 'joined'))
    })
    expect(await names()).toContain('joined')
  })

  test('runs after-commit callbacks after a commit, and never after a rollback', async () => {
    const seen: string[] = []
    await inTransaction(database.db, async (db) => {
      onCommit(db, () => seen.push('committed'))
      seen.push('inside')
    })
    await inTransaction(database.db, async (db) => {
      onCommit(db, () => seen.push('never'))
      throw new Error('no')
    }).catch(() => seen.push('rolled back'))
    expect(seen).toEqual(['inside', 'committed', 'rolled back'])
  })
})

describe('migrations', () => {
  test('are applied only once', async () => {
    expect(await migrate(database.db)).toEqual([])
  })
})
