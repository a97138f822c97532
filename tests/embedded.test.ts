import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { SettingsError } from '../server/config.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { isAlive } from '../server/platform/db/embedded/postmaster.ts'
import { packagedPrograms } from '../server/platform/db/embedded/programs.ts'
import { socketFits } from '../server/platform/db/embedded/settings.ts'
import { canReach, unprivilegedUser } from '../server/platform/db/embedded/user.ts'
import { afterFile } from './support/after-file.ts'
import { aFolder } from './support/fresh-database.ts'
import { serverOf, startWriter } from './support/writer.ts'

const isRoot = process.getuid?.() === 0
const open = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir })
const dataOf = (dataDir: string) => join(dataDir, 'database')

/** A folder on disk, which is removed after the tests. */
function aFolderOnDisk(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-embedded-'))
  chmodSync(folder, mode)
  afterFile(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

let prepared: string | undefined

/** Returns a data folder with a stopped database, copied because its creation takes a second of CPU time. */
async function aPreparedFolder(): Promise<string> {
  if (!prepared) {
    prepared = aFolder()
    const { close } = await open(prepared)
    await close()
  }
  const dataDir = aFolder()
  cpSync(prepared, dataDir, { recursive: true })
  return dataDir
}

describe('kill -9 of the shop', () => {
  test('loses no acknowledged row, leaves no server running, and the next start recovers at once', async () => {
    const dataDir = aFolder()
    let acknowledged = 0
    for (let round = 0; round < 4; round++) {
      const writer = startWriter(dataDir)
      expect(await writer.found).toBeGreaterThanOrEqual(acknowledged)
      await writer.wrote(acknowledged + 100)
      // In every second round, PostgreSQL is killed as well.
      if (round % 2 === 1) process.kill(serverOf(dataOf(dataDir)), 'SIGKILL')
      await writer.end('SIGKILL')
      acknowledged = writer.acknowledged()
    }
    await vi.waitFor(() => expect(isServing(dataDir)).toBe(false), 20_000)
    const writer = startWriter(dataDir)
    expect(await writer.found).toBeGreaterThanOrEqual(acknowledged)
    await writer.end('SIGKILL')
  })

  test('during the first start leaves nothing that the next one can’t use', async () => {
    const dataDir = aFolder()
    for (const after of [150, 400, 800, 1200, 1800, 2500]) {
      const writer = startWriter(dataDir)
      await Promise.race([sleep(after), writer.found])
      await writer.end('SIGKILL')
    }
    const writer = startWriter(dataDir)
    await writer.wrote((await writer.found) + 3)
    await writer.end('SIGKILL')
    expect(readdirSync(dataDir).filter((name) => name.startsWith('database-new'))).toEqual([])
  })

  test('lets the next start ignore the lock of a server whose process ID another program has now', async () => {
    const dataDir = await aPreparedFolder()
    const { close } = await open(dataDir)
    const lock = readFileSync(join(dataOf(dataDir), 'postmaster.pid'), 'utf8')
    await close()
    writeFileSync(join(dataOf(dataDir), 'postmaster.pid'), lock.replace(/^\d+/, String(process.pid)))
    const again = await open(dataDir)
    await again.close()
  })
})

test('a copy of a data folder that other users can read is made private, and opened', async () => {
  const [dataDir, copy] = [await aPreparedFolder(), aFolder()]
  const first = await open(dataDir)
  await sql`create table kept as select 7 as number`.execute(first.db)
  await first.close()
  cpSync(dataDir, copy, { recursive: true })
  chmodSync(dataOf(copy), 0o755)
  const { db, close } = await open(copy)
  expect((await sql`select number from kept`.execute(db)).rows).toEqual([{ number: 7 }])
  expect(statSync(dataOf(copy)).mode & 0o777).toBe(0o700)
  await close()
})

describe('a second process on one data folder', () => {
  test('is rejected with one line, even if both start at the same time on an empty folder', async () => {
    const dataDir = aFolder()
    const writers = [startWriter(dataDir), startWriter(dataDir), startWriter(dataDir)]
    const outcomes = await Promise.allSettled(writers.map(({ found }) => found))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const [index, writer] of writers.entries()) {
      if (outcomes[index]?.status === 'fulfilled') await writer.end('SIGKILL')
      else
        expect((await writer.ended).errors).toContain(
          `DATA_DIR: '${dataDir}' is in use by another Plinth process`,
        )
    }
  })

  test('may share its server if it is a command, and leaves it running', async () => {
    const dataDir = await aPreparedFolder()
    const shop = await open(dataDir)
    const command = await openDatabase({ databaseUrl: null, dataDir, isShared: true })
    await command.db.selectNoFrom((select) => select.lit(1).as('one')).execute()
    await command.close()
    await shop.db.selectNoFrom((select) => select.lit(1).as('one')).execute()
    await shop.close()
    expect(isServing(dataDir)).toBe(false)
  })
})

describe('a shop whose database ends', () => {
  test('learns of it, and of no crash that the database recovers from', async () => {
    const dataDir = await aPreparedFolder()
    const { db, stopped, close } = await open(dataDir)
    let hasStopped = false
    void stopped?.then(() => {
      hasStopped = true
    })
    const server = serverOf(dataOf(dataDir))
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
    await vi.waitFor(() => db.selectNoFrom((select) => select.lit(1).as('one')).execute(), 10_000)
    expect(hasStopped).toBe(false)
    process.kill(server, 'SIGKILL')
    expect(await stopped).toMatchObject({ code: '57P02' })
    await close()
  })
})

describe('the place of the database', () => {
  test.each([
    ['with spaces, a comma, quotes, and letters of other languages', `a shop, "Ørsted’s" 机/data`],
    ['too long for a socket', `${'a-long-name/'.repeat(12)}data`],
  ])('can be a folder %s', async (_how, path) => {
    const folder = aFolder()
    const dataDir = join(folder, path)
    mkdirSync(dirname(dataDir), { recursive: true, mode: 0o755 })
    const temporary = aFolder()
    for (const path of [folder, temporary]) chmodSync(path, 0o755)
    vi.stubEnv('TMPDIR', temporary)
    for (let times = 0; times < 2; times++) {
      const { db, close } = await open(dataDir)
      expect((await sql`select 7 as number`.execute(db)).rows).toEqual([{ number: 7 }])
      expect(existsSync(join(dataOf(dataDir), 'PG_VERSION'))).toBe(true)
      expect(readdirSync(temporary)).toHaveLength(socketFits(dataOf(dataDir)) ? 0 : 1)
      await close()
    }
    expect(readdirSync(temporary)).toEqual([])
    vi.unstubAllEnvs()
  })

  test.runIf(isRoot)('is /var/lib/plinth if only root can reach the data folder', async () => {
    const dataDir = join(aFolderOnDisk(0o700), 'data')
    const { close } = await open(dataDir)
    await close()
    const home = readFileSync(join(dataDir, 'database-folder'), 'utf8').trim()
    afterFile(async () => rmSync(home, { recursive: true, force: true }))
    expect(home).toMatch(/^\/var\/lib\/plinth\/[0-9a-f]{16}$/)
    expect(existsSync(dataOf(home))).toBe(true)
    const again = await open(dataDir)
    await again.close()
    expect(existsSync(dataOf(dataDir))).toBe(false)
  })

  test.runIf(isRoot)(
    'can belong to an ordinary user, for whom root starts it as well, but no other user',
    async () => {
      const someone = { uid: 4711, gid: 4711 }
      if (!(await canReach(someone, [process.execPath, import.meta.dirname, packagedPrograms()]))) return
      const other = unprivilegedUser('nobody:x:65534:65534::/:/bin/sh')
      const folder = aFolderOnDisk(0o755)
      const dataDir = join(folder, 'data')
      mkdirSync(dataDir, { mode: 0o700 })
      chownSync(dataDir, other.uid, other.gid)
      const writer = startWriter(dataDir, other)
      await writer.wrote((await writer.found) + 3)
      await writer.end('SIGTERM')
      await vi.waitFor(() => expect(isServing(dataDir)).toBe(false), 20_000)

      const { close } = await open(dataDir)
      await close()
      const again = startWriter(dataDir, other)
      expect(await again.found).toBeGreaterThanOrEqual(3)
      await again.end('SIGKILL')
      await vi.waitFor(() => expect(isServing(dataDir)).toBe(false), 20_000)

      chownSync(dataDir, someone.uid, someone.gid)
      const { code, errors } = await startWriter(dataDir, someone).ended
      expect(code).toBe(1)
      expect(errors).toContain(
        `DATA_DIR: '${dataOf(dataDir)}' belongs to another user. Start the shop as that user`,
      )
    },
  )

  test.runIf(isRoot)('can’t be created by a user without a name, which has one clear line', async () => {
    const nameless = { uid: 4711, gid: 4711 }
    if (!(await canReach(nameless, [process.execPath, import.meta.dirname, packagedPrograms()]))) return
    const dataDir = aFolderOnDisk(0o700)
    chownSync(dataDir, nameless.uid, nameless.gid)
    const { code, errors } = await startWriter(dataDir, nameless).ended
    expect(code).toBe(1)
    expect(errors).toContain('DATA_DIR: the user who starts the shop has no name, which PostgreSQL requires.')
  })
})

describe('a data folder that this version can’t use is left unchanged, with one line,', () => {
  test.each([
    [
      'if it has an earlier version’s database',
      'postgres',
      '17',
      /^DATA_DIR: '.+' has the embedded database of an earlier version of Plinth, which is unchanged\. Open it with commit \w+, export the products as CSV/,
    ],
    [
      'if another PostgreSQL made it',
      'database',
      '17',
      /^DATA_DIR: '.+' was made by PostgreSQL 17, and this version of Plinth runs 18\. Back it up/,
    ],
  ])('%s', async (_why, name, version, line) => {
    const dataDir = aFolder()
    mkdirSync(join(dataDir, name))
    writeFileSync(join(dataDir, name, 'PG_VERSION'), `${version}\n`)
    await expect(open(dataDir)).rejects.toThrow(
      expect.toSatisfy((error) => error instanceof SettingsError && line.test(error.message)),
    )
    expect(readdirSync(dataDir)).toEqual([name])
    expect(readdirSync(join(dataDir, name))).toEqual(['PG_VERSION'])
  })
})

function isServing(dataDir: string): boolean {
  const pid = serverOf(dataOf(dataDir))
  return pid > 0 && isAlive(pid)
}
