import { AsyncLocalStorage } from 'node:async_hooks'

/** The id of the current request, including in jobs that it enqueued. */
const context = new AsyncLocalStorage<string>()

export function forRequest<T>(id: string | null, work: () => T): T {
  return id === null ? context.exit(work) : context.run(id, work)
}

/** Returns the id of the current request, or null outside of one, such as in scheduled jobs. */
export function currentRequest(): string | null {
  return context.getStore() ?? null
}
