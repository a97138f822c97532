import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openDiskCache } from './disk-cache.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

const tenBytes = (text: string) => Buffer.from(text.padEnd(10))
const bytesOnDisk = () =>
  readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)

describe('the disk cache', () => {
  test('never exceeds its maximum size, and evicts the least recently used entry first', async () => {
    const cache = openDiskCache(folder, 30)
    for (const key of ['a', 'b', 'c']) await cache.put(key, tenBytes(key))
    expect(await cache.find('a')).toEqual(tenBytes('a'))
    await cache.put('d', tenBytes('d'))
    expect(await cache.find('b')).toBeNull()
    for (const key of ['a', 'c', 'd']) expect(await cache.find(key)).toEqual(tenBytes(key))
    expect(bytesOnDisk()).toBe(30)
  })

  test('keeps the order of use after a restart', async () => {
    const earlier = openDiskCache(folder, 30)
    for (const key of ['a', 'b', 'c']) await earlier.put(key, tenBytes(key))
    for (const file of readdirSync(folder)) utimesSync(join(folder, file), 1000, 1000)
    await earlier.find('a')
    await earlier.find('c')
    const cache = openDiskCache(folder, 30)
    await cache.put('d', tenBytes('d'))
    expect(await cache.find('b')).toBeNull()
    expect(await cache.find('a')).toEqual(tenBytes('a'))
  })

  test('keeps one file for a key that is stored again', async () => {
    const cache = openDiskCache(folder, 30)
    await cache.put('a', tenBytes('old'))
    await cache.put('a', tenBytes('new'))
    expect(await cache.find('a')).toEqual(tenBytes('new'))
    expect(bytesOnDisk()).toBe(10)
  })

  test('deletes files that a crash left half-written, but no files of other programs', async () => {
    writeFileSync(join(folder, 'half.draft'), 'half')
    writeFileSync(join(folder, 'notes.txt'), 'notes')
    expect(await openDiskCache(folder, 30).find('half')).toBeNull()
    expect(readdirSync(folder)).toEqual(['notes.txt'])
  })

  test('creates its folder only when there is a file to store', async () => {
    const later = join(folder, 'later')
    const cache = openDiskCache(later, 30)
    expect(await cache.find('a')).toBeNull()
    expect(existsSync(later)).toBe(false)
    await cache.put('a', tenBytes('a'))
    expect(await cache.find('a')).toEqual(tenBytes('a'))
  })
})
