import type { Store } from './store.ts'

/** All or nothing. What runs must not wait for anything: the store has one connection. */
export function inTransaction<T>(store: Store, run: () => T): T {
  store.exec('begin immediate')
  try {
    const result = run()
    store.exec('commit')
    return result
  } catch (error) {
    store.exec('rollback')
    throw error
  }
}
