import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ADMIN_PAGE_SIZE } from '#contract/catalog/rules.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { ListFrame } from '../../admin/list-frame.tsx'
import { type CategoryListQuery, categoriesQuery } from '../../admin/queries.ts'
import { SearchField } from '../../admin/search-field.tsx'
import { useApi } from '../../platform/api-context.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Pending } from '../../ui/pending.tsx'
import { CategoryTable } from './category-table.tsx'

const CategorySheet = lazy(async () => ({ default: (await import('./category-sheet.tsx')).CategorySheet }))

const SORT = 'name_asc'

const FILTERS = ['search'] as const

/** The category list with search, sorting and pages; the form opens above it. */
export function CategoriesTab() {
  const { read, page, addressWith } = useAdminAddress()
  const query = { search: read('search'), sort: read('sort'), page } as CategoryListQuery
  const list = useQuery(categoriesQuery(useApi(), query))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Categories</h1>
        <ButtonLink to={addressWith({ edit: 'new' })} preventScrollReset>
          Add Category
        </ButtonLink>
      </div>
      <section aria-label="Categories" className="mt-5 block max-w-md">
        <SearchField label="Search by name, slug or description" />
      </section>
      <ListFrame
        what="categories"
        one="category"
        list={list}
        filters={FILTERS}
        pageSize={ADMIN_PAGE_SIZE}
        empty="There are no categories yet. Every product needs one."
      >
        {(categories) => <CategoryTable categories={categories} sort={read('sort') ?? SORT} />}
      </ListFrame>
      <Suspense fallback={<Pending />}>{read('edit') && <CategorySheet />}</Suspense>
    </>
  )
}
