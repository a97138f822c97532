import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../server/platform/db/database.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { runQuery } from '../support/postgres-process.ts'

let database: Database
let databaseUrl: string
beforeAll(async () => {
  databaseUrl = await freshDatabase(inject('postgresUrl'))
  database = await openDatabase({ databaseUrl, dataDir: '/nowhere' })
  await runQuery(databaseUrl, 'create table boxes (id integer)')
})
afterAll(() => database.close())

const find = (id: number) => sql`select * from boxes where id = ${id}`.execute(database.db)
const prepared = async () =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(database.db)).rows

test('a repeated statement is prepared once per connection', async () => {
  for (let id = 0; id < 5; id++) await find(id)
  expect(await prepared()).toEqual([{ statement: 'select * from boxes where id = $1' }])
})

test('a search is planned each time, for its own tokens', async () => {
  const search = (words: string) => sql`select ${words}::tsquery as words`.execute(database.db)
  for (let times = 0; times < 5; times++) await search('walnut & stand')
  expect(await prepared()).not.toContainEqual({ statement: expect.stringContaining('tsquery') })
})

test('if a connection loses its prepared statements, one request fails and another connection is used', async () => {
  for (let id = 0; id < 3; id++) await find(id)
  await sql`deallocate all`.execute(database.db)
  await expect(find(1)).rejects.toMatchObject({ code: '26000' })
  for (let id = 0; id < 3; id++) expect((await find(id)).rows).toEqual([])
  expect(await prepared()).toEqual([{ statement: 'select * from boxes where id = $1' }])
})

test('if the columns change in the meantime, at most one request fails', async () => {
  await runQuery(databaseUrl, 'alter table boxes add column name text')
  await expect(find(1)).rejects.toMatchObject({ code: '0A000' })
  await runQuery(databaseUrl, "insert into boxes values (1, 'Oak')")
  expect((await find(1)).rows).toEqual([{ id: 1, name: 'Oak' }])
})
