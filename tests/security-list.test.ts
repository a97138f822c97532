import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const rows = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+\.\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number = '', what = '', met = '']) => ({ number, what, met }))

test('docs/security.md covers all seventeen chapters', () => {
  const chapters = new Set(rows.map(({ number }) => number.split('.')[0]))
  expect([...chapters].map(Number)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
})

test.each(rows)(
  '$number in docs/security.md is met by an existing file or explains why not',
  ({ what, met }) => {
    expect(what).not.toBe('')
    const files = [...met.matchAll(/`(\w[\w./-]+\.(?:tsx?|md|json))`/g)].map(([, file = '']) => file)
    expect(files.filter((file) => !existsSync(join(ROOT, file)) && file.includes('/'))).toEqual([])
    expect(files.length > 0 || /^(Exception|Not applicable): \S/.test(met)).toBe(true)
  },
)
