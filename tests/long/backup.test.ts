import { execFile } from 'node:child_process'
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { contentsAt, fillShop, runScript } from '../../scripts/database/fixtures.ts'
import { afterFile } from '../support/after-file.ts'
import { aFolder, freshDatabase, shopDatabase } from '../support/fresh-database.ts'
import { startPostgres } from '../support/postgres.ts'

describe('npm run backup and npm run restore on PostgreSQL', () => {
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

/** Returns this machine's version of pg_dump, and the folder of a server of that version, if installed. */
async function ownPrograms(): Promise<{ bin: string | null; major: number }> {
  const version = await promisify(execFile)('pg_dump', ['--version']).catch(() => null)
  const major = Number(/ (\d+)/.exec(version?.stdout ?? '')?.[1] ?? 0)
  const bin = `/usr/lib/postgresql/${major}/bin`
  return { bin: existsSync(join(bin, 'postgres')) ? bin : null, major }
}
