import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { PgliteClient } from './pglite-client.ts'

/**
 * Kysely dialect for the single connection of the embedded database, which only one caller uses at a time. With
 * Kysely's own PGlite dialect, another request's query could run inside an open transaction and be rolled back with it
 * (docs/decisions/0003).
 */
export function pgliteDialect(client: PgliteClient): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SingleConnectionDriver(client),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class SingleConnectionDriver implements Driver {
  readonly #client: PgliteClient
  readonly #connection: DatabaseConnection
  readonly #waiting: (() => void)[] = []
  #busy = false

  constructor(client: PgliteClient) {
    this.#client = client
    this.#connection = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        const { rows, affectedRows } = await client.query(query.sql, [...query.parameters])
        return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) }
      },
      streamQuery() {
        throw new Error('The embedded database has no cursors: read in pages')
      },
    }
  }

  async init() {
    // The worker is already open.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#busy = true
    return this.#connection
  }

  async releaseConnection() {
    const next = this.#waiting.shift()
    // Hands the connection to the next waiter without releasing it, so no other caller can get it first.
    if (next) next()
    else this.#busy = false
  }

  async beginTransaction() {
    await this.#client.query('begin', [])
  }

  async commitTransaction() {
    await this.#client.query('commit', [])
  }

  async rollbackTransaction() {
    await this.#client.query('rollback', [])
  }

  async destroy() {
    await this.#client.close()
  }
}
