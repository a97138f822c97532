import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that everything below is done for, also in the jobs that it has asked for. */
const context = new AsyncLocalStorage<string>()

export function forRequest<T>(id: string | null, work: () => T): T {
  return id === null ? context.exit(work) : context.run(id, work)
}

/** Null outside of any request, as in what is done by the clock. */
export function currentRequest(): string | null {
  return context.getStore() ?? null
}
