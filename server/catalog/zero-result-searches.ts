import type { Logger } from 'pino'
import { addDays, dayInZone } from '#contract/dates.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import { deleteOldZeroResultSearches, listZeroResultSearches, upsertZeroResultSearches } from './search.ts'
import { wordsOf } from './words.ts'

const FLUSH_EVERY_MS = 60_000
const TEXTS_PER_DAY = 500
const VISITORS_PER_TEXT = 200
const TEXT_LENGTH = 100
const RETENTION_DAYS = 90

export type ZeroResultSearches = {
  /**
   * Buffers a zero-result search.
   * @param visitor the browser's IP address, or null for a page rendered on the server
   */
  count(search: string, visitor: string | null): void
  /** Writes the buffered counts to the database. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/**
 * Counts zero-result searches for the store owner. Counts are buffered and written once a minute, so no response waits
 * for them. Within that minute, each visitor's search is counted once, so a reload isn't a second search. A page
 * rendered on the server is counted only if no browser sends the same search. Limits on texts per day and on retention
 * keep bots from filling memory or disk.
 */
export function createZeroResultSearches(db: Db, log: Logger): ZeroResultSearches {
  let remembered = new Map<string, Set<string | null>>()
  const timer = setInterval(() => void flushOrLog(), FLUSH_EVERY_MS)
  timer.unref()

  /** Lost counts are logged and ignored, because they must not keep the shop from shutting down. */
  async function flushOrLog() {
    await flush().catch((error: unknown) => log.warn({ err: error }, 'zero-result searches not saved'))
  }

  async function flush() {
    const searches = [...remembered].map(([text, visitors]) => {
      visitors.delete(null)
      return { text, count: Math.max(1, visitors.size) }
    })
    remembered = new Map()
    if (searches.length === 0) return
    const day = dayInZone(now(), (await readSettings(db)).timeZone)
    const known = new Set(await listZeroResultSearches(db, day))
    const fresh = searches
      .filter(({ text }) => !known.has(text))
      .slice(0, Math.max(0, TEXTS_PER_DAY - known.size))
    await upsertZeroResultSearches(db, day, [...searches.filter(({ text }) => known.has(text)), ...fresh])
    await deleteOldZeroResultSearches(db, addDays(day, -RETENTION_DAYS))
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
      await flushOrLog()
    },
  }
}
