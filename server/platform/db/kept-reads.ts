import { isAffected, watchChanges } from '../http/change-watch.ts'
import type { Changes } from './listen.ts'

/** Enough for the parts that many pages share: settings, categories, counts of filters, featured and related products. */
const READS_MAX = 200

/** The results of reads, in memory until a change of what they show (docs/decisions/0083). They must not be modified. */
export type KeptReads = {
  /**
   * Returns the result with this name, or reads it.
   * @param tagsOf returns null for a result that must not be kept
   */
  read<T>(name: string, read: () => Promise<T>, tagsOf: (value: T) => readonly string[] | null): Promise<T>
}

/** Returns the reads for a request, by the version of what pages show when it arrived. After a change, it shares none. */
export function keepReads(changes: Changes): (since: number) => KeptReads {
  const kept = new Map<string, { value: unknown; tags: readonly string[] }>()
  const startWatch = watchChanges(changes)
  changes.onChange((changed) => {
    for (const [name, { tags }] of kept) if (changed === null || isAffected(tags, changed)) kept.delete(name)
  })

  return (since) => ({
    async read(name, read, tagsOf) {
      if (!changes.isSure() || changes.version() !== since) return read()
      const known = kept.get(name)
      if (known) return known.value as Awaited<ReturnType<typeof read>>
      const watch = startWatch()
      try {
        const value = await read()
        const tags = tagsOf(value)
        if (tags !== null && watch.isStill(tags)) add(name, value, tags)
        return value
      } finally {
        watch.end()
      }
    },
  })

  /** Replaces the oldest one. If a page needs it, it is soon added again. */
  function add(name: string, value: unknown, tags: readonly string[]) {
    const [oldest] = kept.keys()
    if (kept.size >= READS_MAX && oldest !== undefined) kept.delete(oldest)
    kept.set(name, { value, tags })
  }
}
