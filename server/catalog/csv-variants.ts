import type { ProductOption } from '#contract/catalog/api.ts'
import { type CsvColumn, PRODUCT_COLUMNS, VARIANT_COLUMNS } from '#contract/catalog/product-csv.ts'
import { ProductVariants, VariantInput } from '#contract/catalog/variant-input.ts'
import { VARIANT_MESSAGES } from '#contract/catalog/variants.ts'
import type { Currency } from '#contract/money.ts'
import { differences } from '../audit/audit.ts'
import { ShopError } from '../errors.ts'
import { readAmounts } from '../settings/amounts.ts'
import { optionCells, variantColumnOf, variantInputOf } from './csv-cells.ts'
import { type CsvRow, RowError, wrong } from './csv-file.ts'
import type { ProductRecord } from './record-queries.ts'
import type { VariantFacts } from './variant-columns.ts'
import type { StoredVariant } from './variant-queries.ts'

/** The rows of one product. `variants` is empty for a row without option values. */
export type CsvGroup = { first: CsvRow; variants: CsvRow[] }

/** Consecutive variant rows belong to one product if they have the same ID, slug, and name, or none of them. */
export function groupRows(rows: CsvRow[]): CsvGroup[] {
  const groups: CsvGroup[] = []
  for (const row of rows) {
    const group = groups.at(-1)
    if (!isVariant(row)) groups.push({ first: row, variants: [] })
    else if (group && group.variants.length > 0 && continues(row, group.first)) group.variants.push(row)
    else groups.push({ first: row, variants: [row] })
  }
  return groups
}

const isVariant = ({ cells }: CsvRow) => optionCells(cells, 'Value').some(Boolean)

function continues({ cells }: CsvRow, { cells: first }: CsvRow): boolean {
  return (['id', 'slug', 'name'] as const).every((column) => {
    const cell = cells[column]?.trim()
    return !cell || cell === first[column]?.trim()
  })
}

/** Columns that belong to the variant in variant rows, and to the product in other rows. */
const SHARED_COLUMNS: CsvColumn[] = ['price', 'oldPrice', 'inStock', 'stockQuantity', 'sku', 'barcode']

/**
 * Returns the row that changes the product itself.
 * @param isNew keeps the price, which a new product needs
 * @throws RowError for columns that this row or another one of the product can't have
 */
export function productRowOf({ first, variants }: CsvGroup, isNew: boolean): CsvRow {
  const filled = (row: CsvRow, columns: readonly CsvColumn[]) =>
    columns.filter((column) => row.cells[column]?.trim())
  if (variants.length === 0) {
    const [column] = filled(first, VARIANT_COLUMNS)
    if (column) throw new RowError([wrong(first, column, VARIANT_MESSAGES.onlyVariants)])
    return first
  }
  const errors = variants.slice(1).flatMap((row) =>
    filled(row, PRODUCT_COLUMNS)
      .filter((column) => !SHARED_COLUMNS.includes(column))
      .filter((column) => row.cells[column]?.trim() !== first.cells[column]?.trim())
      .filter((column) => column !== 'id' && column !== 'slug')
      .map((column) => wrong(row, column, VARIANT_MESSAGES.onlyFirstRow)),
  )
  if (errors.length > 0) throw new RowError(errors)
  if (isNew) return first
  const own = Object.entries(first.cells).filter(([column]) => !SHARED_COLUMNS.includes(column as CsvColumn))
  return { line: first.line, cells: Object.fromEntries(own) }
}

type Target = { row: CsvRow | null; known: StoredVariant | null; input: VariantInput }

/**
 * Returns the options and variants that a product has after the import, or null if its rows change none. Variants without a
 * row stay unchanged.
 * @param stored all variants of the product
 * @throws RowError
 */
