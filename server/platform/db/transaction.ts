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
    const session = openSession(connection)
    const transaction = new Transaction<DB>({
      config: { dialect },
      dialect,
      driver,
      executor: executor.withConnectionProvider({ provideConnection: (use) => use(session.connection) }),
    })
    try {
      const result = await work(transaction)
      const { rows } = await session.end(COMMIT)
      if (rows[0]?.command === 'ROLLBACK') throw new Error('A statement of the transaction failed unnoticed')
      return result
    } catch (error) {
      await session.end(ROLLBACK)
      throw error
    }
  })
}

/**
 * Begins a transaction with its first statement. Reads are sent together with `begin`, but writes only once it has succeeded,
 * because they would be committed alone otherwise. After the end, statements are rejected: they would run outside the
 * transaction, or in the next one on this connection.
 */
function openSession(connection: DatabaseConnection) {
  let begun: Promise<unknown> | null = null
  let isBegun = false
  /** Whether a statement waits for `begin`, so that those after it wait, too. */
  let isWaiting = false
  /** Why there can be no further statement. */
  let end: Error | null = null
  const begin = () => {
    const response = connection.executeQuery(BEGIN)
    response.then(
      () => {
        isBegun = true
      },
      (error: Error) => {
        end = error
      },
    )
    return response
  }
  return {
    connection: {
      async executeQuery<R>(query: CompiledQuery) {
        if (end) throw end
        begun ??= begin()
        if (!isBegun && (isWaiting || query.query.kind !== 'SelectQueryNode')) {
          isWaiting = true
          await begun
          if (end) throw end
        }
        return connection.executeQuery<R>(query)
      },
      async *streamQuery() {
        yield* []
        throw new Error('A transaction reads no streams')
      },
    },
    async end(command: CompiledQuery) {
      if (command === COMMIT && end) throw end
      end = new Error('The transaction has ended')
      return begun !== null ? connection.executeQuery<{ command: string }>(command) : { rows: [] }
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
