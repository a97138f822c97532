import type { CsvColumn } from '#contract/catalog/product-csv.ts'

/** Numbers and flags as spreadsheets of other languages write them, converted to the format of our own export. */

const DECIMALS: readonly CsvColumn[] = [
  'price',
  'oldPrice',
  'shippingCost',
  'rating',
  'weight',
  'variantWeight',
]
const WHOLE: readonly CsvColumn[] = ['stockQuantity', 'reviewCount', 'shippingDays']
const FLAGS: readonly CsvColumn[] = ['isNew', 'isFeatured', 'isOnSale', 'inStock']

const FLAG_WORDS: Record<string, string> = { '1': 'true', '0': 'false', wahr: 'true', falsch: 'false' }

/** '1.234' and '1.234.567', which are thousands where a comma separates the decimals. */
const GROUPED = /^\d{1,3}(\.\d{3}){1,9}$/
/** '1.234,50' */
const GROUPED_DECIMAL = /^\d{1,3}(\.\d{3})+,\d+$/
/** '1234,50' */
const COMMA_DECIMAL = /^\d+,\d+$/

/**
 * Returns a cell in the format of our own export. Other text stays as it is, and fails later if it is invalid.
 * @param delimiter of the file: programs separate cells by semicolons where a comma separates decimals
 * @throws AmbiguousNumber
 */
export function readCell(column: CsvColumn, cell: string, delimiter: string): string {
  const text = cell.trim()
  if (FLAGS.includes(column)) return FLAG_WORDS[text.toLowerCase()] ?? cell
  const isDecimal = DECIMALS.includes(column)
  if (delimiter !== ';' || !(isDecimal || WHOLE.includes(column))) return cell
  if (GROUPED.test(text)) throw new AmbiguousNumber(text, isDecimal)
  if (!isDecimal) return cell
  if (GROUPED_DECIMAL.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return COMMA_DECIMAL.test(text) ? text.replace(',', '.') : cell
}

/** A number that has two meanings in a file with semicolons. */
export class AmbiguousNumber extends Error {
  constructor(text: string, isDecimal: boolean) {
    const thousands = text.replaceAll('.', '')
    const last = text.lastIndexOf('.')
    const small = `${text.slice(0, last).replaceAll('.', '')},${text.slice(last + 1)}`
    super(
      isDecimal
        ? `Is “${text}” ${thousands} or ${small}? Write it without a dot.`
        : `Write “${text}” without a dot: ${thousands}`,
    )
  }
}
