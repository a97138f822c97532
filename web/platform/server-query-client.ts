import { hashKey, QueryClient, type QueryKey } from '@tanstack/react-query'
import { SERVER_ONLY } from './server-only.ts'

type Entry = {
  queryKey: QueryKey
  isForBrowser: boolean
  loading: Promise<unknown>
  data: unknown
  error: Error | null
}
type Query = { queryKey: QueryKey; queryFn?: unknown; meta?: unknown }

/**
 * The cache of one page on the server, where each query is fetched at most once. TanStack's own keeps track of observers,
 * retries, and ages, which takes longer than the page's data.
 */
export class ServerQueryClient extends QueryClient {
  readonly #entries = new Map<string, Entry>()

  override async prefetchQuery(query: Query): Promise<void> {
    await this.#fetch(query).loading
  }

  override async fetchQuery<T>(query: Query): Promise<T> {
    const entry = this.#fetch(query)
    await entry.loading
    if (entry.error) throw entry.error
    return entry.data as T
  }

  override getQueryData<T>(key: QueryKey): T | undefined {
    return this.#entries.get(hashOf(key))?.data as T | undefined
  }

  /** Returns whether a query failed, and why. */
  override getQueryState(key: QueryKey) {
    return this.#entries.get(hashOf(key)) as never
  }

  /** Adds data that isn't fetched. */
  override setQueryData(queryKey: QueryKey, data: unknown): undefined {
    const entry = { queryKey, isForBrowser: true, loading: Promise.resolve(), data, error: null }
    this.#entries.set(hashOf(queryKey), entry)
  }

  /** Returns what the browser continues from. */
  forBrowser(): [key: QueryKey, data: unknown][] {
    return [...this.#entries.values()]
      .filter(({ isForBrowser, data }) => isForBrowser && data !== undefined)
      .map(({ queryKey, data }) => [queryKey, data])
  }

  #fetch({ queryKey, queryFn, meta }: Query): Entry {
    const hash = hashOf(queryKey)
    const known = this.#entries.get(hash)
    if (known) return known
    const fetchData = queryFn as (context: object) => Promise<unknown>
    const entry: Entry = {
      queryKey,
      isForBrowser: meta !== SERVER_ONLY,
      data: undefined,
      error: null,
      loading: fetchData({ client: this, queryKey }).then(
        (data) => {
          entry.data = data
        },
        (error: Error) => {
          entry.error = error
        },
      ),
    }
    this.#entries.set(hash, entry)
    return entry
  }
}

/** Most keys are constants. */
const hashes = new WeakMap<QueryKey, string>()

function hashOf(key: QueryKey): string {
  const known = hashes.get(key)
  if (known !== undefined) return known
  const hash = hashKey(key)
  hashes.set(key, hash)
  return hash
}
