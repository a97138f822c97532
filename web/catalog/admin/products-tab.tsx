import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ADMIN_PAGE_SIZE } from '#contract/catalog/rules.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { ExportButton } from '../../admin/export-button.tsx'
import { UploadIcon } from '../../admin/icons.tsx'
import { ListFrame } from '../../admin/list-frame.tsx'
import { type ProductListQuery, productsQuery } from '../../admin/queries.ts'
import { useApi } from '../../platform/api-context.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Pending } from '../../ui/pending.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import type { BulkChoice } from './bulk/use-bulk-edit.ts'
import { ChosenProvider, useChosen } from './bulk/use-chosen.ts'
import { FILTERS, ProductFilters } from './product-filters.tsx'
import { ProductTable } from './product-table.tsx'

const ProductSheet = lazy(async () => ({ default: (await import('./product-sheet.tsx')).ProductSheet }))
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

const SORT = 'updated_desc'

/** The product list with search, filters, sorting and pages; form and import open above it. */
export function ProductsTab() {
  const api = useApi()
  const { read, page, addressWith } = useAdminAddress()
  // What the address says goes to the server as it is; nonsense gets its 400.
  const query = Object.fromEntries(
    [...FILTERS, 'sort'].map((name) => [name, read(name)]),
  ) as unknown as ProductListQuery
  const list = useQuery(productsQuery(api, { ...query, page }))
  const filter = Object.fromEntries(FILTERS.map((name) => [name, read(name)])) as BulkChoice['filter']
  const chosen = useChosen(JSON.stringify(filter))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Products</h1>
        <div className="flex flex-wrap gap-2">
          <ExportButton what="products" ask={() => api.callForText('GET /api/admin/products/export')} />
          <ButtonLink look="outline" to={addressWith({ edit: 'import' })} preventScrollReset>
            <UploadIcon /> Import
          </ButtonLink>
          <ButtonLink to={addressWith({ edit: 'new', copy: null })} preventScrollReset>
            Add Product
          </ButtonLink>
        </div>
      </div>
      <ProductFilters />
      <ChosenProvider value={chosen}>
        <ListFrame
          what="products"
          one="product"
          list={list}
          filters={FILTERS}
          pageSize={ADMIN_PAGE_SIZE}
          empty="There are no products yet. Add the first one, or import a file."
        >
          {(products) => <ProductTable products={products} sort={read('sort') ?? SORT} />}
        </ListFrame>
        <BulkBar filter={filter} total={list.data?.total ?? 0} />
      </ChosenProvider>
      <Suspense fallback={<Pending />}>
        {read('edit') === 'import' ? <ImportDialog /> : read('edit') && <ProductSheet />}
      </Suspense>
    </>
  )
}
