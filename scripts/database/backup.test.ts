import { execFile } from 'node:child_process'
import { cpSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { checkLog } from '../../server/audit/chain.ts'
import { openDatabase } from '../../server/platform/db/database.ts'
import { afterFile } from '../../tests/support/after-file.ts'
import { anAdmin } from '../../tests/support/fixtures.ts'
import { aFolder, freshDatabase, preparedFolder, shopDatabase } from '../../tests/support/fresh-database.ts'
import { startPostgres } from '../../tests/support/postgres.ts'
import { openTestShop } from '../../tests/support/shop.ts'
import { backUpEmbedded } from './embedded.ts'
import { contentsAt, fillShop, runScript } from './fixtures.ts'

// Each step is a separate program that opens a database.
vi.setConfig({ testTimeout: 180_000 })

const dataDir = aFolder()
/** A copy of the shop from before any test changed it. */
const untouched = join(aFolder(), 'untouched')
let orderId: string
let before: Awaited<ReturnType<typeof contentsAt>>
beforeAll(async () => {
  orderId = (await fillShop({ dataDir })).orderId
  before = await contentsAt({ dataDir })
  cpSync(dataDir, untouched, { recursive: true })
})

describe('npm run backup and npm run restore on the embedded database', () => {
  const file = join(aFolder(), 'shop.tar.gz')

  test('restore every row of every table from a file that only its owner can read', async () => {
    const rows = before.reduce((sum, table) => sum + table.rows, 0)
    expect(await runScript('backup', ['--to', file], { DATA_DIR: dataDir })).toEqual({
      code: 0,
      stdout: `Backed up to ${file}: ${before.length} tables, ${rows} rows, verified.\n`,
      stderr: '',
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const elsewhere = aFolder()
    const restored = await runScript('restore', ['--from', file], { DATA_DIR: elsewhere })
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining(`${rows} rows.`) })
    expect(await contentsAt({ dataDir: elsewhere })).toEqual(before)

    const shop = await openTestShop({ dataDir: elsewhere })
    const track = { orderId, email: 'ada@example.com' }
    expect(await shop.visitor().call('GET /api/orders/track', track)).toMatchObject({ status: 'processing' })
    // Jobs that were pending at the time of the backup run now.
    expect(await shop.runJobs()).toBeGreaterThan(0)
    expect(await checkLog(shop.shop.db)).toMatchObject({ checked: 2, of: 2, finding: null })
    await shop.close()
  })

  test('replace an existing database only on request', async () => {
    const rejected = await runScript('restore', ['--from', file], { DATA_DIR: dataDir })
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') })
    expect(await contentsAt({ dataDir })).toEqual(before)
    const replaced = await runScript('restore', ['--from', file, '--replace'], { DATA_DIR: dataDir })
    const [, backupFolder = ''] = /is in (\S+)\. Delete/.exec(replaced.stdout) ?? []
    expect(existsSync(join(backupFolder, 'PG_VERSION'))).toBe(true)
    expect(await contentsAt({ dataDir })).toEqual(before)
  })

  test('reject a database that a shop is using', async () => {
    const shop = await openTestShop({ dataDir })
    for (const [name, args] of [
      ['backup', ['--to', `${file}-2`]],
      ['restore', ['--from', file, '--replace']],
    ] as const) {
      const rejected = await runScript(name, [...args], { DATA_DIR: dataDir })
      expect(rejected.code).toBe(1)
      expect(rejected.stderr).toMatch(/^DATA_DIR: '.+' is in use by another Plinth process\n$/)
    }
    expect(existsSync(`${file}-2`)).toBe(false)
    await shop.close()
  })

  test('reject an invalid backup or one from a newer version, and leave nothing behind', async () => {
    const folder = aFolder()
    const empty = join(folder, 'data')
    writeFileSync(join(folder, 'picture.png'), 'no backup')
    const rejected = await runScript('restore', ['--from', join(folder, 'picture.png')], { DATA_DIR: empty })
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringMatching(/^'.+' is not a backup .+\n$/) })

    const newer = preparedFolder()
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir: newer })
    await db.insertInto('migrations').values({ name: '9999_later.sql', sha256: '' }).execute()
    await close()
    await backUpEmbedded(newer, join(folder, 'newer.tar.gz'))
    const later = await runScript('restore', ['--from', join(folder, 'newer.tar.gz')], { DATA_DIR: empty })
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
    const settings = { DATA_DIR: untouched, DATABASE_URL: databaseUrl }
    const rows = before.reduce((sum, table) => sum + table.rows, 0)
    expect(await runScript('move', [], settings)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Moved and verified: ${before.length} tables, ${rows} rows.`),
    })
    const [there, here] = [await contentsAt({ databaseUrl }), await contentsAt({ dataDir: untouched })]
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

describe('npm run backup and npm run restore on PostgreSQL', () => {
  test('print one clear line if pg_dump is missing', async () => {
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

  test('restore every row of every table, or show pg_dump’s error if its version is too old', async () => {
    const { bin, major } = await ownPrograms()
    if (major === 0) return console.log('No pg_dump on this machine: only the line that says so was tested.')
    const old = bin === null ? null : await startPostgres({ bin })
    if (old) afterFile(old.stop)
    const url = old?.url ?? inject('postgresUrl')
    const file = join(aFolder(), 'shop.dump')
    if (major < 18 && bin === null) {
      const rejected = await runScript('backup', ['--to', file], { DATABASE_URL: url })
      expect(rejected).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^pg_dump failed: .*version mismatch.*\n$/),
      })
      expect(existsSync(file)).toBe(false)
      return console.log(`pg_dump ${major} has no server installed here: tested only the version mismatch.`)
    }
    const databaseUrl = old ? await freshDatabase(url) : await shopDatabase()
    await fillShop({ databaseUrl })
    const before = await contentsAt({ databaseUrl })
    expect(await runScript('backup', ['--to', file], { DATABASE_URL: databaseUrl })).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const restoredUrl = await freshDatabase(url)
    const restored = await runScript('restore', ['--from', file], { DATABASE_URL: restoredUrl })
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(await contentsAt({ databaseUrl: restoredUrl })).toEqual(before)
    const again = await runScript('restore', ['--from', file], { DATABASE_URL: restoredUrl })
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^DATABASE_URL: the database is not empty.+\n$/),
    })
    rmSync(file)
  })
})

/** All tables except those that the job queue updates whenever it is opened. */
const isOurs = ({ table }: { table: string }) => table !== 'jobs.queue' && table !== 'jobs.version'

/** Returns this machine's version of pg_dump, and the folder of a server of that version, if installed. */
async function ownPrograms(): Promise<{ bin: string | null; major: number }> {
  const version = await promisify(execFile)('pg_dump', ['--version']).catch(() => null)
  const major = Number(/ (\d+)/.exec(version?.stdout ?? '')?.[1] ?? 0)
  const bin = `/usr/lib/postgresql/${major}/bin`
  return { bin: existsSync(join(bin, 'postgres')) ? bin : null, major }
}
