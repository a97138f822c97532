import { z } from 'zod'
import { CategoryChanges } from '#contract/catalog/admin-categories.ts'
import { ProductChanges } from '#contract/catalog/product-input.ts'
import { ProductVariants } from '#contract/catalog/variant-input.ts'
import { PLATFORM } from '../audit/queries.ts'
import { readFields, type UndoHandler, type UndoHandlers } from '../audit/undo.ts'
import { archiveProduct, draftProduct, restoreProduct } from './archive-product.ts'
import { changeCategory } from './categories.ts'
import { findCategoryRecord, lockCategory } from './category-queries.ts'
import { auditFacts } from './product-facts.ts'
import { changeProduct } from './products.ts'
import { lockRecords, readRecords } from './record-queries.ts'
import { listStoredVariants } from './variant-queries.ts'
import { auditVariant, setVariants } from './variants.ts'

const product: UndoHandler = {
  gone: 'This product no longer exists.',
  moving: ['stockQuantity'],
  async read(db, subjectId, isLocked) {
    const id = Number(subjectId)
    const record = (await (isLocked ? lockRecords : readRecords)(db, [id])).get(id)
    if (!record) return null
    const { isArchived, isDraft } = record
    return { ...auditFacts(record.facts, record.currency), isArchived, isDraft }
  },
  async edit(db, admin, subjectId, { isArchived, isDraft, ...fields }, undoes) {
    const id = Number(subjectId)
    if (isDraft === true) await draftProduct(db, admin.id, id, undoes)
    else if (isArchived === true || (isArchived === undefined && isDraft === false))
      await archiveProduct(db, admin.id, id, undoes)
    else if (isArchived === false) await restoreProduct(db, admin.id, id, undoes)
    else await changeProduct(db, admin.id, id, readFields(ProductChanges, fields), { undoes })
  },
}

const ChangedVariants = z.array(
  z.looseObject({
    id: z.int(),
    optionValues: z.array(z.string()),
    stockQuantity: z.int().nullable(),
    isArchived: z.boolean().default(false),
  }),
)

/**
 * The entry contains only the changed variants. Stock that orders have changed since then is kept, and so is all stock that
 * the sync changed: the platform sold or received those units.
 */
const variants: UndoHandler = {
  gone: 'This product no longer exists.',
  moving: [],
  async read(db, subjectId, isLocked, { after }) {
    const id = Number(subjectId)
    const record = (await (isLocked ? lockRecords : readRecords)(db, [id])).get(id)
    if (!record) return null
    const stored = new Map((await listStoredVariants(db, id)).map((one) => [one.id, one]))
    const changed = ChangedVariants.safeParse(after?.variants).data ?? []
    const now = changed.map(({ id, stockQuantity }) => {
      const known = stored.get(id)
      if (!known) return null
      return auditVariant(id, { ...known.facts, stockQuantity }, record.currency, known.isArchived)
    })
    return { options: record.options, variants: now }
  },
  async edit(db, admin, subjectId, { options }, undoes, { actor, before, after }) {
    const id = Number(subjectId)
    const stored = await listStoredVariants(db, id)
    const [earlier, later] = [before, after].map((values) => ChangedVariants.parse(values?.variants))
    const byId = (list: z.output<typeof ChangedVariants> = []) => new Map(list.map((one) => [one.id, one]))
    const [was, became] = [byId(earlier), byId(later)]
    const restored = stored.flatMap((known) => {
      const wanted = was.get(known.id)
      if (wanted?.isArchived || (!wanted && (known.isArchived || became.has(known.id)))) return []
      if (!wanted) return [{ id: known.id, optionValues: known.facts.optionValues }]
      const { stockQuantity, isArchived: _, ...fields } = wanted
      const isStockSet =
        actor !== PLATFORM && became.get(known.id)?.stockQuantity === known.facts.stockQuantity
      return [isStockSet ? { ...fields, stockQuantity } : fields]
    })
    const input = readFields(ProductVariants, { options, variants: restored })
    await setVariants(db, admin.id, id, input, { undoes })
  },
}

const category: UndoHandler = {
  gone: 'This category no longer exists.',
  moving: [],
  async read(db, subjectId, isLocked) {
    const record = await (isLocked ? lockCategory : findCategoryRecord)(db, Number(subjectId))
    return record?.facts ?? null
  },
  edit: (db, admin, subjectId, fields, undoes) =>
    changeCategory(db, admin.id, Number(subjectId), readFields(CategoryChanges, fields), { undoes }),
}

export const catalogUndo: UndoHandlers = {
  'product.changed': product,
  'product.archived': product,
  'product.drafted': product,
  'product.restored': product,
  'product.variants-changed': variants,
  'category.changed': category,
}
