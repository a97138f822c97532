import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openSecretBox, SealError } from './secret-box.ts'
import { secretsOf } from './secret-key.ts'

const OLD = 'o'.repeat(32)
const NEW = 'n'.repeat(32)
const box = openSecretBox(NEW)

describe('a sealed secret', () => {
  test('is decrypted only where it was encrypted, and reveals nothing', () => {
    const sealed = box.seal('shpat_wörtlich', 'sync.access-token')
    expect(sealed).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]+$/)
    expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('shpat')
    expect(box.open(sealed, 'sync.access-token')).toBe('shpat_wörtlich')
  })

  test('is another one each time', () => {
    expect(box.seal('same', 'here')).not.toBe(box.seal('same', 'here'))
  })

  test('opens at no other place', () => {
    expect(() => box.open(box.seal('x', 'sync.api-secret'), 'sync.access-token')).toThrow(SealError)
  })

  test('does not open when one bit of it was changed', () => {
    const [version, id, nonce, content = ''] = box.seal('a secret', 'here').split('.')
    const bytes = Buffer.from(content, 'base64url')
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      const forged = [version, id, nonce, changed.toString('base64url')].join('.')
      expect(() => box.open(forged, 'here')).toThrow(SealError)
    }
  })

  test.each(['', 'plain text', 'v1.a.b.c', 'v2.AAAAAAAA.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA'])(
    'is not %j',
    (text) => {
      expect(() => box.open(text, 'here')).toThrow(SealError)
    },
  )
})

describe('a change of keys', () => {
  const before = openSecretBox(OLD)
  const rotating = openSecretBox(NEW, OLD)

  test('decrypts old-key secrets, marks them outdated, and makes them current when re-encrypted', () => {
    const sealed = before.seal('kept', 'here')
    expect(rotating.open(sealed, 'here')).toBe('kept')
    expect(rotating.isOutdated(sealed)).toBe(true)
    const anew = rotating.seal(rotating.open(sealed, 'here'), 'here')
    expect(rotating.isOutdated(anew)).toBe(false)
    expect(box.open(anew, 'here')).toBe('kept')
  })

  test('cannot be decrypted without the old key, and reports that', () => {
    expect(() => box.open(before.seal('kept', 'here'), 'here')).toThrow('a key that this shop does not have')
  })
})

describe('the key of a demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-secret-key-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const demo = () => secretsOf({ secretKey: null, previousSecretKey: null, dataDir: join(folder, 'data') })

  test('is created once, stored in the data folder, and readable by its owner only', () => {
    const sealed = demo().seal('kept', 'here')
    expect(demo().open(sealed, 'here')).toBe('kept')
    const file = join(folder, 'data', 'secret-key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}$/)
  })
})
