import { variantTitle } from '#contract/catalog/variants.ts'
import type { InputOf, ResponseOf } from '../../platform/api.ts'
import { readOptions, type TypedOption, valuesOf } from './typed-options.ts'

export type AdminProduct = ResponseOf<'GET /api/admin/products/:id'>
type VariantInput = InputOf<'PUT /api/admin/products/:id/variants'>['variants'][number]

/** The cells of a variant, as entered. `id` is the stored variant that the row changes. */
export type VariantRow = {
  id?: number
  optionValues: string[]
  sku: string
  barcode: string
  /** In the product's unit. Empty if the product's weight applies. */
  weight: string
  /** In the product's unit. Empty if the product's content applies. */
  content: string
  price: string
  oldPrice: string
  stock: string
  inStock: boolean
  image: string
}
const TEXT_COLUMNS = ['price', 'oldPrice', 'stock', 'sku', 'barcode', 'weight', 'content'] as const
/** The columns of the grid. Contents have one only if the product has a unit for them. */
export const columnsOf = (hasContent: boolean) =>
  TEXT_COLUMNS.filter((column) => hasContent || column !== 'content')
export type TextColumn = (typeof TEXT_COLUMNS)[number]

export const TITLES: Record<TextColumn, string> = {
  price: 'Price',
  oldPrice: 'Old price',
  stock: 'Stock',
  sku: 'SKU',
  barcode: 'Barcode',
  weight: 'Weight',
  content: 'Content',
}

/** Columns whose value several variants can share. */
export const BULK_COLUMNS = ['price', 'oldPrice', 'stock', 'weight'] as const satisfies TextColumn[]
export const isBulkColumn = (column: TextColumn) => BULK_COLUMNS.some((one) => one === column)

/** Variants to change together: all, the chosen ones, or those with a value of the option at a place. */
export type BulkTarget = 'all' | 'chosen' | { place: number; value: string }

export function isTarget({ optionValues }: VariantRow, target: BulkTarget, isChosen: boolean): boolean {
  if (target === 'all') return true
  return target === 'chosen' ? isChosen : optionValues[target.place] === target.value
}

/** The only variant of a new product. */
export const BLANK_ROW: VariantRow = {
  optionValues: [],
  sku: '',
  barcode: '',
  weight: '',
  content: '',
  price: '',
  oldPrice: '',
  stock: '',
  inStock: true,
  image: '',
}

/** Returns the row of a copy, which is another article with other codes. */
export function copyOf({ id: _, ...row }: VariantRow): VariantRow {
  return { ...row, sku: '', barcode: '' }
}

/**
 * Returns the rows with the current values in cells that weren't edited. Variants that no longer exist become new ones.
 * @param before the rows when the form was opened @param now the rows as stored
 */
export function rebased(rows: VariantRow[], before: VariantRow[], now: VariantRow[]): VariantRow[] {
  const byId = (all: VariantRow[]) => new Map(all.map((row) => [row.id, row]))
  const [seen, stored] = [byId(before), byId(now)]
  return rows.map(({ id, ...row }) => {
    const [was, is] = [seen.get(id), stored.get(id)]
    if (id === undefined || !was) return row
    if (!is) return row
    const untouched = [...TEXT_COLUMNS, 'inStock' as const, 'image' as const].filter(
      (name) => row[name] === was[name],
    )
    return { ...row, id, ...Object.fromEntries(untouched.map((name) => [name, is[name]])) }
  })
}

/** Returns a product's rows, or a single row for the product itself if it has no options. */
export function rowsOf(product: AdminProduct): VariantRow[] {
  const { id, sku, barcode, price, oldPrice, inStock, stockQuantity } = product
  const whole = {
    id,
    optionValues: [],
    sku,
    barcode,
    weight: null,
    content: null,
    image: null,
    price,
    oldPrice,
    inStock,
  }
  const stored = product.options.length > 0 ? product.variants : [{ ...whole, stockQuantity }]
  return stored.map((variant) => ({
    id: variant.id,
    optionValues: variant.optionValues,
    sku: variant.sku ?? '',
    barcode: variant.barcode ?? '',
    weight: variant.weight ?? '',
    content: variant.content ?? '',
    price: variant.price,
    oldPrice: variant.oldPrice ?? '',
    stock: variant.stockQuantity === null ? '' : String(variant.stockQuantity),
    inStock: variant.inStock,
    image: variant.image ?? '',
  }))
}

/**
 * Returns the rows with renamed values. If an option has as many values as before, a new value replaces the one at its
 * position.
 */
