import pg from 'pg'
import { patience } from './patience.ts'

/** Each connection keeps what it has prepared: only what is asked over and over is worth it. */
const NAMED_FROM = 3
const NAMED_MAX = 300
/** The words decide the plan: one plan for all of them cost up to ten times as much among 100,000 products (docs/performance.md). */
const SEARCHES = /\$\d+::tsquery/

/**
 * Sends statements with values that come again under a name, so that the server reads and plans them once for each
 * connection. Through a proxy that hands connections around between transactions, that proxy must know named statements.
 */
export function nameStatements(pool: pg.Pool) {
  const seen = new Map<string, number>()
  /** By text; empty: never again. */
  const names = new Map<string, string>()

  pool.on('connect', (client) => {
    client.query = function named(this: pg.PoolClient, ...asked: unknown[]) {
      const [text, values] = asked
      if (typeof text !== 'string') return Reflect.apply(pg.Client.prototype.query, this, asked)
      const name = Array.isArray(values) && values.length > 0 ? nameOf(text) : ''
      const answer: Promise<unknown> = Reflect.apply(pg.Client.prototype.query, this, [
        { ...(name === '' ? {} : { name }), text, values, ...patience() },
      ])
      return answer.catch((error: unknown) => {
        if (isOutdated(error)) names.set(String(text), '')
        throw error
      })
    } as typeof client.query
  })

  function nameOf(text: string): string {
    const known = names.get(text)
    if (known !== undefined) return known
    if (SEARCHES.test(text)) return ''
    const times = (seen.get(text) ?? 0) + 1
    if (times > 1 || seen.size < 10 * NAMED_MAX) seen.set(text, times)
    if (times < NAMED_FROM || names.size >= NAMED_MAX) return ''
    seen.delete(text)
    const name = `plinth_${names.size}`
    names.set(text, name)
    return name
  }
}

/** Another node has just migrated the database to other columns: what was prepared before is of no use. */
function isOutdated(error: unknown): boolean {
  return (error as { code?: string }).code === '0A000'
}
