import pg from 'pg'

/** One statement as the driver got it. */
export type Statement = { text: string; values: unknown[] }

/** Records every statement of this process from now on, except the listener's. @returns a function that stops and returns them */
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
