import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely'

/**
 * Runs `work` in a transaction on one connection. Unlike Kysely's own, which waits for each response before it sends the next
 * statement, it sends statements at once, in the order of the calls (docs/decisions/0081). If one fails, the server
 * rejects those behind it.
 */
export async function runTransaction<DB, T>(
  db: Kysely<DB>,
  work: (db: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const executor = db.getExecutor()
  return executor.provideConnection(async (connection) => {
    const state = { isOpen: true }
    const open = whileOpen(connection, state)
    const transaction = new Transaction<DB>({
      config: { dialect },
      dialect,
      driver,
      executor: executor.withConnectionProvider({ provideConnection: (use) => use(open) }),
    })
    // Not sent together with the first statement, which would be committed alone if this one failed.
    await connection.executeQuery(BEGIN)
    try {
      const result = await work(transaction)
      state.isOpen = false
      const { rows } = await connection.executeQuery<{ command: string }>(COMMIT)
      if (rows[0]?.command === 'ROLLBACK') throw new Error('A statement of the transaction failed unnoticed')
      return result
    } catch (error) {
      state.isOpen = false
      await connection.executeQuery(ROLLBACK)
      throw error
    }
  })
}

/** Rejects statements after the end, which would run outside the transaction, or in the next one on this connection. */
function whileOpen(connection: DatabaseConnection, state: { isOpen: boolean }): DatabaseConnection {
  return {
    async executeQuery(query) {
      if (!state.isOpen) throw new Error('The transaction has ended')
      return connection.executeQuery(query)
    },
    async *streamQuery() {
      yield* []
      throw new Error('A transaction reads no streams')
    },
  }
}

const BEGIN = CompiledQuery.raw('begin')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

/** A transaction has the connection of its root, so it needs no driver. */
const driver = new DummyDriver()
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
