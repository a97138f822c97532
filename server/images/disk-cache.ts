import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '../platform/clock.ts'
import { randomId } from '../platform/ids.ts'

export type DiskCache = {
  /** Returns null if there is no entry, or if the file was corrupted. */
  find(key: string): Promise<Buffer | null>
  put(key: string, bytes: Buffer): Promise<void>
}
type Entry = { file: string; size: number }

const STORED = /^(.+)\.[0-9a-f]{16}$/
const DRAFT = '.draft'

/** Opens a cache of at most `maxBytes`, which evicts the least recently used files. File names end in a checksum. */
export function openDiskCache(folder: string, maxBytes: number): DiskCache {
  /** Least recently used first. */
  let opened: Promise<Map<string, Entry>> | undefined
  const open = () => {
    opened ??= readEntries(folder)
    return opened
  }

  async function drop(key: string) {
    const entries = await open()
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    await rm(join(folder, entry.file), { force: true })
  }

  return {
    async find(key) {
      const entries = await open()
      const entry = entries.get(key)
      if (!entry) return null
      const path = join(folder, entry.file)
      const bytes = await readFile(path).catch(() => null)
      if (!bytes || entry.file !== storedName(key, bytes)) {
        await drop(key)
        return null
      }
      entries.delete(key)
      entries.set(key, entry)
      await utimes(path, now(), now()).catch(() => drop(key))
      return bytes
    },

    async put(key, bytes) {
      const entries = await open()
      await drop(key)
      const file = storedName(key, bytes)
      await mkdir(folder, { recursive: true })
      const draft = join(folder, `${randomId()}${DRAFT}`)
      await writeFile(draft, bytes)
      await rename(draft, join(folder, file))
      entries.set(key, { file, size: bytes.length })
      let total = 0
      for (const { size } of entries.values()) total += size
      for (const [oldest, { size }] of entries) {
        if (total <= maxBytes) break
        total -= size
        await drop(oldest)
      }
    },
  }
}

function storedName(key: string, bytes: Buffer): string {
  return `${key}.${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`
}

/** Returns the files of an earlier run, least recently used first. Deletes its unfinished drafts. */
async function readEntries(folder: string): Promise<Map<string, Entry>> {
  const files = await readdir(folder).catch(() => [])
  const drafts = files.filter((file) => file.endsWith(DRAFT))
  await Promise.all(drafts.map((file) => rm(join(folder, file), { force: true })))
  const found = await Promise.all(
    files.map(async (file) => {
      const [, key] = STORED.exec(file) ?? []
      // Another node that shares the folder may have deleted it.
      const stats = await stat(join(folder, file)).catch(() => null)
      return key && stats ? [{ key, file, size: stats.size, usedAt: stats.mtimeMs }] : []
    }),
  )
  return new Map(
    found
      .flat()
      .sort((one, other) => one.usedAt - other.usedAt)
      .map(({ key, file, size }) => [key, { file, size }]),
  )
}
