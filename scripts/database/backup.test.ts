import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Kysely } from 'kysely'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { checkLog } from '../../server/audit/chain.ts'
import type { Tables } from '../../server/platform/db/database.ts'
import { openPglite } from '../../server/platform/db/pglite-client.ts'
import { pgliteDialect } from '../../server/platform/db/pglite-dialect.ts'
import { anAdmin } from '../../tests/support/fixtures.ts'
import { aFolder, freshDatabase } from '../../tests/support/fresh-database.ts'
import { openTestShop } from '../../tests/support/shop.ts'
import { contentsOf } from './contents.ts'
import { contentsAt, fillShop, runScript } from './fixtures.ts'

// Each step is a separate program that opens a database.
vi.setConfig({ testTimeout: 180_000 })

const dataDir = aFolder()
let orderId: string
let before: Awaited<ReturnType<typeof contentsAt>>
beforeAll(async () => {
  orderId = (await fillShop({ dataDir })).orderId
  before = await contentsAt({ dataDir })
})

describe('npm run backup and npm run restore on the embedded database', () => {
  const folder = aFolder()
  const file = join(folder, 'shop.tar.gz')
  const restored = aFolder()
  /** A backup with a migration that this version doesn't have. */
  const fromNewer = join(folder, 'newer.tar.gz')

  test('restore every row of every table from a file that only its owner can read', async () => {
    const rows = before.reduce((sum, table) => sum + table.rows, 0)
    expect(await runScript('backup', ['--to', file], { DATA_DIR: dataDir })).toEqual({
      code: 0,
      stdout: `Backed up to ${file}: ${before.length} tables, ${rows} rows, verified.\n`,
      stderr: '',
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const { code, stdout } = await runScript('restore', ['--from', file], { DATA_DIR: restored })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`${rows} rows.`) })
  })

  test('keep an existing database unless asked to replace it, and reject one that a shop is using', async () => {
    const rejected = await runScript('restore', ['--from', file], { DATA_DIR: restored })
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') })

    const shop = await openTestShop({ dataDir: restored })
    expect((await contentsOf(shop.shop.db)).filter(isOurs)).toEqual(before.filter(isOurs))
    for (const [name, args] of [
      ['backup', ['--to', `${file}-2`]],
      ['restore', ['--from', file, '--replace']],
    ] as const) {
      const rejected = await runScript(name, [...args], { DATA_DIR: restored })
      expect(rejected.code).toBe(1)
      expect(rejected.stderr).toMatch(/^DATA_DIR: '.+' is in use by another Plinth process\n$/)
    }
    expect(existsSync(`${file}-2`)).toBe(false)

    const track = { orderId, email: 'ada@example.com' }
    expect(await shop.visitor().call('GET /api/orders/track', track)).toMatchObject({ status: 'processing' })
    // Jobs that were pending at the time of the backup run now.
    expect(await shop.runJobs()).toBeGreaterThan(0)
    expect(await checkLog(shop.shop.db)).toMatchObject({ checked: 2, of: 2, finding: null })
    await shop.close()
  })

  test('replace a changed database, and keep it next to the restored one', async () => {
    const replaced = await runScript('restore', ['--from', file, '--replace'], { DATA_DIR: restored })
    const [, backupFolder = ''] = /is in (\S+)\. Delete/.exec(replaced.stdout) ?? []
    expect(existsSync(join(backupFolder, 'PG_VERSION'))).toBe(true)
    const pglite = await openPglite(join(restored, 'postgres'))
    expect(await contentsOf(new Kysely<Tables>({ dialect: pgliteDialect(pglite) }))).toEqual(before)
    await pglite.query("insert into migrations (name, sha256) values ('9999_later.sql', '')", [])
    writeFileSync(fromNewer, gzipSync(await pglite.dump(), { level: 0 }))
    await pglite.close()
  })

  test('reject an invalid backup or one from a newer version, and leave nothing behind', async () => {
    const empty = join(folder, 'data')
    writeFileSync(join(folder, 'picture.png'), 'no backup')
    const rejected = await runScript('restore', ['--from', join(folder, 'picture.png')], { DATA_DIR: empty })
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringMatching(/^'.+' is not a backup .+\n$/) })

    const later = await runScript('restore', ['--from', fromNewer], { DATA_DIR: empty })
    expect(later).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('newer version of Plinth (with 9999_later.sql)'),
    })
    expect(existsSync(join(empty, 'postgres'))).toBe(false)
    expect(existsSync(join(empty, 'postgres-restoring'))).toBe(false)
  })

  test('report a folder without a database', async () => {
    const nothing = await runScript('backup', [], { DATA_DIR: join(aFolder(), 'none') })
    expect(nothing).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^DATA_DIR: no embedded database .+\n$/),
    })
  })
})

describe('npm run move', () => {
  test('copies everything to an empty server, including pending jobs, and doesn’t change the embedded database', async () => {
    const databaseUrl = await freshDatabase(inject('postgresUrl'))
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    const rows = before.reduce((sum, table) => sum + table.rows, 0)
    expect(await runScript('move', [], settings)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Moved and verified: ${before.length} tables, ${rows} rows.`),
    })
    const [there, here] = [await contentsAt({ databaseUrl }), await contentsAt({ dataDir })]
    expect(there).toEqual(here)
    expect(here.filter(isOurs)).toEqual(before.filter(isOurs))
    const again = await runScript('move', [], settings)
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^DATABASE_URL: the database is not empty.+\n$/),
    })

    const shop = await openTestShop({ databaseUrl })
    const track = { orderId, email: 'ada@example.com' }
    expect(await shop.visitor().call('GET /api/orders/track', track)).toMatchObject({ status: 'processing' })
    expect(await shop.runJobs()).toBeGreaterThan(0)
    expect(await checkLog(shop.shop.db)).toMatchObject({ checked: 2, of: 2, finding: null })
    // Sequences continue, and so does the hash chain.
    await (await anAdmin(shop)).call('PATCH /api/admin/settings', { pageSize: 7 })
    expect(await checkLog(shop.shop.db)).toMatchObject({ checked: 3, of: 3, finding: null })
    await shop.visitor().call('POST /api/auth/register', {
      username: 'next-one',
      email: 'next@example.com',
      password: 'a long enough password',
    })
    await shop.close()
  })
})

// tests/long/backup.test.ts restores a backup on PostgreSQL.
test('npm run backup prints one clear line if pg_dump is missing', async () => {
  const missing = await runScript('backup', ['--to', join(aFolder(), 'shop.dump')], {
    DATABASE_URL: inject('postgresUrl'),
    PATH: '/nowhere',
  })
  expect(missing).toEqual({
    code: 1,
    stdout: '',
    stderr:
      "pg_dump is not on the PATH. Install PostgreSQL's client programs, in the server's version or later\n",
  })
})

/** All tables except those that the job queue updates whenever it is opened. */
const isOurs = ({ table }: { table: string }) => table !== 'jobs.queue' && table !== 'jobs.version'
