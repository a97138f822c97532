import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testConfig } from '../../tests/support/config.ts'
import { openTestShop } from '../../tests/support/shop.ts'
import type { Db } from '../platform/db/database.ts'
import { createFirstAdmin, firstAdminLine } from './first-admin.ts'
import { isPassword } from './passwords.ts'
import { findAccountByUsername } from './queries.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plinth-admin-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

let db: Db
beforeAll(async () => {
  db = (await openTestShop()).shop.db
})
beforeEach(async () => {
  await db.deleteFrom('users').execute()
})

const config = (environment: Record<string, string> = {}) =>
  testConfig({ DATA_DIR: join(dataDir, 'new'), ADMIN_USERNAME: '', ADMIN_PASSWORD: '', ...environment })

describe('the first admin', () => {
  test('is named admin by default, with a random password that is printed once and readable only by the owner', async () => {
    const made = await createFirstAdmin(db, config())
    expect(made).toEqual({
      username: 'admin',
      password: expect.stringMatching(/^[\w-]{22}$/),
      file: join(dataDir, 'new', 'admin-password.txt'),
    })
    expect(readFileSync(made?.file ?? '', 'utf8')).toBe(`${made?.password}\n`)
    expect(statSync(made?.file ?? '').mode & 0o777).toBe(0o600)
    const admin = await findAccountByUsername(db, 'admin')
    expect(admin).toMatchObject({ role: 'admin', email: 'admin@plinth.example' })
    expect(admin?.mustChangePassword).toBe(true)
    expect(await isPassword(admin?.passwordHash ?? null, made?.password ?? '')).toBe(true)
    expect(await createFirstAdmin(db, config())).toBeNull()
  })

  test('gets a different password in every shop', async () => {
    const one = await createFirstAdmin(db, config())
    await db.deleteFrom('users').execute()
    const other = await createFirstAdmin(db, config())
    expect(other?.password).not.toBe(one?.password)
    expect(readFileSync(other?.file ?? '', 'utf8')).toBe(`${other?.password}\n`)
  })

  test('has its password printed only on a terminal; in a log, only the path of the file is printed', async () => {
    const made = (await createFirstAdmin(db, config())) ?? expect.fail('No admin was created')
    expect(firstAdminLine(made, false)).toBe(`  Admin      admin, password in ${made.file}`)
    expect(firstAdminLine(made, true)).toContain(made.password)
  })

  test('is created as configured, and no password is printed', async () => {
    const settings = {
      ADMIN_USERNAME: 'boss',
      ADMIN_PASSWORD: 'a password of the owner',
      ADMIN_EMAIL: 'boss@shop.example',
    }
    expect(await createFirstAdmin(db, config(settings))).toBeNull()
    const admin = await findAccountByUsername(db, 'boss')
    expect(admin).toMatchObject({
      role: 'admin',
      email: 'boss@shop.example',
      emailVerified: true,
      mustChangePassword: false,
    })
    expect(await isPassword(admin?.passwordHash ?? null, settings.ADMIN_PASSWORD)).toBe(true)
  })

  test('is created once if several nodes start at the same time, with the password that was printed', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => createFirstAdmin(db, config())))
    const created = made.filter((one) => one !== null)
    expect(created).toHaveLength(1)
    expect(readFileSync(created[0]?.file ?? '', 'utf8')).toBe(`${created[0]?.password}\n`)
    const admin = await findAccountByUsername(db, 'admin')
    expect(await isPassword(admin?.passwordHash ?? null, created[0]?.password ?? '')).toBe(true)
  })

  test('can’t be created if a customer has its username, so the shop doesn’t start', async () => {
    await db.insertInto('users').values({ username: 'Admin', email: 'a@example.com' }).execute()
    await expect(createFirstAdmin(db, config())).rejects.toThrow(
      'ADMIN_USERNAME: already used by another account',
    )
  })

  test.each([
    [{ ADMIN_USERNAME: 'boss' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_PASSWORD: 'a password of the owner' }, 'ADMIN_USERNAME'],
    [{ ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: '11 letters!' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_USERNAME: 'the boss', ADMIN_PASSWORD: 'a password of the owner' }, 'ADMIN_USERNAME'],
    [{ ADMIN_EMAIL: 'boss' }, 'ADMIN_EMAIL'],
  ])('can’t be created with %j, and the error names the setting', (environment, name) => {
    expect(() => config(environment)).toThrow(name)
  })
})
