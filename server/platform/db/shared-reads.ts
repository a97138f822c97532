import type { Db } from './database.ts'

/**
 * Rows that several parts of one page need, such as the settings, are read once. Each page has handles for itself, so it
 * never sees what another one has read.
 */
export type SharedReads = { handleOf(db: Db): Db }

type Reads = Map<string, Promise<unknown>>

const readsOf = new WeakMap<Db, Reads>()

export function createSharedReads(): SharedReads {
  const handles = new Map<Db, Db>()
  return {
    handleOf(db) {
      const known = handles.get(db)
      if (known) return known
      const handle = db.$extendTables<Record<never, never>>() as Db
      readsOf.set(handle, new Map())
      handles.set(db, handle)
      return handle
    },
  }
}

/** Runs a read, or returns what it returned for another part of the same page. @param name of the rows, with their key */
export function readOnce<T>(db: Db, name: string, read: () => Promise<T>): Promise<T> {
  const reads = readsOf.get(db)
  if (!reads) return read()
  const known = reads.get(name) ?? read()
  reads.set(name, known)
  return known as Promise<T>
}
