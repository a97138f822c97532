/** A URL of the shop in the browser's history. */
export type Location = {
  pathname: string
  /** With its question mark, or empty. */
  search: string
  /** With its number sign, or empty. */
  hash: string
  parameters: URLSearchParams
  /** Data for the page that isn't part of its URL. */
  state: unknown
  /** Identifies the entry of the history. The page that the browser opened has FIRST_KEY. */
  key: string
  /** The path of the page whose photograph moved into this page, or null. */
  movedFrom: string | null
}

export const FIRST_KEY = 'default'

/** @param address a path with its query and hash: '/?categoryId=3#products' */
export function locationOf(
  address: string,
  { state = null, key = FIRST_KEY, movedFrom = null }: Partial<Location> = {},
): Location {
  const { pathname, search, hash, searchParams: parameters } = new URL(`http://plinth.invalid${address}`)
  return { pathname, search, hash, parameters, state, key, movedFrom }
}

export function addressOfLocation({ pathname, search, hash }: Location): string {
  return `${pathname}${search}${hash}`
}

/** Returns whether a location is another place on the page that is already shown. */
export function isSamePage(from: Location, to: Location): boolean {
  if (from.pathname !== to.pathname || from.search !== to.search) return false
  return to.hash !== '' || from.hash !== ''
}

export function createKey(): string {
  return Math.random().toString(36).slice(2, 10)
}
