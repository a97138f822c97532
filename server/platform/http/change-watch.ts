import type { Changes } from '../db/listen.ts'
import { WHOLE_SHOP } from './cache-tags.ts'

/** The changes since a moment. */
export type Watch = {
  /** Returns whether no change can have changed what has these tags. @param tags null if they are unknown */
  isStill(tags: readonly string[] | null): boolean
  end(): void
}

/** Returns a function that starts to watch changes, before data is read that is kept only if it is still current. */
export function watchChanges(changes: Changes): () => Watch {
  /** The tags of the changes since the start of each watch. */
  const started = new Set<Set<string>>()
  changes.onChange((tags) => {
    for (const changed of started) for (const tag of tags ?? [WHOLE_SHOP]) changed.add(tag)
  })
  return () => {
    const changed = new Set<string>()
    started.add(changed)
    return {
      isStill: (tags) => changed.size === 0 || (tags !== null && !isAffected(tags, changed)),
      end: () => void started.delete(changed),
    }
  }
}

/** Returns whether changes with these tags may have changed what has the tags `shown`. */
export function isAffected(shown: readonly string[], changed: ReadonlySet<string>): boolean {
  return changed.has(WHOLE_SHOP) || shown.some((tag) => changed.has(tag))
}
