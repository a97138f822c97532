import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SettingsError } from '../server/config.ts'
import { openShop } from '../server/open-shop.ts'
import { testConfig } from './support/config.ts'
import { shopDatabase } from './support/fresh-database.ts'
import { runQuery } from './support/postgres-process.ts'
import { builtShop, COMPILED, HEAP } from './support/shop-process.ts'

const ROOT = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'plinth-start-'))
// The user of an embedded database passes through.
chmodSync(folder, 0o711)
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const modeOf = (path: string) => statSync(path).mode & 0o777
function newFolder(name: string): string {
  const created = join(folder, name)
  mkdirSync(created)
  return created
}

/** Runs the built shop with a data folder for this test. */
async function run(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [COMPILED, join(ROOT, await builtShop())], {
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return {
    child,
    lines: createInterface({ input: child.stdout }),
    ended: once(child, 'exit').then(([code, signal]) => ({ code, signal, errors })),
  }
}

describe('the shop', () => {
  test.each(['package.json', 'scripts/launch.mjs', 'Dockerfile', 'deploy/plinth.service'])(
    'is started by %s as it was built, with memory limits and a compile cache',
    async (file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      const parts = [...HEAP, '--import=./scripts/compile-cache.mjs', await builtShop()]
      for (const part of parts) expect(text).toContain(part)
    },
  )

  test('names its sources in the stack of an unexpected error', async () => {
    const databaseUrl = await shopDatabase()
    await runQuery(databaseUrl, "update migrations set sha256 = 'another' where name like '0001%'")
    const { ended } = await run({ DATABASE_URL: databaseUrl })
    const { code, errors } = await ended
    expect(code).toBe(1)
    expect(errors).toMatch(
      /was changed after it was applied[\s\S]+applyMissing[\s\S]+server\/platform\/db\/migrate\.ts:\d+:\d+/,
    )
  })
})

describe('the start fails with one clear line', () => {
  test('if a setting is invalid', async () => {
    const { ended } = await run({ PORT: 'abc' })
    const { code, errors } = await ended
    expect(code).toBe(1)
    expect(errors).toMatch(/^Plinth can't start\. PORT: .+\n$/)
  })

  test('if another program listens on the port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { ended } = await run({
      PORT: String(port),
      DATABASE_URL: await shopDatabase(),
    })
    const { code, errors } = await ended
    other.close()
    expect({ code, errors }).toEqual({
      code: 1,
      errors: `Plinth can't start. PORT: port ${port} is already in use\n`,
    })
  })

  // The program prints the message of every SettingsError in the same way.
  test('if the database server can’t be reached', async () => {
    await expect(
      openShop(testConfig({ DATABASE_URL: 'postgres://plinth@127.0.0.1:1/plinth' })),
    ).rejects.toThrow(settingsError(/^DATABASE_URL: cannot connect to PostgreSQL at 127\.0\.0\.1:1: .+$/))
  })

  test('if the data folder contains other files and other users can read it', async () => {
    const foreign = newFolder('foreign')
    chmodSync(foreign, 0o755)
    writeFileSync(join(foreign, 'notes.txt'), '')
    await expect(openShop(testConfig({ DATA_DIR: foreign }))).rejects.toThrow(
      settingsError(/^DATA_DIR: .+ run: chmod 700 .+$/),
    )
    expect(modeOf(foreign)).toBe(0o755)
  })
})

describe('the first start', () => {
  const data = newFolder('first')
  const printed: string[] = []
  let shop: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    chmodSync(data, 0o755)
    shop = await run({ DATA_DIR: data, LOG_LEVEL: 'trace' })
    shop.lines.on('line', (line) => printed.push(line))
    await vi.waitFor(() => expect(printed).toContainEqual(expect.stringMatching(/^ {2}Admin /)), 60_000)
  })

  test('makes a data folder private that other users can read, with only private files', () => {
    // If root starts the shop, the group of the database's user may pass through, but read nothing.
    expect(modeOf(data)).toBe(process.getuid?.() === 0 ? 0o710 : 0o700)
    expect(modeOf(join(data, 'database'))).toBe(0o700)
    expect(modeOf(join(data, 'database.log'))).toBe(0o600)
  })

  test('lets no other process use the data folder', async () => {
    await expect(openShop(testConfig({ DATA_DIR: data }))).rejects.toThrow(
      settingsError(/^DATA_DIR: '.+' is in use by another Plinth process$/),
    )
  })

  test('writes the admin’s password to a file, and not to a log', async () => {
    const closed = once(shop.lines, 'close')
    shop.child.kill('SIGTERM')
    const { errors } = await shop.ended
    await closed
    const password = readFileSync(join(data, 'admin-password.txt'), 'utf8').trim()
    expect(printed.join('\n')).toContain(`password in ${join(data, 'admin-password.txt')}`)
    expect(`${printed.join('\n')}${errors}`).not.toContain(password)
  })
})

function settingsError(message: RegExp) {
  return expect.toSatisfy((error) => error instanceof SettingsError && message.test(error.message))
}
