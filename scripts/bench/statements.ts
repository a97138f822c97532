import pg from 'pg'

/** A statement as received by the driver. */
export type Statement = { text: string; values: unknown[] }

/**
 * Records every statement of this process from now on, except those about page changes. @returns a function that stops the
 * recording and returns the statements
 */
export function recordStatements(): () => Statement[] {
  const statements: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    const { text, values } =
      typeof first === 'string' ? { text: first, values: second } : (first as Partial<Statement>)
    if (text !== undefined && !text.includes('page_changes'))
      statements.push({ text, values: Array.isArray(values) ? values : [] })
    return Reflect.apply(query, this, args)
  } as typeof query
  return () => {
    pg.Client.prototype.query = query
    return statements
  }
}

/**
 * Runs the same statements in the same order, directly through the driver on one connection. @returns the time in
 * milliseconds
 */
export async function replay(databaseUrl: string, statements: Statement[]): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const began = performance.now()
  for (const { text, values } of statements) await client.query(text, values)
  const took = performance.now() - began
  await client.end()
  return took
}

/** Repeats all statements for this time, on this number of connections. @returns rounds per second */
export async function replayFor(
  databaseUrl: string,
  statements: Statement[],
  { seconds, connections }: { seconds: number; connections: number },
): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1000
  let rounds = 0
  const one = async () => {
    const client = await pool.connect()
    while (elapsed() < seconds) {
      for (const { text, values } of statements) await client.query(text, values)
      rounds += 1
    }
    client.release()
  }
  await Promise.all(Array.from({ length: connections }, one))
  const perSecond = rounds / elapsed()
  await pool.end()
  return perSecond
}
