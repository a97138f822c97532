import { parseOptions } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

describe('a password', () => {
  test('is stored as an Argon2id hash with 19 MiB, two passes, and its own salt', async () => {
    // Imports a separate copy of the module, because the test setup lowers the cost in the shared one.
    const copy = './passwords.ts?as-shipped'
    const shipped = (await import(copy)) as typeof import('./passwords.ts')
    const [one, other] = [await shipped.hashPassword('the same'), await shipped.hashPassword('the same')]
    expect(one).not.toBe(other)
    expect(one).toMatch(/^\$argon2id\$v=19\$/)
    expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  })

  test('matches its own hash only', async () => {
    const hash = await hashPassword('right')
    expect(await isPassword(hash, 'right')).toBe(true)
    expect(await isPassword(hash, 'wrong')).toBe(false)
    expect(await isPassword(null, 'right')).toBe(false)
  })

  test('is hashed from a bounded queue; if it is full, clients get an error and a time to retry', async () => {
    const hash = await hashPassword('right')
    const flood = await Promise.allSettled(Array.from({ length: 130 }, () => isPassword(hash, 'wrong')))
    const rejected = flood.filter((one) => one.status === 'rejected')
    expect(rejected).toHaveLength(130 - 102)
    expect(rejected[0]?.reason).toMatchObject({ status: 503, code: 'unavailable', retryAfter: 2 })
    expect(await isPassword(hash, 'right')).toBe(true)
  })
})