export function renameValues(before: TypedOption[], after: TypedOption[], rows: VariantRow[]): VariantRow[] {
  const names = after.map(({ values }, place) => {
    const [old, wanted] = [valuesOf(before[place]?.values ?? ''), valuesOf(values)]
    if (old.length !== wanted.length) return new Map<string, string>()
    const renamed = wanted.flatMap((value, index) => {
      const last = old[index] ?? value
      return wanted.includes(last) || old.includes(value) ? [] : [[last, value] as const]
    })
    return new Map(renamed)
  })
  return rows.map((row) => ({
    ...row,
    optionValues: row.optionValues.map((value, place) => names[place]?.get(value) ?? value),
  }))
}

/**
 * Returns a row for each combination of values. A combination keeps the row with the same values, otherwise a row that
 * it extends or shortens, so a new option keeps stock and carts. Others get the price of the first row.
 */
export function combine(typed: TypedOption[], rows: VariantRow[]): VariantRow[] {
  const options = readOptions(typed).filter(({ values }) => values.length > 0)
  const combinations = options.reduce<string[][]>(
    (sofar, { values }) => sofar.flatMap((start) => values.map((value) => [...start, value])),
    [[]],
  )
  const exact = new Map(rows.map((row) => [keyOf(row.optionValues), row]))
  const used = new Set(combinations.flatMap((values) => exact.get(keyOf(values)) ?? []))
  return combinations.map((optionValues) => {
    const same = exact.get(keyOf(optionValues))
    if (same) return same
    const related = rows.find((row) => !used.has(row) && isRelated(row.optionValues, optionValues))
    if (related) used.add(related)
    const blank = { ...BLANK_ROW, stock: '0' }
    return { ...blank, price: rows[0]?.price ?? '', ...related, optionValues }
  })
}

/** Returns rows that differ from the stored ones with all fields, and others only with their values. */
export function inputOf(
  product: AdminProduct | undefined,
  typed: TypedOption[],
  rows: VariantRow[],
  read: { price(text: string): string; decimal(text: string): string },
): Pick<InputOf<'PUT /api/admin/products/:id/variants'>, 'options' | 'variants'> {
  const stored = new Map((product ? rowsOf(product) : []).map((row) => [row.id, row]))
  return {
    options: readOptions(typed),
    variants: rows.map(({ id, optionValues, stock, price, oldPrice, ...row }): VariantInput => {
      const before = id === undefined ? undefined : stored.get(id)
      const seenStock = before && (before.stock === '' ? null : Number(before.stock))
      return {
        id,
        optionValues,
        inStock: row.inStock,
        image: row.image || null,
        price: read.price(price),
        oldPrice: read.price(oldPrice),
        sku: row.sku,
        barcode: row.barcode,
        weight: read.decimal(row.weight),
        content: read.decimal(row.content),
        ...(stock === before?.stock ? {} : { stockQuantity: stock, seenStock }),
      }
    }),
  }
}

/** Cells that the server rejected, by row. An edited row is another object, so it has none. */
export type RejectedCells = ReadonlyMap<VariantRow, readonly TextColumn[]>

/**
 * Returns the cells that the server rejected, and a message for each.
 * @param errors with paths such as 'variants.3.barcode'
 * @param sent the rows in the order in which they were sent
 * @param amountProblem returns what is wrong with an entered amount, in the shop's format, or undefined
 */
export function rejectedCells(
  errors: { path: string; message: string }[],
  sent: VariantRow[],
  amountProblem: (text: string) => string | undefined,
) {
  const cells = new Map<VariantRow, TextColumn[]>()
  const messages = errors.flatMap(({ path, message }) => {
    const [, place, field] = /^(?:variantSet\.)?variants\.(\d+)\.(\w+)/.exec(path) ?? []
    const row = sent[Number(place)]
    const name = field === 'stockQuantity' ? 'stock' : field
    const column = TEXT_COLUMNS.find((one) => one === name)
    if (!row || !column) return []
    cells.set(row, [...(cells.get(row) ?? []), column])
    const isAmount = (column === 'price' || column === 'oldPrice') && row[column].trim() !== ''
    const reason = (isAmount && amountProblem(row[column])) || message
    return [`${TITLES[column]} of ${variantTitle(row.optionValues)}: ${reason}`]
  })
  return { cells, messages }
}

/** Returns the rows with the pasted lines in a column, starting at a row. */
export function pasted(rows: VariantRow[], from: number, column: TextColumn, lines: string[]): VariantRow[] {
  return rows.map((row, index) => {
    const line = lines[index - from]
    return index < from || line === undefined ? row : { ...row, [column]: line.trim() }
  })
}

const keyOf = (values: string[]) => JSON.stringify(values)

function isRelated(one: string[], other: string[]): boolean {
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one]
  return fewer.length < more.length && fewer.every((value) => more.includes(value))
}
