import { joinColors } from '#contract/catalog/colors.ts'
import { CSV_ERRORS_MAX, type CsvError } from '#contract/catalog/product-csv.ts'
import { NewProductInput, ProductChanges } from '#contract/catalog/product-input.ts'
import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import type { ProductVariants } from '#contract/catalog/variant-input.ts'
import { isColorOption, VARIANT_MESSAGES } from '#contract/catalog/variants.ts'
import type { Currency } from '#contract/money.ts'
import { differences } from '../audit/audit.ts'
import { ShopError } from '../errors.ts'
import { sizeOf } from '../images/uploads.ts'
import type { Db } from '../platform/db/database.ts'
import { readCurrency } from '../settings/settings.ts'
import { columnOf, inputOf, optionCells } from './csv-cells.ts'
import { skuErrors, slugErrors, type WantedSku, type WantedSlug } from './csv-conflicts.ts'
import { type CsvRow, RowError, shortened, wrong } from './csv-file.ts'
import { type CsvGroup, groupRows, planVariants, productRowOf } from './csv-variants.ts'
import type { ProductFacts } from './product-columns.ts'
import { BLANK, factsOf, type Measure } from './product-facts.ts'
import { listCategories } from './queries.ts'
import { listIdsBySlug, type ProductRecord, readRecords } from './record-queries.ts'
import { listStoredVariantsOf, type StoredVariant } from './variant-queries.ts'
import { variantFieldsOf } from './variants.ts'

type Edit = {
  record: ProductRecord
  before: Partial<ProductFacts>
  after: Partial<ProductFacts>
  /** Null if its variants don't change. */
  variants: ProductVariants | null
}

/** The effect of an import: new products, and changed ones with their differences at the time of planning. */
export type CsvPlan = {
  currency: Currency
  /** `variants` is null for a product without options. */
  creates: { facts: ProductFacts; variants: ProductVariants | null }[]
  edits: Edit[]
  unchanged: number
  errors: CsvError[]
}

/** Rows between two progress reports, which let other work run. */
const STEP = 250

