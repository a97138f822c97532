import { CategoryChanges } from '#contract/catalog/admin-categories.ts'
import { ProductChanges } from '#contract/catalog/product-input.ts'
import { readFields, type UndoHandler, type UndoHandlers } from '../audit/undo.ts'
import { changeCategory } from './admin-categories.ts'
import { archiveAndRecord, changeProduct, unarchiveAndRecord } from './admin-products.ts'
import { findCategoryRecord, lockCategory } from './category-queries.ts'
import { auditFacts } from './product-facts.ts'
import { lockRecords, readRecords } from './record-queries.ts'

const product: UndoHandler = {
  gone: 'This product no longer exists.',
  moving: ['stockQuantity'],
  async read(db, subjectId, isLocked) {
    const id = Number(subjectId)
    const record = (await (isLocked ? lockRecords : readRecords)(db, [id])).get(id)
    return record ? { ...auditFacts(record.facts, record.currency), isArchived: record.isArchived } : null
  },
  async edit(db, admin, subjectId, { isArchived, ...fields }, undoes) {
    const id = Number(subjectId)
    if (isArchived === true) await archiveAndRecord(db, admin.id, id, undoes)
    else if (isArchived === false) await unarchiveAndRecord(db, admin.id, id, undoes)
    else await changeProduct(db, admin.id, id, readFields(ProductChanges, fields), { undoes })
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
  'product.restored': product,
  'category.changed': category,
}
