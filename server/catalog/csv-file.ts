import { Readable } from 'node:stream'
import { type Info, parse } from 'csv-parse'
import { CSV_COLUMNS, CSV_MAX_LINES, type CsvColumn, type CsvError } from '#contract/catalog/product-csv.ts'
import { DESCRIPTION_MAX } from '#contract/catalog/rules.ts'
import { invalidInput } from '../errors.ts'
import { stripGuard } from '../platform/csv.ts'
import { AmbiguousNumber, readCell } from './csv-numbers.ts'

export type CsvRow = {
  /** Line on which the row begins, counted as editors do. */
  line: number
  cells: Partial<Record<CsvColumn, string>>
}

/** The errors of one or more rows. */
export class RowError extends Error {
  readonly errors: CsvError[]
  constructor(errors: CsvError[]) {
    super('a line of the file is wrong')
    this.errors = errors
  }
}

export const wrong = ({ line }: CsvRow, column: string | null, message: string): CsvError => ({
  line,
  column,
  message,
})

/**
 * Reads a file with a header line and commas, semicolons, or tabs between the cells. Cells are identified by their
 * column names, so their order doesn't matter and columns may be missing. In a file with semicolons, numbers may have a
 * decimal comma.
 * @returns the rows that can be read, and the errors of the others
 * @throws ShopError 400 if it isn't a CSV file at all
 */
export async function readCsv(bytes: Uint8Array): Promise<{ rows: CsvRow[]; errors: CsvError[] }> {
  const { text, delimiter, skipped } = withoutSeparatorLine(decode(bytes))
  const rows: CsvRow[] = []
  const errors: CsvError[] = []
  const lastLine = linesIn(text)
  let columns: CsvColumn[] | null = null
  let countedTwice = 0
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: 4 * DESCRIPTION_MAX,
  })
  const parts = Readable.from(partsOf(text))
  parts.on('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of parts.pipe(parser) as AsyncIterable<{
      record: string[]
      info: Info
    }>) {
      // The parser counts a CRLF within a cell as two lines.
      countedTwice += pairsWithin(record)
      if (!columns) {
        columns = readHeader(record)
        continue
      }
      const line = info.lines - countedTwice - linesWithin(record) + skipped
      if (rows.length >= CSV_MAX_LINES) throw invalidInput(`The file has more than ${CSV_MAX_LINES} lines.`)
      const isWhole =
        record.length >= columns.length && record.slice(columns.length).every((cell) => cell === '')
      if (!isWhole) {
        errors.push({ line, column: null, message: wrongCount(record.length, columns.length) })
        continue
      }
      const read = cellsOf(columns, record, delimiter, line)
      if (read.errors.length === 0) rows.push({ line, cells: read.cells })
      errors.push(...read.errors)
    }
  } catch (error) {
    const { lines, code = '' } = error as { lines?: number; code?: string }
    if (!code.startsWith('CSV_') && !(code in UNREADABLE)) throw error
    const line = Math.min(Math.max(1, (lines ?? 1) - countedTwice), lastLine) + skipped
    errors.push({ line, column: null, message: UNREADABLE[code] ?? NO_CSV })
  }
  if (!columns && errors.length === 0) throw invalidInput('The file is empty.')
  return { rows, errors }
}

const NO_CSV = "This isn't valid CSV."
const UNREADABLE: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark opened here or above is never closed.',
  CSV_INVALID_CLOSING_QUOTE: 'There is text after a closing quotation mark.',
  INVALID_OPENING_QUOTE: 'There is a quotation mark inside an unquoted cell.',
  CSV_MAX_RECORD_SIZE: 'This line is too long. Is a quotation mark missing?',
}

function cellsOf(columns: CsvColumn[], record: string[], delimiter: string, line: number) {
  const cells: CsvRow['cells'] = {}
  const errors: CsvError[] = []
  for (const [index, column] of columns.entries()) {
    const cell = record[index] ?? ''
    try {
      cells[column] = readCell(column, stripGuard(cell), delimiter)
    } catch (error) {
      if (!(error instanceof AmbiguousNumber)) throw error
      errors.push({ line, column, message: error.message })
    }
  }
  return { cells, errors }
}

function readHeader(record: string[]): CsvColumn[] {
  const header = withoutEmptyEnd(record)
  if (header.length > COLUMNS_MAX)
    throw invalidInput(`The first line has ${header.length} columns. Known: ${CSV_COLUMNS.join(', ')}.`)
  const names = header.map(
    (name) => CSV_COLUMNS.find((column) => column.toLowerCase() === name.trim().toLowerCase()) ?? name.trim(),
  )
  const unknown = names.filter((name) => !CSV_COLUMNS.some((column) => column === name))
  if (unknown.length > 0) {
    const list = unknown.map((name) => `“${shortened(name)}”`).join(', ')
    throw invalidInput(
      `The first line must list the columns. Unknown: ${list}. Known: ${CSV_COLUMNS.join(', ')}.`,
    )
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw invalidInput(`The column “${twice}” appears twice.`)
  return names as CsvColumn[]
}

/** Beyond it, a list of the unknown columns helps no one. Exports of other shops have about as many. */
const COLUMNS_MAX = 200
const QUOTED_MAX = 60

/** Shortens a cell for a message, which would otherwise be as long as the cell. */
export function shortened(cell: string): string {
  return cell.length > QUOTED_MAX ? `${cell.slice(0, QUOTED_MAX)}…` : cell
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidInput("The file isn't in UTF-8. In your spreadsheet program, save it as “CSV UTF-8”.")
  }
}

/** Yields chunks, so parsing a long file doesn't block the event loop. */
function* partsOf(text: string) {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536)
}

/** Excel's first line 'sep=;' names the delimiter. Without it, the header shows the delimiter. */
function withoutSeparatorLine(text: string): { text: string; delimiter: string; skipped: number } {
  const [first = '', , delimiter = ''] = /^("?)sep=([,;\t])\1[,;\t]*(?:\r\n|\r|\n|$)/i.exec(text) ?? []
  if (first === '') return { text, delimiter: delimiterOf(text), skipped: 0 }
  return { text: text.slice(first.length), delimiter, skipped: 1 }
}

/** Returns the most frequent delimiter of the header. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

/** Spreadsheets also export empty columns next to the table if they once contained data. */
function withoutEmptyEnd(record: string[]): string[] {
  const last = record.findLastIndex((name) => name.trim() !== '')
  return record.slice(0, last + 1)
}

function linesWithin(record: string[]): number {
  return record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
}

function pairsWithin(record: string[]): number {
  return record.reduce((sum, cell) => sum + (cell.match(/\r\n/g)?.length ?? 0), 0)
}

function linesIn(text: string): number {
  return text.trimEnd().split(/\r\n|\r|\n/).length
}

const wrongCount = (cells: number, columns: number) =>
  `This line has ${cells} ${cells === 1 ? 'cell' : 'cells'}, but the first line has ${columns}.`
