import type { Logger } from 'pino'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { deleteMissedSearches, listMissedSearches, upsertMissedSearches } from './search.ts'
import { wordsOf } from './search-terms.ts'

const FLUSH_EVERY_MS = 60_000
const TEXTS_PER_DAY = 500
const VISITORS_PER_TEXT = 200
const TEXT_LENGTH = 100
const KEPT_DAYS = 90
const DAY_MS = 86_400_000

export type MissedSearches = {
  /**
   * Remembers that somebody searched for something that the shop does not have.
   * @param visitor whose browser asked; null when a page was rendered
   */
  count(search: string, visitor: string | null): void
  /** Writes down what is remembered. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/**
 * Counts searches without result for the shop's owner. They are remembered and written once a minute, so that no answer
 * waits for it; within a minute a visitor counts once for a text, so that a reload is no second search. A page that the
 * server renders counts where no browser asks for the same. Robots fill neither the memory nor the disk: there is room
 * for so many texts a day, and for so many days.
 */
export function openMissedSearches(db: Db, log: Logger): MissedSearches {
  let remembered = new Map<string, Set<string | null>>()
  const timer = setInterval(() => void flushOrTell(), FLUSH_EVERY_MS)
  timer.unref()

  /** A count that is lost stops nothing, the shop's closing least of all. */
  async function flushOrTell() {
    await flush().catch((error: unknown) =>
      log.warn({ err: error }, 'searches without result were not counted'),
    )
  }

  async function flush() {
    const searches = [...remembered].map(([text, visitors]) => {
      visitors.delete(null)
      return { text, count: Math.max(1, visitors.size) }
    })
    remembered = new Map()
    if (searches.length === 0) return
    const day = dayOf(now())
    const known = new Set(await listMissedSearches(db, day))
    const fresh = searches
      .filter(({ text }) => !known.has(text))
      .slice(0, Math.max(0, TEXTS_PER_DAY - known.size))
    await upsertMissedSearches(db, day, [...searches.filter(({ text }) => known.has(text)), ...fresh])
    await deleteMissedSearches(db, dayOf(new Date(now().getTime() - KEPT_DAYS * DAY_MS)))
  }

  return {
    count(search, visitor) {
      const text = wordsOf(search).join(' ').slice(0, TEXT_LENGTH).trim()
      if (text === '') return
      const visitors = remembered.get(text) ?? new Set()
      if (visitors.size === 0 && remembered.size >= TEXTS_PER_DAY) return
      if (visitors.size < VISITORS_PER_TEXT) remembered.set(text, visitors.add(visitor))
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flushOrTell()
    },
  }
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