export function planVariants(
  { first, variants: rows }: CsvGroup,
  record: ProductRecord | null,
  stored: StoredVariant[],
  currency: Currency,
): ProductVariants | null {
  if (rows.length === 0) return null
  const before = record?.options ?? []
  const active = before.length === 0 ? [] : stored.filter(({ isArchived }) => !isArchived)
  const byId = new Map(active.map((one) => [one.id, one]))
  const byValues = new Map(active.map((one) => [JSON.stringify(one.facts.optionValues), one]))
  const [rowOf, added] = [new Map<StoredVariant, Target>(), [] as Target[]]
  let isChanged = false
  for (const row of rows) {
    const { id, ...input } = readRow(row)
    // The IDs of an exported product are meaningless for a copy of it.
    const hasId = id !== undefined && active.length > 0
    const known = (hasId ? byId.get(id) : byValues.get(JSON.stringify(input.optionValues))) ?? null
    if (hasId && !known) throw new RowError([wrong(row, 'variantId', VARIANT_MESSAGES.notAVariant)])
    const twin = known && rowOf.get(known)?.row
    if (twin) {
      const message = `This variant is already on line ${twin.line}.`
      throw new RowError([wrong(row, id === undefined ? 'option1Value' : 'variantId', message)])
    }
    const changes = changesOf(row, input, known, record, currency)
    isChanged ||= changes !== null
    const target = { row, known, input: { ...(changes ?? {}), optionValues: input.optionValues } }
    if (known) rowOf.set(known, target)
    else added.push(target)
  }
  const kept = active.map(
    (known) => rowOf.get(known) ?? { row: null, known, input: { optionValues: known.facts.optionValues } },
  )
  const targets = [...kept, ...added]
  const options = optionsAfter(rows, before, active, targets)
  if (!isChanged && differences({ options: before }, { options }) === null) return null
  const parsed = ProductVariants.safeParse({
    options,
    // Includes every SKU, so a SKU of another variant of the product is detected here.
    variants: targets.map(({ known, input }) => ({
      ...(known ? { id: known.id, sku: known.facts.sku } : {}),
      ...input,
    })),
  })
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path: [list, index, field], message }) => {
    const row = (list === 'variants' && targets[Number(index)]?.row) || first
    if (list !== 'options') return wrong(row, variantColumnOf(field?.toString()), message)
    const part = field === 'values' ? 'Value' : 'Name'
    return wrong(row, `option${Number(index ?? 0) + 1}${part}`, message)
  })
  // Variants without a row share the first row.
  throw new RowError([...new Map(errors.map((error) => [JSON.stringify(error), error])).values()])
}

function readRow(row: CsvRow): VariantInput {
  const parsed = VariantInput.safeParse(variantInputOf(row))
  if (parsed.success) return parsed.data
  throw new RowError(
    parsed.error.issues.map(({ path: [field], message }) =>
      wrong(row, variantColumnOf(field?.toString()), message),
    ),
  )
}

/** Returns the fields of a row that differ from the stored variant, or null if none does. */
function changesOf(
  row: CsvRow,
  input: Omit<VariantInput, 'id'>,
  known: StoredVariant | null,
  record: ProductRecord | null,
  currency: Currency,
): Omit<VariantInput, 'id' | 'optionValues'> | null {
  const { optionValues, price, oldPrice, ...same } = input
  const cents = centsOf(row, { price, oldPrice }, currency)
  if (!known) return { price, oldPrice, ...same }
  const wanted: Partial<VariantFacts> = { ...same, optionValues }
  if (cents.price !== undefined) wanted.priceCents = cents.price
  if (cents.oldPrice !== undefined) wanted.oldPriceCents = cents.oldPrice
  const images = record?.facts.images ?? []
  // An image that the product no longer has is exported as an empty cell.
  const image = images.some(({ url }) => url === known.facts.image) ? known.facts.image : null
  const difference = differences({ ...known.facts, image }, { ...known.facts, image, ...wanted })
  if (!difference) return null
  const { after } = difference
  const changed = Object.fromEntries(Object.entries(same).filter(([name]) => name in after))
  return {
    ...changed,
    ...(after.priceCents === undefined ? {} : { price }),
    ...(after.oldPriceCents === undefined ? {} : { oldPrice }),
    // Orders change the stock without incrementing the product's version.
    ...(after.stockQuantity === undefined ? {} : { seenStock: known.facts.stockQuantity }),
  }
}

function centsOf(row: CsvRow, amounts: Pick<VariantInput, 'price' | 'oldPrice'>, currency: Currency) {
  try {
    return readAmounts(amounts, currency)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    throw new RowError((error.errors ?? []).map(({ path, message }) => wrong(row, path, message)))
  }
}

/** Keeps the order of names and values. Adds new values at the end, and drops values that a row renames. */
function optionsAfter(
  rows: CsvRow[],
  before: ProductOption[],
  active: StoredVariant[],
  targets: Target[],
): ProductOption[] {
  const count = Math.max(
    before.length,
    ...rows.map(({ cells }) => optionCells(cells, 'Value').filter(Boolean).length),
  )
  return Array.from({ length: count }, (_, place) => {
    const named = rows.map(({ cells }) => optionCells(cells, 'Name')[place]).find(Boolean)
    const used = new Set(targets.flatMap(({ input }) => input.optionValues[place] ?? []))
    const wasUsed = new Set(active.flatMap(({ facts }) => facts.optionValues[place] ?? []))
    const kept = (before[place]?.values ?? []).filter((value) => used.has(value) || !wasUsed.has(value))
    return { name: named ?? before[place]?.name ?? '', values: [...new Set([...kept, ...used])] }
  })
}
