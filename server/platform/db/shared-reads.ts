import type { Db } from './database.ts'
import type { KeptReads } from './kept-reads.ts'

/**
 * Rows that several parts of one page need, such as the settings, are read once. Each page has handles for itself, so it
 * never sees what another one has read.
 */
export type SharedReads = { handleOf(db: Db): Db }

type Reads = { once: Map<string, Promise<unknown>>; kept: KeptReads | null }

const readsOf = new WeakMap<Db, Reads>()

/** @param kept where reads with tags are kept for other pages, or null for a client that must see its own changes */
export function createSharedReads(kept: KeptReads | null): SharedReads {
  const handles = new Map<Db, Db>()
  return {
    handleOf(db) {
      const known = handles.get(db)
      if (known) return known
      const handle = db.$extendTables<Record<never, never>>() as Db
      readsOf.set(handle, { once: new Map(), kept })
      handles.set(db, handle)
      return handle
    },
  }
}

/**
 * Runs a read, or returns what it returned for another part of the same page.
 * @param name of the rows, with their key
 * @param tags of the changes until which other pages may use it, too. Without tags, they may not
 */
export function readOnce<T>(db: Db, name: string, read: () => Promise<T>, tags?: string[]): Promise<T> {
  const reads = readsOf.get(db)
  if (!reads) return read()
  const { once, kept } = reads
  const known = once.get(name) ?? (kept && tags ? kept.read(name, read, () => tags) : read())
  once.set(name, known)
  return known as Promise<T>
}
