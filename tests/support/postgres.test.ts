import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startPostgres, type TestPostgres } from './postgres.ts'
import { runQuery } from './postgres-process.ts'

describe('the PostgreSQL server for tests', () => {
  let postgres: TestPostgres

  beforeAll(async () => {
    postgres = await startPostgres({ durable: true })
  })

  afterAll(() => postgres.stop())

  test('sorts, compares, and parses words like the embedded database', async () => {
    const [database] = await runQuery(
      postgres.url,
      `select pg_encoding_to_char(encoding) as encoding, datcollate, datctype, datlocale, current_setting('timezone') as timezone,
         current_setting('default_text_search_config') as words from pg_database where datname = current_database()`,
    )

    expect(database).toEqual({
      encoding: 'UTF8',
      datcollate: 'C',
      datctype: 'C.UTF-8',
      datlocale: 'C.UTF-8',
      timezone: 'UTC',
      words: 'pg_catalog.english',
    })
  })

  test('creates a database from a template, with its rows', async () => {
    const template = await postgres.createDatabase('template_of_a_shop')
    await runQuery(template, 'create table lamps as select 3 as left_over')

    const shop = await postgres.createDatabase('shop-1', 'template_of_a_shop')

    expect(await runQuery(shop, 'select * from lamps')).toEqual([{ left_over: 3 }])
  })

  test('drops a database that is still in use', async () => {
    const shop = await postgres.createDatabase('shop-2')
    const visitor = new pg.Client({ connectionString: shop })
    const cutOff = new Promise((resolve) => visitor.on('error', resolve))
    await visitor.connect()

    await postgres.dropDatabase('shop-2')

    expect(String(await cutOff)).toContain('terminating connection')
    expect(await runQuery(postgres.url, `select 1 from pg_database where datname = 'shop-2'`)).toEqual([])
  })

  test('keeps committed data when it is killed and restarted at the same URL', async () => {
    const shop = await postgres.createDatabase('shop-3')
    await runQuery(shop, 'create table orders as select 7 as id')

    await postgres.kill()
    await expect(runQuery(shop, 'select 1')).rejects.toThrow('ECONNREFUSED')
    await postgres.restart()

    expect(await runQuery(shop, 'select * from orders')).toEqual([{ id: 7 }])
  })
})

test('the PostgreSQL server for tests leaves no process and no folder behind when the test run is killed with -9', async () => {
  const program = `
    const { startPostgres } = await import(${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)})
    const { url } = await startPostgres()
    console.log(url)
    setInterval(() => {}, 1000)`
  const testRun = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(testRun.stdout, 'data')
  const url = String(line).trim()
  const [settings] = await runQuery(url, `select current_setting('data_directory') as folder`)

  testRun.kill('SIGKILL')

  await vi.waitFor(() => expect(runQuery(url, 'select 1')).rejects.toThrow('ECONNREFUSED'), 10_000)
  await vi.waitFor(() => expect(access(`${settings?.folder}/..`)).rejects.toThrow('ENOENT'), 10_000)
})
