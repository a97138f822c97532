import pg from 'pg'
import type { Statement } from './statements.ts'

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
): Promise<{ requests: number; perSecond: number }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  const until = performance.now() + seconds * 1000
  const began = performance.now()
  let requests = 0
  const one = async () => {
    const client = await pool.connect()
    while (performance.now() < until) {
      for (const { text, values } of statements) await client.query(text, values)
      requests += 1
    }
    client.release()
  }
  await Promise.all(Array.from({ length: connections }, one))
  const perSecond = (requests * 1000) / (performance.now() - began)
  await pool.end()
  return { requests, perSecond }
}
