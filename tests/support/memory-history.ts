import type { History } from '../../web/platform/router/browser-history.ts'
import { type Location, locationOf } from '../../web/platform/router/location.ts'

/** A history for component tests, which leave the window's URL alone. */
export function createMemoryHistory(address: string): History {
  const entries: Location[] = [locationOf(address)]
  let index = 0
  let onMove: Parameters<History['listen']>[0] = () => undefined
  const here = () => entries[index] ?? locationOf('/')
  return {
    location: here,
    push(location) {
      index += 1
      entries.splice(index, entries.length, location)
    },
    replace(location) {
      entries[index] = location
    },
    go(delta) {
      const before = index
      index = Math.min(Math.max(index + delta, 0), entries.length - 1)
      onMove(here(), index - before)
    },
    listen(listener) {
      onMove = listener
    },
  }
}
