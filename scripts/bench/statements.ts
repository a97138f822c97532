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
