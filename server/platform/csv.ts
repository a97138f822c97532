import { stringify } from 'csv-stringify/sync'

/** Without this mark, spreadsheets assume a legacy encoding instead of UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Writes rows of a CSV file. A cell with a line break of any kind, or with a character that some programs read as the
 * end of a cell, is quoted. Text that a spreadsheet would evaluate as a formula gets an apostrophe.
 */
export function csvRows(rows: string[][]): string {
  const guarded = rows.map((row) => row.map(guardCell))
  return stringify(guarded, { record_delimiter: 'windows', quoted_match: SEPARATOR })
}

const BREAK = '\\p{Cc}\\p{Zl}\\p{Zp}'
const SEPARATOR = new RegExp(`[;${BREAK}]`, 'u')
/** The beginning of a formula, in normal or full width. Some programs ignore quotation marks before it. */
const SIGN = '[=+\\-@＝＋－＠]'
const FORMULA = `['"]*${SIGN}`
// Both match every separator with the spaces that follow, so a long run of breaks isn't searched again from each of them.
const LINE_STARTS = new RegExp(`([;${BREAK}]\\s*)(?=(${FORMULA}|))`, 'gu')
const GUARDED_LINES = new RegExp(`([;${BREAK}]\\s*)(?:'(?=${FORMULA}))?`, 'gu')
/**
 * The beginning of a cell that gets a guard, or that began with one. Any apostrophes before it belong to it, so that removing
 * a guard never removes one of the cell. Unambiguous, so a long run of apostrophes is searched once.
 */
const START = `'*(?:[${BREAK}]|\\s+${FORMULA}|(?:"['"]*)?${SIGN})`
const STARTS = new RegExp(`^(?=${START})`, 'u')
const GUARDED_START = new RegExp(`^'(?=${START})`, 'u')
/** A number isn't a formula, even if it is negative. */
const NUMBER = /^-?\d+(\.\d+)?$/

/** Guards the beginnings of a cell and of its parts, because programs also split at semicolons, tabs, and old breaks. */
function guardCell(cell: string): string {
  if (NUMBER.test(cell)) return cell
  const lines = cell.replace(LINE_STARTS, (start, _start, formula: string) =>
    formula === '' ? start : `${start}'`,
  )
  return lines.replace(STARTS, "'")
}

/** Removes what `csvRows` added to a cell. */
export function stripGuard(cell: string): string {
  return cell.replace(GUARDED_START, '').replace(GUARDED_LINES, '$1')
}
