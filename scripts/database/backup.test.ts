import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { checkLog } from '../../server/audit/chain.ts'
import { anAdmin } from '../../tests/support/fixtures.ts'
import { aFolder, freshDatabase } from '../../tests/support/fresh-database.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { contentsOf } from './contents.ts'
import { contentsAt, fillShop, runScript } from './fixtures.ts'

// Each step is a separate program that opens a database.
vi.setConfig({ testTimeout: 180_000 })

const dataDir = aFolder()
const folder = aFolder()
const file = join(folder, 'shop.gz')
const rowsOf = (contents: typeof before) => contents.reduce((sum, table) => sum + table.rows, 0)
let orderId: string
let before: Awaited<ReturnType<typeof contentsAt>>
beforeAll(async () => {
  orderId = (await fillShop({ dataDir })).orderId
  before = await contentsAt({ dataDir })
})

describe('npm run backup and npm run restore on the embedded database', () => {
  const restored = aFolder()

  test('restore every row of every table from a file that only its owner can read', async () => {
    expect(await runScript('backup', ['--to', file], { DATA_DIR: dataDir })).toEqual({
      code: 0,
      stdout: `Backed up to ${file}: ${before.length} tables, ${rowsOf(before)} rows, verified.\n`,
      stderr: '',
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const { code, stdout } = await runScript('restore', ['--from', file], { DATA_DIR: restored })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`${rowsOf(before)} rows.`) })
    expect(await contentsAt({ dataDir: restored })).toEqual(before)
  })

  test('keep an existing database unless asked to replace it, and reject one that a shop is using', async () => {
    const rejected = await runScript('restore', ['--from', file], { DATA_DIR: restored })
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') })

    const shop = await openTestShop({ dataDir: restored })
    expect((await contentsOf(shop.shop.db)).filter(isOurs)).toEqual(before.filter(isOurs))
    const inUse = await runScript('restore', ['--from', file, '--replace'], { DATA_DIR: restored })
    expect(inUse.stderr).toMatch(/^DATA_DIR: '.+' is in use by another Plinth process\n$/)
    expect(inUse.code).toBe(1)
    await expectSameShop(shop)
    await shop.close()
  })

  test('back up a shop that is running', async () => {
    const shop = await openTestShop({ dataDir: restored })
    const running = join(folder, 'running.gz')
    const { code, stderr } = await runScript('backup', ['--to', running], { DATA_DIR: restored })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect((await shop.app.inject('/readyz')).statusCode).toBe(200)
    await shop.close()
    const again = aFolder()
    expect(await runScript('restore', ['--from', running], { DATA_DIR: again })).toMatchObject({ code: 0 })
    // The running shop records the backup after it was made.
    const isCopied = (table: (typeof before)[number]) =>
      isOurs(table) && table.table !== 'public.backups' && table.table !== 'backups'
    expect((await contentsAt({ dataDir: again })).filter(isCopied)).toEqual(
      (await contentsAt({ dataDir: restored })).filter(isCopied),
    )
  })

  test('replace a changed database, and keep it next to the restored one', async () => {
    const replaced = await runScript('restore', ['--from', file, '--replace'], { DATA_DIR: restored })
    const [, backupFolder = ''] = /is in (\S+)\. Delete/.exec(replaced.stdout) ?? []
    expect(existsSync(join(backupFolder, 'PG_VERSION'))).toBe(true)
    expect(await contentsAt({ dataDir: restored })).toEqual(before)
  })

  test.each([
    ['another file', () => Buffer.from('no backup'), /^'.+' is not a complete backup: .+\n$/],
    ['half a file', () => readFileSync(file).subarray(0, 20_000), /^'.+' is not a complete backup: .+\n$/],
    [
      'a file without its last table',
      () => changed((text) => `${text.split('\n').slice(0, -30).join('\n')}\n`),
      /^'.+' is not a complete backup: .+\n$/,
    ],
    [
      'a file of a newer version',
      () => changed((text) => text.replace('"migrations":[', '"migrations":["9999_later.sql",')),
      /newer version of Plinth \(with 9999_later\.sql\)/,
    ],
    [
      'a file with a changed amount',
      () => changed((text) => text.replace(/"checksum":"\w/, '"checksum":"z')),
      /Differs from the backup: /,
    ],
  ])('reject %s, and leave nothing behind', async (_what, bytes, message) => {
    const [wrong, empty] = [join(folder, 'wrong.gz'), aFolder()]
    writeFileSync(wrong, bytes())
    expect(await runScript('restore', ['--from', wrong], { DATA_DIR: empty })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(message),
    })
    expect(readdirSync(empty).filter((name) => name !== 'database.log')).toEqual([])
  })

  test('report a folder without a database', async () => {
    const nothing = await runScript('backup', [], { DATA_DIR: join(aFolder(), 'none') })
    expect(nothing).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^DATA_DIR: no embedded database .+\n$/),
    })
  })

  function changed(change: (text: string) => string): Buffer {
    return gzipSync(change(gunzipSync(readFileSync(file)).toString('utf8')), { level: 1 })
  }
})

describe('npm run move', () => {
  test('copies everything to an empty server, including pending jobs, and doesn’t change the embedded database', async () => {
    const databaseUrl = await freshDatabase(inject('postgresUrl'))
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    const before = await contentsAt({ dataDir })
    expect(await runScript('move', [], settings)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Moved and verified: ${before.length} tables, ${rowsOf(before)} rows.`),
    })
    expect(await contentsAt({ databaseUrl })).toEqual(before)
    expect(await contentsAt({ dataDir })).toEqual(before)
    const again = await runScript('move', [], settings)
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^DATABASE_URL: the database is not empty.+\n$/),
    })

    const shop = await openTestShop({ databaseUrl })
    await expectSameShop(shop)
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

test('npm run backup and npm run restore write the same file from a server, and restore it to another one', async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'))
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: aFolder() }
  expect(await runScript('restore', ['--from', file], settings)).toMatchObject({ code: 0, stderr: '' })
  expect(await contentsAt({ databaseUrl })).toEqual(before)
  const second = join(folder, 'second.gz')
  expect(await runScript('backup', ['--to', second], settings)).toMatchObject({ code: 0, stderr: '' })
  const text = (path: string) =>
    gunzipSync(readFileSync(path))
      .toString('utf8')
      .replace(/"at":"[^"]+"/, '')
  expect(text(second) === text(file)).toBe(true)
  expect(await runScript('restore', ['--from', file], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^DATABASE_URL: the database is not empty.+\n$/),
  })
})

async function expectSameShop(shop: TestShop) {
  const track = { orderId, email: 'ada@example.com' }
  expect(await shop.visitor().call('GET /api/orders/track', track)).toMatchObject({ status: 'processing' })
  // Jobs that were pending at the time of the backup run now.
  expect(await shop.runJobs()).toBeGreaterThan(0)
  expect(await checkLog(shop.shop.db)).toMatchObject({ checked: 2, of: 2, finding: null })
}

/** All tables except those that the job queue updates whenever it is opened. */
const isOurs = ({ table }: { table: string }) => table !== 'jobs.queue' && table !== 'jobs.version'