/** Compares a file with the catalog. Writes nothing. */
export async function planImport(db: Db, rows: CsvRow[], report: (done: number) => void): Promise<CsvPlan> {
  const shop = await lookUp(db, rows)
  const plan: CsvPlan = { currency: shop.currency, creates: [], edits: [], unchanged: 0, errors: [] }
  let [checked, reported] = [0, 0]
  for (const group of groupRows(rows)) {
    try {
      await planProduct(group, shop, plan)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      plan.errors.push(...error.errors)
    }
    checked += Math.max(1, group.variants.length)
    if (checked - reported >= STEP) {
      reported = checked
      report(checked)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  plan.errors.push(...(await slugErrors(db, shop.wantedSlugs)))
  plan.errors.push(...(await skuErrors(db, shop.wantedSkus)))
  return plan
}

/** Returns the first errors by line, at most CSV_ERRORS_MAX. */
export function firstErrors(errors: CsvError[]): CsvError[] {
  return errors.toSorted((one, other) => one.line - other.line).slice(0, CSV_ERRORS_MAX)
}

type Shop = {
  records: Map<number, ProductRecord>
  idsBySlug: Map<string, number>
  /** By slug and by lowercase name. */
  categoryIds: Map<string, number>
  currency: Currency
  measure: Measure
  /** The line of each existing product in the file so far, by product ID. */
  linesById: Map<number, number>
  wantedSlugs: WantedSlug[]
  /** All variants of products with variant rows in the file, by product ID. */
  variants: Map<number, StoredVariant[]>
  wantedSkus: WantedSku[]
}

async function lookUp(db: Db, rows: CsvRow[]): Promise<Shop> {
  const ids = rows.flatMap(({ cells }) => numberOf(cells.id) ?? [])
  const slugs = rows.flatMap(({ cells }) => cells.slug?.trim() || [])
  const idsBySlug = await listIdsBySlug(db, slugs)
  const sizes = new Map<string, ReturnType<Measure>>()
  return {
    idsBySlug,
    records: await readRecords(db, [...new Set([...ids, ...idsBySlug.values()])]),
    categoryIds: idsByWord(await listCategories(db)),
    currency: await readCurrency(db),
    measure: (url) => {
      const size = sizes.get(url) ?? sizeOf(db, url)
      sizes.set(url, size)
      return size
    },
    linesById: new Map(),
    wantedSlugs: [],
    variants: await listStoredVariantsOf(db, productIdsWithVariants(rows, idsBySlug)),
    wantedSkus: [],
  }
}

function productIdsWithVariants(rows: CsvRow[], idsBySlug: Map<string, number>): number[] {
  const groups = groupRows(rows).filter(({ variants }) => variants.length > 0)
  return groups.flatMap(
    ({ first: { cells } }) => numberOf(cells.id) ?? idsBySlug.get(cells.slug?.trim() ?? '') ?? [],
  )
}

async function planProduct(group: CsvGroup, shop: Shop, plan: CsvPlan) {
  const record = recordFor(group.first, shop)
  const row = withoutKnownColors(productRowOf(group, record === null), record)
  const variants = planVariants(group, record, shop.variants.get(record?.id ?? 0) ?? [], shop.currency)
  const schema = record ? ProductChanges : NewProductInput
  const parsed = schema.safeParse(inputOf(row, shop.categoryIds))
  if (!parsed.success) {
    throw new RowError(
      parsed.error.issues.map(({ path, message }) =>
        wrong(row, columnOf(path), reportFor(row, path, message)),
      ),
    )
  }
  const facts = await factsOf(parsed.data, record?.facts.images ?? [], shop.measure, shop.currency).catch(
    (error: unknown) => {
      if (!(error instanceof ShopError)) throw error
      const errors = error.errors ?? [{ path: null, message: error.message }]
      throw new RowError(errors.map(({ path, message }) => wrong(row, path, message)))
    },
  )
  const wanted = { ...(record?.facts ?? BLANK), ...facts }
  if (wanted.slug !== null) {
    shop.wantedSlugs.push({ slug: wanted.slug, line: row.line, id: record?.id ?? null })
  }
  checkImages(group, wanted)
  shop.wantedSkus.push(...skusOf(group, record))
  if (!record) plan.creates.push({ facts: wanted, variants })
  else planEdit(row, record, wanted, variants, plan)
}

/**
 * Leaves out colors that the product already has or that an option determines. They are those of its variants, so they may
 * be more and longer than in the form.
 */
function withoutKnownColors(row: CsvRow, record: ProductRecord | null): CsvRow {
  const { colors, ...cells } = row.cells
  const isKnown = record
    ? colors?.trim() === joinColors(record.facts.colors)
    : optionCells(row.cells, 'Name').some((name) => isColorOption({ name }))
  return isKnown ? { ...row, cells } : row
}

/** Rejects an image that the product doesn't have after the import. */
function checkImages({ variants }: CsvGroup, { images }: ProductFacts) {
  const unknown = variants.filter(({ cells: { variantImage } }) => {
    const url = variantImage?.trim()
    return url && !images.some((image) => image.url === url)
  })
  if (unknown.length > 0)
    throw new RowError(unknown.map((row) => wrong(row, 'variantImage', VARIANT_MESSAGES.image)))
}

function skusOf({ first, variants }: CsvGroup, record: ProductRecord | null): WantedSku[] {
  return (variants.length > 0 ? variants : [first]).flatMap(({ line, cells }) => {
    const sku = cells.sku?.trim().toLowerCase()
    return sku ? [{ sku, line, id: record?.id ?? null, product: first }] : []
  })
}

function planEdit(
  row: CsvRow,
  record: ProductRecord,
  wanted: ProductFacts,
  variants: ProductVariants | null,
  plan: CsvPlan,
) {
  const difference = differences(record.facts, wanted)
  if (!difference) {
    if (variants) plan.edits.push({ record, before: {}, after: {}, variants })
    else plan.unchanged += 1
    return
  }
  const { rating, reviewCount } = difference.after
  if (record.hasReviews && (rating !== undefined || reviewCount !== undefined)) {
    const column = rating === undefined ? 'reviewCount' : 'rating'
    throw new RowError([wrong(row, column, PRODUCT_MESSAGES.computed)])
  }
  const [column] = variantFieldsOf(record, difference.after)
  if (column) {
    const { hasVariants, onlyVariants } = VARIANT_MESSAGES
    const isCode = column === 'sku' || column === 'barcode'
    throw new RowError([wrong(row, column, isCode ? onlyVariants : hasVariants)])
  }
  plan.edits.push({ record, ...difference, variants })
}

/** Returns the product that a row identifies by its ID or, without an ID, its slug. Returns null for a new product. */
function recordFor(row: CsvRow, { records, idsBySlug, linesById }: Shop): ProductRecord | null {
  const { cells } = row
  const named = cells.id?.trim()
  const id = named ? numberOf(named) : idsBySlug.get(cells.slug?.trim() ?? '')
  const record = id === undefined ? undefined : records.get(id)
  if (named && (!record || record.isArchived)) {
    throw new RowError([
      wrong(
        row,
        'id',
        `There is no active product ${shortened(named)}. To add a new one, leave the id empty.`,
      ),
    ])
  }
  if (!record) return null
  const before = linesById.get(record.id)
  if (before !== undefined) {
    throw new RowError([wrong(row, named ? 'id' : 'slug', `This product is already on line ${before}.`)])
  }
  linesById.set(record.id, row.line)
  return record
}

function numberOf(text = ''): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : undefined
}

/** Slugs win over names of other categories; a name that two categories share matches neither. */
function idsByWord(categories: { id: number; name: string; slug: string }[]): Map<string, number> {
  const named = Map.groupBy(categories, ({ name }) => name.toLowerCase())
  const clear = [...named].flatMap(([name, [one, other]]) => (one && !other ? [[name, one.id] as const] : []))
  return new Map([...clear, ...categories.map(({ slug, id }) => [slug, id] as const)])
}

/** Unlike a form, a file can lack fields, so the message distinguishes a wrong value from a missing one. */
function reportFor({ cells }: CsvRow, [field]: PropertyKey[], message: string): string {
  const category = cells.category?.trim()
  if (field === 'categoryId' && category) return `There is no category “${shortened(category)}”.`
  if (field === 'image' && !cells.images?.trim()) return 'A product needs an image URL'
  return message
}
