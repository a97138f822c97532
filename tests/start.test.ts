import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { preparedFolder } from './support/fresh-database.ts'
import { COMPILED, HEAP, UNOPTIMIZED_WASM } from './support/shop-process.ts'

const ROOT = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'plinth-start-'))
const children: ChildProcess[] = []
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Runs a script of the project with a data folder for this test. */
function run(script: string, environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [COMPILED, ...UNOPTIMIZED_WASM, join(ROOT, script)], {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', ...environment },
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
    'is started by %s with memory limits and a compile cache',
    (file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      for (const flag of [...HEAP, '--import=./scripts/compile-cache.mjs']) expect(text).toContain(flag)
    },
  )
})

describe('the start fails with one clear line', () => {
  test('if a setting is invalid', async () => {
    const { ended } = run('server/main.ts', { PORT: 'abc' })
    const { code, errors } = await ended
    expect(code).toBe(1)
    expect(errors).toMatch(/^Plinth can't start\. PORT: .+\n$/)
  })

  test('if the database server can’t be reached', async () => {
    const { ended } = run('server/main.ts', { DATABASE_URL: 'postgres://plinth@127.0.0.1:1/plinth' })
    const { code, errors } = await ended
    expect(code).toBe(1)
    expect(errors).toMatch(
      /^Plinth can't start\. DATABASE_URL: cannot connect to PostgreSQL at 127\.0\.0\.1:1: .+\n$/,
    )
  })

  test('if another process uses the data folder', async () => {
    const DATA_DIR = preparedFolder()
    const holder = run('tests/support/write-until-killed.ts', { DATA_DIR })
    await once(holder.lines, 'line')
    const { code, errors } = await run('server/main.ts', { DATA_DIR }).ended
    expect(code).toBe(1)
    expect(errors).toMatch(/^Plinth can't start\. DATA_DIR: '.+' is in use by another Plinth process\n$/)
  })
})

describe('a data folder that other users can read', () => {
  const data = mkdtempSync(join(tmpdir(), 'plinth-mode-'))
  afterAll(() => rmSync(data, { recursive: true, force: true }))
  const modeOf = (path: string) => statSync(join(data, path)).mode & 0o777

  test.each([
    ['shop', 'server/main.ts', 'lock'],
    ['sandbox', 'sandbox/main.ts', 'sandbox.sqlite'],
  ])('gets only private files from the %s, and is made private by the shop', async (_name, script, file) => {
    chmodSync(data, 0o755)
    run(script, { DATA_DIR: data })
    await vi.waitFor(() => expect(readdirSync(data)).toContain(file), 25_000)
    expect(modeOf(file)).toBe(0o600)
    if (file === 'lock') expect(modeOf('')).toBe(0o700)
  })

  test('prevents the start if it contains other files', async () => {
    const foreign = mkdtempSync(join(tmpdir(), 'plinth-foreign-'))
    chmodSync(foreign, 0o755)
    writeFileSync(join(foreign, 'notes.txt'), '')
    const { code, errors } = await run('server/main.ts', { DATA_DIR: foreign }).ended
    expect(code).toBe(1)
    expect(errors).toMatch(/^Plinth can't start\. DATA_DIR: .+ run: chmod 700 .+\n$/)
    expect(statSync(foreign).mode & 0o777).toBe(0o755)
    rmSync(foreign, { recursive: true })
  })
})

describe('the first start', () => {
  test('writes the admin’s password to a file, and not to a log', { timeout: 120_000 }, async () => {
    const data = mkdtempSync(join(tmpdir(), 'plinth-first-'))
    const shop = run('server/main.ts', { DATA_DIR: data, LOG_LEVEL: 'trace' })
    const printed: string[] = []
    for await (const line of shop.lines) {
      printed.push(line)
      if (line.startsWith('  Admin ')) shop.child.kill('SIGTERM')
    }
    const { errors } = await shop.ended
    const password = readFileSync(join(data, 'admin-password.txt'), 'utf8').trim()
    expect(printed.join('\n')).toContain(`password in ${join(data, 'admin-password.txt')}`)
    expect(`${printed.join('\n')}${errors}`).not.toContain(password)
    rmSync(data, { recursive: true, force: true })
  })
})

describe('kill -9 during writes', () => {
  test('loses no acknowledged data, and the next start opens the folder immediately', async () => {
    const data = preparedFolder()
    let acknowledged = 0
    for (let round = 0; round < 3; round++) {
      const writer = run('tests/support/write-until-killed.ts', { DATA_DIR: data })
      const target = acknowledged + 150
      for await (const line of writer.lines) {
        const [kind, value] = line.split(' ')
        if (kind === 'found') expect(Number(value)).toBeGreaterThanOrEqual(acknowledged)
        if (kind === 'wrote') acknowledged = Number(value)
        if (acknowledged >= target) writer.child.kill('SIGKILL')
      }
      expect((await writer.ended).signal).toBe('SIGKILL')
    }
    expect(acknowledged).toBeGreaterThanOrEqual(450)
  })
})
