import { addressOfLocation, type Location, locationOf } from './location.ts'

/** The entries that the browser's buttons move between. */
export type History = {
  location(): Location
  push(location: Location): void
  replace(location: Location): void
  go(delta: number): void
  /**
   * Calls `onMove` when the user moves between entries.
   * @param onMove.delta the number of entries, or null for an entry that the shop didn't add, such as an anchor
   */
  listen(onMove: (location: Location, delta: number | null) => void): void
}

/** The data that the browser stores with an entry. `index` counts the shop's entries. */
type Entry = Partial<Pick<Location, 'state' | 'key' | 'movedFrom'>> & { index?: number }

/** @param isOfForm whether the page is the response to a form. Browsers would reload it with GET if its entry were replaced */
export function createBrowserHistory(isOfForm: boolean): History {
  const entry = () => history.state as Entry | null
  const indexNow = () => entry()?.index ?? null
  let index = indexNow() ?? 0
  if (indexNow() === null && !isOfForm) history.replaceState({ ...entry(), index }, '')

  const entryOf = ({ state, key, movedFrom }: Location): Entry => ({ state, key, movedFrom, index })
  const here = () => {
    const { pathname, search, hash } = window.location
    return locationOf(`${pathname}${search}${hash}`, entry() ?? {})
  }
  return {
    location: here,
    push(location) {
      index = (indexNow() ?? index) + 1
      history.pushState(entryOf(location), '', addressOfLocation(location))
    },
    replace(location) {
      history.replaceState(entryOf(location), '', addressOfLocation(location))
    },
    go: (delta) => history.go(delta),
    listen(onMove) {
      addEventListener('popstate', () => {
        const before = index
        const now = indexNow()
        index = now ?? index
        onMove(here(), now === null ? null : now - before)
      })
    },
  }
}
