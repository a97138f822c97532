import type { CsvImportLine, CsvReport } from '#contract/catalog/product-csv.ts'
import { recordChange } from '../audit/audit.ts'
import { ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { readCsv } from './csv-file.ts'
import { type CsvPlan, firstErrors, planImport } from './csv-plan.ts'
import { indexProducts } from './documents.ts'
import { changeProducts, createProducts, listSearched } from './products.ts'
import { clearSlugs, lockRecords } from './record-queries.ts'
import { streamProgress } from './stream-progress.ts'
import { setVariants } from './variants.ts'

const BATCH = 500

type Report = (line: CsvImportLine) => void

/**
 * Creates and changes products from a CSV file in one transaction; a single error or a crash leaves the catalog
 * unchanged. Yields its progress, then a report.
 * @throws ShopError 400 if the file can't be read; 409 if a product changed while the file was compared with the shop
 */
export function importCsv(
  db: Db,
  adminId: number,
  file: Uint8Array,
  dryRun: boolean,
): AsyncGenerator<CsvImportLine> {
  return streamProgress<CsvImportLine>((report) => run(db, adminId, file, dryRun, report))
}

async function run(
  db: Db,
  adminId: number,
  file: Uint8Array,
  dryRun: boolean,
  report: Report,
): Promise<CsvReport> {
  const { rows, errors } = await readCsv(file)
  const of = rows.length
  const plan = await planImport(db, rows, (done) => report({ kind: 'progress', step: 'checking', done, of }))
  const allErrors = [...errors, ...plan.errors]
  if (!dryRun && allErrors.length === 0) await applyPlan(db, adminId, plan, report)
  return {
    kind: 'report',
    dryRun,
    created: plan.creates.length,
    changed: plan.edits.length,
    unchanged: plan.unchanged,
    errors: firstErrors(allErrors),
    errorCount: allErrors.length,
  }
}

async function applyPlan(db: Db, adminId: number, { currency, creates, edits }: CsvPlan, report: Report) {
  const of = creates.length + edits.length
  if (of === 0) return
  const edited = edits.filter(({ after }) => Object.keys(after).length > 0)
  await inTransaction(db, async (db) => {
    await checkUnchanged(db, edits)
    // All slugs at once: a product may take the slug that another one gives up several batches later.
    const renamed = edited.filter(({ after }) => after.slug !== undefined)
    await clearSlugs(
      db,
      renamed.map(({ record }) => record.id),
    )
    const searched: number[] = []
    let done = 0
    const reportWritten = (count: number) => {
      done += count
      report({ kind: 'progress', step: 'writing', done, of })
    }
    for (const batch of batches(edited)) {
      await changeProducts(db, adminId, batch)
      searched.push(...listSearched(batch))
      reportWritten(batch.filter(({ variants }) => !variants).length)
    }
    for (const { record, variants } of edits) {
      if (!variants) continue
      await setVariants(db, adminId, record.id, variants)
      reportWritten(1)
    }
    for (const batch of batches(creates)) {
      const facts = batch.map((create) => create.facts)
      const ids = await createProducts(db, adminId, facts, currency)
      for (const [index, { variants }] of batch.entries())
        if (variants) await setVariants(db, adminId, ids[index] ?? 0, variants)
      searched.push(...ids)
      reportWritten(batch.length)
    }
    await recordChange(db, {
      actorId: adminId,
      action: 'import.finished',
      subjectId: 'products',
      before: null,
      after: { created: creates.length, changed: edits.length },
    })
    done = 0
    for (const batch of batches(searched)) {
      await indexProducts(db, batch)
      done += batch.length
      report({ kind: 'progress', step: 'indexing', done, of: searched.length })
    }
  })
}

/** The plan was made without a lock, to avoid blocking the shop. It is valid if these products haven't changed since. */
async function checkUnchanged(db: Db, edits: CsvPlan['edits']) {
  for (const batch of batches(edits.toSorted((one, other) => one.record.id - other.record.id))) {
    const now = await lockRecords(
      db,
      batch.map(({ record }) => record.id),
    )
    const changed = batch.find(({ record }) => now.get(record.id)?.version !== record.version)
    if (changed) throw changedWhileComparing(changed.record.facts.name)
  }
}

function batches<T>(list: T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / BATCH) }, (_, index) =>
    list.slice(index * BATCH, (index + 1) * BATCH),
  )
}

const changedWhileComparing = (name: string) =>
  new ShopError(
    409,
    'changed_meanwhile',
    `${name} was changed during the import. Nothing was imported. Please try again.`,
  )
