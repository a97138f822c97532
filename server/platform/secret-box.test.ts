import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DecryptionError, openSecretBox, secretsOf } from './secret-box.ts'

const OLD = 'o'.repeat(32)
const NEW = 'n'.repeat(32)
const box = openSecretBox(NEW)

describe('an encrypted secret', () => {
  test('can be decrypted with the same key and context, and reveals nothing', () => {
    const encrypted = box.encrypt('shpat_wörtlich', 'sync.access-token')
    expect(encrypted).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]+$/)
    expect(Buffer.from(encrypted.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('shpat')
    expect(box.decrypt(encrypted, 'sync.access-token')).toBe('shpat_wörtlich')
  })

  test('is different each time', () => {
    expect(box.encrypt('same', 'here')).not.toBe(box.encrypt('same', 'here'))
  })

  test('can’t be decrypted in another context', () => {
    expect(() => box.decrypt(box.encrypt('x', 'sync.api-secret'), 'sync.access-token')).toThrow(
      DecryptionError,
    )
  })

  test('can’t be decrypted if one bit was changed', () => {
    const [version, id, nonce, content = ''] = box.encrypt('a secret', 'here').split('.')
    const bytes = Buffer.from(content, 'base64url')
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      const forged = [version, id, nonce, changed.toString('base64url')].join('.')
      expect(() => box.decrypt(forged, 'here')).toThrow(DecryptionError)
    }
  })

  test.each(['', 'plain text', 'v1.a.b.c', 'v2.AAAAAAAA.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA'])(
    'is rejected if it is malformed: %j',
    (text) => {
      expect(() => box.decrypt(text, 'here')).toThrow(DecryptionError)
    },
  )
})

describe('a change of the encryption key', () => {
  const before = openSecretBox(OLD)
  const rotating = openSecretBox(NEW, OLD)

  test('decrypts old secrets, marks them as outdated, and makes them current by re-encrypting them', () => {
    const encrypted = before.encrypt('kept', 'here')
    expect(rotating.decrypt(encrypted, 'here')).toBe('kept')
    expect(rotating.isOutdated(encrypted)).toBe(true)
    const reencrypted = rotating.encrypt(rotating.decrypt(encrypted, 'here'), 'here')
    expect(rotating.isOutdated(reencrypted)).toBe(false)
    expect(box.decrypt(reencrypted, 'here')).toBe('kept')
  })

  test('causes a clear error if the old key is missing', () => {
    expect(() => box.decrypt(before.encrypt('kept', 'here'), 'here')).toThrow(
      'a key that this shop does not have',
    )
  })
})

describe('the encryption key of a demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-secret-key-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const demo = () => secretsOf({ secretKey: null, previousSecretKey: null, dataDir: join(folder, 'data') })

  test('is created once, stored in the data folder, and readable by its owner only', () => {
    const encrypted = demo().encrypt('kept', 'here')
    expect(demo().decrypt(encrypted, 'here')).toBe('kept')
    const file = join(folder, 'data', 'secret-key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}$/)
  })
})
