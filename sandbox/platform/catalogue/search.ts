/** What a `query` asks for, as a condition for SQL, and what of it was not understood. */
export interface Search {
  sql: string
  values: (string | number)[]
  warnings: SearchWarning[]
}

/** The platform leaves out what it does not understand and only says so: then more is found than was asked for. */
export interface SearchWarning {
  field: string
  message: string
  code: 'invalid_field' | 'invalid_value'
}

/** Terms such as `updated_at:>'2026-08-01T00:00:00Z' status:active,draft`, joined by AND (also unsaid) and OR. */
export function readSearch(query: string | null | undefined): Search {
  const warnings: SearchWarning[] = []
  const values: (string | number)[] = []
  const alternatives = splitAtOr(query ?? '').map((terms) =>
    terms.flatMap((term) => {
      const condition = readTerm(term)
      if ('code' in condition) {
        warnings.push(condition)
        return []
      }
      values.push(...condition.values)
      return [condition.sql]
    }),
  )
  const parts = alternatives.filter((terms) => terms.length > 0).map((terms) => `(${terms.join(' and ')})`)
  return { sql: parts.length > 0 ? `(${parts.join(' or ')})` : '1', values, warnings }
}

interface Term {
  field: string
  comparator: string
  value: string
  isNegated: boolean
}

const termPattern = /(-|NOT\s+)?(?:(\w+):(>=|<=|>|<)?)?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s'"]+)/g

function splitAtOr(query: string): Term[][] {
  const alternatives: Term[][] = [[]]
  for (const [whole, not, field = '', comparator = '', value = ''] of query.matchAll(termPattern)) {
    if (whole === 'OR') alternatives.push([])
    else if (whole !== 'AND')
      alternatives.at(-1)?.push({ field, comparator, value: unquote(value), isNegated: not !== undefined })
  }
  return alternatives
}

function unquote(text: string): string {
  return /^(['"]).*\1$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text
}

function readTerm(term: Term): { sql: string; values: (string | number)[] } | SearchWarning {
  const field = fields[term.field]
  if (!field)
    return { field: term.field, message: 'Invalid search field for this query.', code: 'invalid_field' }
  const values = term.value.split(',').map(field.read)
  const isRead = (value: string | number | null): value is string | number => value !== null
  const operator = term.comparator || '='
  if (!values.every(isRead) || (operator !== '=' && (!field.isOrdered || values.length > 1))) {
    return { field: term.field, message: `Input \`${term.value}\` is not understood.`, code: 'invalid_value' }
  }
  const sql = values.map(() => `${field.column} ${operator} ?`).join(' or ')
  return { sql: term.isNegated ? `not (${sql})` : `(${sql})`, values }
}

interface Field {
  column: string
  isOrdered?: boolean
  read(text: string): string | number | null
}

const word = (text: string) => text
const number = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null)
const moment = (text: string) => {
  const date = text === 'now' ? Date.now() : Date.parse(text)
  return Number.isNaN(date) ? null : date / 1000
}

const fields: Record<string, Field> = {
  id: { column: 'id', isOrdered: true, read: number },
  handle: { column: 'handle', read: word },
  title: { column: 'lower(title)', read: (text) => text.toLowerCase() },
  status: { column: 'lower(status)', read: (text) => text.toLowerCase() },
  product_type: { column: 'lower(product_type)', read: (text) => text.toLowerCase() },
  vendor: { column: 'lower(vendor)', read: (text) => text.toLowerCase() },
  created_at: { column: 'created_at', isOrdered: true, read: moment },
  updated_at: { column: 'updated_at', isOrdered: true, read: moment },
}
