import { Suspense, useState } from 'react'
import { ADMIN_PAGE_SIZE } from '#contract/catalog/rules.ts'
import { t } from '#contract/language/language.ts'
import { adminAddress, useAdminAddress } from '../../admin/address.ts'
import { ChosenProvider, useChosen } from '../../admin/chosen.tsx'
import { DataTable } from '../../admin/data-table.tsx'
import { UploadIcon } from '../../admin/icons.tsx'
import { ExportButton, ListFrame } from '../../admin/list-frame.tsx'
import { ListTabs } from '../../admin/list-tabs.tsx'
import { May } from '../../admin/permissions.tsx'
import { type ProductListQuery, productsQuery, tasksQuery } from '../../admin/queries.ts'
import { SearchField } from '../../admin/search-field.tsx'
import { BackInStockList } from '../../back-in-stock/admin/back-in-stock-list.tsx'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Pending, Spinner } from '../../ui/feedback.tsx'
import { Select } from '../../ui/field.tsx'
import { loadLater } from '../../ui/load-later.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { listCategoriesQuery } from '../queries.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import type { BulkChoice } from './bulk/bulk-edit.ts'
import { productColumns } from './list/product-columns.tsx'
import { VariantList } from './list/variant-list.tsx'

const ProductPage = loadLater(async () => (await import('./product-page.tsx')).ProductPage)
const ImportDialog = loadLater(async () => (await import('./import-dialog.tsx')).ImportDialog)

const SORT = 'updated_desc'

/** The product list, the demand for sold-out ones, or the form of a product. The import opens above the list. */
export function ProductsTab() {
  const { read } = useAdminAddress()
  const edit = read('edit')
  if (edit && edit !== 'import') {
    return (
      <Suspense fallback={<Spinner />}>
        <ProductPage key={`${edit} ${read('copy')}`} />
      </Suspense>
    )
  }
  return (
    <>
      {read('view') === 'back-in-stock' ? <BackInStockList /> : <ProductList />}
      <Suspense fallback={<Pending />}>{edit === 'import' && <ImportDialog />}</Suspense>
    </>
  )
}

/** The product list with search, filters, sorting, and pages. */
function ProductList() {
  const api = useApi()
  const { read, page, addressWith } = useAdminAddress()
  // URL parameters are sent unchecked. The server rejects invalid ones with 400.
  const query = Object.fromEntries(
    [...FILTERS, 'sort'].map((name) => [name, read(name)]),
  ) as unknown as ProductListQuery
  const list = useQuery(productsQuery(api, { ...query, page }))
  const filter = Object.fromEntries(FILTERS.map((name) => [name, read(name)])) as NonNullable<
    BulkChoice['filter']
  >
  const chosen = useChosen(JSON.stringify(filter))
  // Archiving or deleting a row removes the element with the focus.
  const frame = useFocusAfterRemoval<HTMLDivElement>(list.data?.items.length ?? 0)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) => {
    const others = [...unfolded].filter((other) => other !== id)
    setUnfolded(new Set(unfolded.has(id) ? others : [...others, id]))
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="type-title">{t('Products')}</h1>
        <div className="flex flex-wrap gap-2 max-md:order-last max-md:basis-full md:ml-auto max-md:[&_svg]:hidden">
          <ButtonLink look="outline" to={adminAddress('products', { view: 'back-in-stock' })}>
            {t('Back in stock')}
          </ButtonLink>
          <ExportButton
            name="products"
            endpoint="GET /api/admin/products/export"
            fetchCsv={() => api.callForText('GET /api/admin/products/export')}
          />
          <May use="POST /api/admin/products/import">
            <ButtonLink look="outline" to={addressWith({ edit: 'import' })} preventScrollReset>
              <UploadIcon />
              {t(' Import')}
            </ButtonLink>
          </May>
        </div>
        <May use="POST /api/admin/products">
          <ButtonLink to={addressWith({ edit: 'new', copy: null })} preventScrollReset>
            {t('Add product')}
          </ButtonLink>
        </May>
      </div>
      <SavedViews />
      <ProductFilters />
      <ChosenProvider value={chosen}>
        <div ref={frame} tabIndex={-1} className="outline-none">
          <ListFrame
            plural="products"
            singular="product"
            list={list}
            filters={FILTERS}
            pageSize={ADMIN_PAGE_SIZE}
            empty={t('No products yet. Add one or import a CSV file.')}
          >
            {(products) => (
              <DataTable
                caption={t('Products')}
                columns={productColumns(unfolded, toggle)}
                rows={products}
                sort={read('sort') ?? SORT}
                after={(product) => unfolded.has(product.id) && <VariantList product={product} />}
              />
            )}
          </ListFrame>
        </div>
        <May use="POST /api/admin/products/bulk">
          <BulkBar filter={filter} total={list.data?.total ?? 0} />
        </May>
      </ChosenProvider>
    </>
  )
}

/** The most frequent filters, as links that can be bookmarked. */
function SavedViews() {
  const { read } = useAdminAddress()
  const { data: tasks } = useQuery(tasksQuery(useApi()))
  const [status, stock] = [read('status') ?? null, read('stock') ?? null]
  const view = (label: string, filter: { status: string | null; stock: string | null }, count?: number) => ({
    label,
    filter,
    isCurrent: status === filter.status && stock === filter.stock,
    count,
  })
  return (
    <ListTabs
      label={t('Views of the products')}
      tabs={[
        view('Active', { status: null, stock: null }),
        view('Sold out', { status: null, stock: 'out' }, tasks?.soldOut),
        view('Low stock', { status: null, stock: 'low' }),
        view('Drafts', { status: 'draft', stock: null }),
        view('Archived', { status: 'archived', stock: null }),
        view('All', { status: 'all', stock: null }),
      ]}
    />
  )
}

const FILTERS = ['search', 'categoryId', 'status', 'stock'] as const

/** Changing a filter returns to page 1. On a phone, the views above are the only filters by status and stock. */
function ProductFilters() {
  const { data: categories = [] } = useQuery(listCategoriesQuery(useApi()))
  const { filter } = useAdminAddress()
  return (
    <section
      aria-label={t('Products')}
      className="mt-5 grid grid-cols-2 gap-3 sm:max-xl:grid-cols-3 xl:grid-cols-4 max-sm:[&>:nth-child(-n+2)]:col-span-2 max-sm:[&>:nth-child(n+3)]:hidden sm:max-xl:[&>:first-child]:col-span-3"
    >
      <SearchField label={t('Search by name, slug, SKU, or ID')} />
      <Select label={t('Category')} {...filter('categoryId')}>
        <option value="">{t('All categories')}</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select label={t('Status')} {...filter('status')}>
        <option value="">{t('Active')}</option>
        <option value="draft">{t('Draft')}</option>
        <option value="archived">{t('Archived')}</option>
        <option value="all">{t('All')}</option>
      </Select>
      <Select label={t('Stock')} {...filter('stock')}>
        <option value="">{t('Any stock')}</option>
        <option value="low">{t('Low')}</option>
        <option value="out">{t('Out of stock')}</option>
      </Select>
    </section>
  )
}
