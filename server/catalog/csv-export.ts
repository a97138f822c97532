import { stringify } from 'csv-stringify/sync'
import { CSV_COLUMNS } from '#contract/catalog/product-csv.ts'
import type { Db } from '../platform/db/database.ts'
import { listForExport } from './admin-queries.ts'
import { cellsOf } from './csv-cells.ts'
import { listCategories } from './queries.ts'

const BATCH = 500
/** Without it, spreadsheets take the file for one in an old encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/** All products on sale as a CSV file, piece by piece. */
export async function* exportCsv(db: Db): AsyncGenerator<string> {
  const slugs = new Map((await listCategories(db)).map(({ id, slug }) => [id, slug]))
  yield BYTE_ORDER_MARK + stringify([[...CSV_COLUMNS]])
  let afterId = 0
  while (true) {
    const products = await listForExport(db, afterId, BATCH)
    const last = products.at(-1)
    if (!last) return
    yield stringify(
      products.map((product) => cellsOf(product, slugs.get(product.categoryId) ?? '')),
      { columns: [...CSV_COLUMNS] },
    )
    afterId = last.id
  }
}
