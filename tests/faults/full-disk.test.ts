import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/platform/db/database.ts'
import { createBuyer } from '../support/buyer.ts'
import { ADMIN } from '../support/config.ts'
import { aFolder, preparedFolder } from '../support/fresh-database.ts'
import { COMPILED, startShopProcess, UNOPTIMIZED_WASM } from '../support/shop-process.ts'

const full = join(aFolder(), 'disk-is-full')
const preload = join(import.meta.dirname, '../support/full-disk.ts')

describe('the embedded database on a full disk', () => {
  test('rejects writes with 503, still reads, and works again once there is space, without losing data', async () => {
    const dataDir = preparedFolder()
    const shop = await startShopProcess({
      ...ADMIN,
      DATA_DIR: dataDir,
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'silent',
      // The test needs no sandbox.
      SANDBOX_URL: 'http://127.0.0.1:9',
      NODE_OPTIONS: `--import ${preload}`,
      PLINTH_FULL_DISK: full,
    })
    const acknowledged: string[] = []
    /** Sends a text that the database can't compress. @returns the status of the response */
    const write = async (): Promise<number> => {
      const text = randomBytes(3000).toString('base64')
      const email = { name: 'Ada', email: `${randomBytes(6).toString('hex')}@example.com`, message: text }
      return createBuyer(shop.url)
        .call('POST /api/contact', email)
        .then(
          () => acknowledged.push(text) && 200,
          (error: { status: number }) => error.status,
        )
    }
    expect(await write()).toBe(200)

    writeFileSync(full, '')
    const statuses = new Set<number>()
    while (!statuses.has(503)) statuses.add(await write())
    expect([...statuses].filter((status) => status !== 200)).toEqual([503])
    for (const path of ['/', '/api/products', '/readyz'])
      expect([path, (await fetch(`${shop.url}${path}`)).status]).toEqual([path, 200])

    rmSync(full)
    expect(await write()).toBe(200)
    await shop.kill()
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir })
    const emails = await db.selectFrom('emails').select('text_body').execute()
    await close()
    const lost = acknowledged.filter((text) => !emails.some(({ text_body }) => text_body.includes(text)))
    expect(lost.length, `lost writes of ${acknowledged.length}`).toBe(0)
  }, 180_000)

  test('stops immediately if its journal has no space, and the next start has all committed data', async () => {
    const dataDir = preparedFolder()
    const child = fork(join(import.meta.dirname, '../support/fill-journal.ts'), {
      env: { ...process.env, DATA_DIR: dataDir, PLINTH_FULL_DISK: full },
      execArgv: [COMPILED, ...UNOPTIMIZED_WASM, '--import', preload],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const lines: string[] = []
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => lines.push(line))
    await once(child, 'message')
    writeFileSync(full, '')
    child.send('fill')
    await once(child, 'exit')
    rmSync(full)
    expect(lines).toEqual(['wrote 50', 'stopped', 'The embedded database has stopped'])

    const { db, close } = await openDatabase({ databaseUrl: null, dataDir })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from written`.execute(db)
    expect(rows[0]?.count).toBe(50)
    await close()
  }, 120_000)
})
