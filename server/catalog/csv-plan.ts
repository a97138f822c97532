import { CSV_ERRORS_MAX, type CsvError } from '#contract/catalog/product-csv.ts'
import { NewProductInput, ProductChanges } from '#contract/catalog/product-input.ts'
import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { VARIANT_MESSAGES } from '#contract/catalog/variants.ts'
import type { Currency } from '#contract/money.ts'
import { differences } from '../audit/audit.ts'
import { ShopError } from '../errors.ts'
import { sizeOf } from '../images/uploads.ts'
import type { Db } from '../platform/db/database.ts'
import { readCurrency } from '../settings/settings.ts'
import { columnOf, inputOf } from './csv-cells.ts'
import type { CsvRow } from './csv-file.ts'
import { BLANK, factsOf, type Measure } from './product-facts.ts'
import type { ProductFacts } from './product-row.ts'
import { listCategories } from './queries.ts'
import { listIdsBySlug, type ProductRecord, readRecords } from './record-queries.ts'
import { variantFieldsOf } from './variants.ts'

/** The effect of an import: new products, and changed ones with their differences at the time of planning. */
export type CsvPlan = {
  currency: Currency
  creates: ProductFacts[]
  edits: { record: ProductRecord; before: Partial<ProductFacts>; after: Partial<ProductFacts> }[]
  unchanged: number
  errors: CsvError[]
}

/** Rows between two progress reports; then the event loop gets a turn. */
const STEP = 250

/** Compares a file with the catalog; writes nothing. */
export async function planImport(db: Db, rows: CsvRow[], report: (done: number) => void): Promise<CsvPlan> {
  const shop = await lookUp(db, rows)
  const plan: CsvPlan = { currency: shop.currency, creates: [], edits: [], unchanged: 0, errors: [] }
  for (const [index, row] of rows.entries()) {
    try {
      await planRow(row, shop, plan)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      plan.errors.push(...error.errors)
    }
    if ((index + 1) % STEP === 0) {
      report(index + 1)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  plan.errors.push(...(await slugErrors(db, shop.wantedSlugs)))
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
  /** Line of each existing product in the file so far, by product id. */
  linesById: Map<number, number>
  /** Slugs that the file's rows request; `id` is null for a new product. */
  wantedSlugs: { slug: string; line: number; id: number | null }[]
}

class RowError extends Error {
  readonly errors: CsvError[]
  constructor(errors: CsvError[]) {
    super('a line of the file is wrong')
    this.errors = errors
  }
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
  }
}

async function planRow(row: CsvRow, shop: Shop, plan: CsvPlan) {
  const record = recordFor(row, shop)
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
  if (!record) plan.creates.push(wanted)
  else planEdit(row, record, wanted, plan)
}

function planEdit(row: CsvRow, record: ProductRecord, wanted: ProductFacts, plan: CsvPlan) {
  const difference = differences(record.facts, wanted)
  if (!difference) {
    plan.unchanged += 1
    return
  }
  const { rating, reviewCount } = difference.after
  if (record.hasReviews && (rating !== undefined || reviewCount !== undefined)) {
    const column = rating === undefined ? 'reviewCount' : 'rating'
    throw new RowError([wrong(row, column, PRODUCT_MESSAGES.computed)])
  }
  const [column] = variantFieldsOf(record, difference.after)
  if (column) throw new RowError([wrong(row, column, VARIANT_MESSAGES.hasVariants)])
  plan.edits.push({ record, ...difference })
}

/** Returns the product that a row names by id or, without an id, by slug, or null if the row is a new product. */
function recordFor(row: CsvRow, { records, idsBySlug, linesById }: Shop): ProductRecord | null {
  const { cells } = row
  const named = cells.id?.trim()
  const id = named ? numberOf(named) : idsBySlug.get(cells.slug?.trim() ?? '')
  const record = id === undefined ? undefined : records.get(id)
  if (named && (!record || record.isArchived)) {
    throw new RowError([
      wrong(row, 'id', `There is no active product ${named}. To add a new one, leave the id empty.`),
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

/** Returns errors for slugs requested by two rows, or taken by a product that the file doesn't rename. */
async function slugErrors(db: Db, wanted: Shop['wantedSlugs']): Promise<CsvError[]> {
  const owners = await listIdsBySlug(
    db,
    wanted.map(({ slug }) => slug),
  )
  const slugOfId = new Map(wanted.flatMap(({ id, slug }) => (id === null ? [] : [[id, slug] as const])))
  const firstLines = new Map<string, number>()
  return wanted.flatMap(({ slug, line, id }) => {
    const first = firstLines.get(slug)
    if (first !== undefined) {
      return [{ line, column: 'slug', message: `The product on line ${first} already has this slug.` }]
    }
    firstLines.set(slug, line)
    const owner = owners.get(slug)
    const isGivenUp = owner !== undefined && slugOfId.has(owner) && slugOfId.get(owner) !== slug
    if (owner === undefined || owner === id || isGivenUp) return []
    return [{ line, column: 'slug', message: PRODUCT_MESSAGES.slugTaken }]
  })
}

function numberOf(text = ''): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : undefined
}

const wrong = ({ line }: CsvRow, column: string | null, message: string): CsvError => ({
  line,
  column,
  message,
})

/** Slugs win over names of other categories; a name that two categories share matches neither. */
function idsByWord(categories: { id: number; name: string; slug: string }[]): Map<string, number> {
  const named = Map.groupBy(categories, ({ name }) => name.toLowerCase())
  const clear = [...named].flatMap(([name, [one, other]]) => (one && !other ? [[name, one.id] as const] : []))
  return new Map([...clear, ...categories.map(({ slug, id }) => [slug, id] as const)])
}

/** Unlike the form, a file can lack fields, so the message distinguishes a wrong value from a missing one. */
function reportFor({ cells }: CsvRow, [field]: PropertyKey[], message: string): string {
  const category = cells.category?.trim()
  if (field === 'categoryId' && category) return `There is no category “${category}”.`
  if (field === 'image' && !cells.images?.trim()) return 'A product needs an image URL'
  return message
}
