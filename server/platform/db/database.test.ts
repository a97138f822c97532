import { sql } from 'kysely'
import pg from 'pg'
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

  test('sends statements that are started together without waiting for each other, and runs them in order', async () => {
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    await inTransaction(database.db, async (db) => {
      await insert(db, 'alone')
      sent.mockClear()
      const all = [1, 2, 3].map((number) => insert(db, `together-${number}`))
      expect(sent).toHaveBeenCalledTimes(3)
      await Promise.all(all)
    })
    sent.mockRestore()
    const { rows } = await sql<{
      name: string
    }>`select name from settings where name like 'together-%' order by ctid`.execute(database.db)
    expect(rows.map(({ name }) => name)).toEqual(['together-1', 'together-2', 'together-3'])
  })

  test('sends its first read together with its begin, and its first write once it has begun', async () => {
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    const textsAtOnce = async (start: (db: Database['db']) => Promise<unknown>) => {
      sent.mockClear()
      let count = 0
      await inTransaction(database.db, (db) => {
        const response = start(db)
        count = sent.mock.calls.length
        return response
      })
      return count
    }
    const counts = [
      await textsAtOnce((db) => db.selectFrom('settings').select('name').execute()),
      await textsAtOnce((db) => insert(db, 'begun')),
      await textsAtOnce(async () => 'nothing'),
    ]
    sent.mockRestore()
    expect(counts).toEqual([2, 1, 0])
    expect(await names()).toContain('begun')
  })

  test('changes nothing if one of several statements fails', async () => {
    await insert(database.db, 'taken')
    const failing = inTransaction(database.db, (db) =>
      Promise.all(['before-it', 'taken', 'after-it'].map((name) => insert(db, name))),
    )
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await names()).not.toContain('before-it')
    expect(await names()).not.toContain('after-it')
  })

  test('rejects the statements of a branch that is still running after another one failed', async () => {
    const branch = Promise.withResolvers<void>()
    let late: Promise<unknown> = Promise.resolve()
    const failing = inTransaction(database.db, (db) => {
      late = branch.promise.then(() => insert(db, 'late'))
      late.catch(() => undefined)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    branch.resolve()
    await expect(late).rejects.toThrow('The transaction has ended')
    expect(await names()).not.toContain('late')
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
