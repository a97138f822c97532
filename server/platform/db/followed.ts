import type { Changes } from './listen.ts'

/** Something in the database that a node keeps in memory, because it is needed often and changes seldom. */
export type Followed<T> = {
  /** The value as last read. */
  known(): T
  /** The value now. */
  current(): Promise<T>
  /** Reads the value after this node has changed it. */
  refresh(): Promise<T>
  /** Reads the value again after each change of any node. @param onError gets the error if that fails */
  follow(changes: Changes, onError: (error: unknown) => void): void
}

/** How long a value is trusted while changes may be missed. */
const TRUSTED_MS = 5000

/** @param first the value until it is first read */
export function followed<T>(first: T, read: () => Promise<T>): Followed<T> {
  let known = first
  let changes: Changes | null = null
  let reading: Promise<T> | null = null
  let isCurrent = false
  let readAt = Number.NEGATIVE_INFINITY
  return {
    known: () => known,
    current,
    refresh: readNow,
    follow(feed, onError) {
      changes = feed
      feed.onChange((tags) => {
        if (tags !== null && !tags.has('shop')) return
        isCurrent = false
        current().catch(onError)
      })
    },
  }

  async function current(): Promise<T> {
    if (isCurrent && (changes?.isSure() || performance.now() - readAt < TRUSTED_MS)) return known
    reading ??= readNow().finally(() => {
      reading = null
    })
    return reading
  }

  async function readNow(): Promise<T> {
    // Before the value is read, so that a change in the meantime isn't missed.
    isCurrent = true
    readAt = performance.now()
    try {
      known = await read()
      return known
    } catch (error) {
      isCurrent = false
      throw error
    }
  }
}
