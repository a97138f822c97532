import type { SearchWarning } from '../catalogue/search.ts'

/** What belongs to one request only. */
export interface RequestContext {
  /** A bulk operation walks as far as there is something. */
  isBulk: boolean
  /** Searches of which something was not understood; the answer says so. */
  searches: { path: string[]; query: string | null | undefined; warnings: SearchWarning[] }[]
}
