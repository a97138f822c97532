import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { turnClock } from '../clock.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { addressKey, countAttempt, deleteAttempts, deleteExpiredLimits, uncountAttempt } from './limits.ts'

const LIMIT = { name: 'knock', points: 2, seconds: 60 }
let database: Database
beforeAll(async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'))
  database = await openDatabase({ databaseUrl, dataDir: '/nowhere' })
  await migrate(database.db)
})
afterAll(() => database.close())
afterEach(() => turnClock(0))

const knock = (key: string) => countAttempt(database.db, LIMIT, key)

describe('a rate limit', () => {
  test('allows a number of attempts, then returns the time to wait, and resets', async () => {
    await knock('one')
    turnClock(20_000)
    await knock('one')
    await expect(knock('one')).rejects.toMatchObject({ status: 429, retryAfter: 40 })
    await knock('other')
    turnClock(40_000)
    await knock('one')
  })

  test('counts concurrent attempts exactly', async () => {
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => knock('crowd')))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  test('does not count successful attempts, and can be reset', async () => {
    await knock('good')
    await uncountAttempt(database.db, LIMIT, 'good')
    await knock('good')
    await knock('good')
    await expect(knock('good')).rejects.toMatchObject({ status: 429 })
    await deleteAttempts(database.db, LIMIT, 'good')
    await knock('good')
  })

  test('does not give an attempt back to a later window', async () => {
    await knock('late')
    turnClock(61_000)
    await uncountAttempt(database.db, LIMIT, 'late')
    await knock('late')
    await uncountAttempt(database.db, LIMIT, 'never tried')
    for (const key of ['late', 'never tried', 'never tried']) await knock(key)
    for (const key of ['late', 'never tried']) await expect(knock(key)).rejects.toMatchObject({ status: 429 })
  })

  test('counts the networks of one IPv6 site together, with a higher limit', async () => {
    const tries = Array.from({ length: 9 }, (_, network) => addressKey(`2001:db8:5:${network}::1`))
    for (const network of tries.slice(0, 8)) {
      await knock(network)
      await knock(network)
    }
    const [fresh = ''] = tries.slice(8)
    await expect(knock(fresh)).rejects.toMatchObject({ status: 429 })
    for (let n = 0; n < 2; n++) await uncountAttempt(database.db, LIMIT, fresh)
    await knock(fresh)
    await knock(addressKey('2001:db8:6:8::1'))
  })

  test('stores no name or email address, and deletes each row when its window ends', async () => {
    await knock('ada@example.com')
    const rows = () => database.db.selectFrom('rate_limits').selectAll().execute()
    expect(JSON.stringify(await rows())).not.toContain('ada')
    turnClock(600_000)
    await deleteExpiredLimits(database.db)
    expect(await rows()).toEqual([])
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.0.113.9:2000', '203.0.113.9'],
  ['[2001:db8:1:2::1]:2000', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[::ffff:203.0.113.9]:2000', '203.0.113.9'],
  ['unknown', 'unreadable'],
  ['_hidden:2000', 'unreadable'],
  ['7.7.7.400:2000', 'unreadable'],
  ['', 'unreadable'],
])('the address %s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})
