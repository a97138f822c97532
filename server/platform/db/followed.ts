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
  /** Reads are numbered in the order in which they begin: the latest one, that of `known`, and the first without a change since. */
  let [latest, shown, needed] = [0, 0, 1]
  let reading: { number: number; value: Promise<T> } | null = null
  let readAt = Number.NEGATIVE_INFINITY
  return {
    known: () => known,
    current,
    refresh: readNow,
    follow(feed, onError) {
      changes = feed
      feed.onChange((tags) => {
        if (tags !== null && !tags.has('shop')) return
        needed = latest + 1
        current().catch(onError)
      })
    },
  }

  async function current(): Promise<T> {
    const isTrusted = changes?.isSure() || performance.now() - readAt < TRUSTED_MS
    if (shown >= needed && isTrusted) return known
    return reading && reading.number >= needed ? reading.value : readNow()
  }

  function readNow(): Promise<T> {
    latest += 1
    const mine = { number: latest, value: readAs(latest) }
    reading = mine
    return mine.value.finally(() => {
      if (reading === mine) reading = null
    })
  }

  /** A read that ends after a later one doesn't replace its value. */
  async function readAs(number: number): Promise<T> {
    const beganAt = performance.now()
    const value = await read()
    if (number < shown) return known
    ;[known, shown, readAt] = [value, number, beganAt]
    return value
  }
}
