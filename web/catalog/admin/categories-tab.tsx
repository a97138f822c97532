import { Suspense, useState } from 'react'
import { ADMIN_PAGE_SIZE } from '#contract/catalog/rules.ts'
import { english, t } from '#contract/language/language.ts'
import { adminAddress, useAdminAddress } from '../../admin/address.ts'
import { DeleteDialog, useDeleteCategory } from '../../admin/changes.tsx'
import { type Columns, DataTable, Day, RowLink } from '../../admin/data-table.tsx'
import { ListFrame } from '../../admin/list-frame.tsx'
import { May } from '../../admin/permissions.tsx'
import { type AdminCategory, type CategoryListQuery, categoriesQuery } from '../../admin/queries.ts'
import { SearchField } from '../../admin/search-field.tsx'
import { useApi } from '../../platform/api.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { Pending } from '../../ui/feedback.tsx'
import { CategoryIcon } from '../../ui/icons.tsx'
import { loadLater } from '../../ui/load-later.tsx'
import { TrashIcon } from '../../ui/page-icons.tsx'
import { Picture } from '../../ui/picture.tsx'

const CategorySheet = loadLater(async () => (await import('./category-sheet.tsx')).CategorySheet)

const SORT = 'name_asc'

const FILTERS = ['search'] as const

/** The category list with search, sorting, and pages. The form opens above it. */
export function CategoriesTab() {
  const { read, page, addressWith } = useAdminAddress()
  const query = { search: read('search'), sort: read('sort'), page } as CategoryListQuery
  const list = useQuery(categoriesQuery(useApi(), query))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="type-title">{t('Categories')}</h1>
        <May use="POST /api/admin/categories">
          <ButtonLink to={addressWith({ edit: 'new' })} preventScrollReset>
            {t('Add category')}
          </ButtonLink>
        </May>
      </div>
      <section aria-label={t('Categories')} className="mt-5 block max-w-md">
        <SearchField label={t('Search by name, slug, or description')} />
      </section>
      <ListFrame
        plural="categories"
        singular="category"
        list={list}
        filters={FILTERS}
        pageSize={ADMIN_PAGE_SIZE}
        empty={t('No categories yet. Every product needs one.')}
      >
        {(categories) => (
          <DataTable
            caption={t('Categories')}
            columns={CATEGORY_COLUMNS}
            rows={categories}
            sort={read('sort') ?? SORT}
          />
        )}
      </ListFrame>
      <Suspense fallback={<Pending />}>{read('edit') && <CategorySheet />}</Suspense>
    </>
  )
}

const CATEGORY_COLUMNS: Columns<AdminCategory> = [
  { id: 'name', header: english('Name'), cell: (category) => <Name category={category} />, isSortable: true },
  {
    id: 'slug',
    header: english('Slug'),
    cell: ({ slug }) => <span className="text-muted lg:whitespace-nowrap">{slug}</span>,
    isSortable: true,
    isMinor: true,
  },
  {
    id: 'products',
    header: english('Products'),
    cell: (category) => <Products category={category} />,
    isSortable: true,
  },
  {
    id: 'updated',
    header: english('Last change'),
    cell: ({ updatedAt }) => <Day time={updatedAt} />,
    isSortable: true,
    isMinor: true,
  },
  {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    cell: (category) => (
      <May use="DELETE /api/admin/categories/:id">
        <Delete category={category} />
      </May>
    ),
  },
]

/** The category as on the home page: with its photograph, or its icon if there is none. */
function Name({ category: { id, name, icon, image, description } }: { category: AdminCategory }) {
  return (
    <div className="flex items-center gap-4">
      <div className="flex aspect-3/4 w-12 shrink-0 items-center justify-center overflow-hidden rounded-field bg-hairline">
        {image ? (
          <Picture
            url={image}
            alt=""
            width={null}
            height={null}
            sizes="48px"
            className="size-full object-cover"
          />
        ) : (
          <CategoryIcon icon={icon} className="size-5" />
        )}
      </div>
      <div className="min-w-0">
        <RowLink id={id} className="wrap-anywhere">
          {name}
        </RowLink>
        <p className="line-clamp-2 text-muted text-sm">{description}</p>
      </div>
    </div>
  )
}

function Products({
  category: { id, products, draftProducts, archivedProducts },
}: {
  category: AdminCategory
}) {
  return (
    <Link
      to={adminAddress('products', { categoryId: String(id), status: 'all' })}
      className="inline-flex min-h-6 min-w-6 items-center tabular-nums underline-offset-4 hover:underline"
    >
      {products}
      {draftProducts > 0 && (
        <span className="text-muted">
          , {draftProducts} {draftProducts === 1 ? 'draft' : 'drafts'}
        </span>
      )}
      {archivedProducts > 0 && (
        <span className="text-muted">{t(', {archivedProducts} archived', { archivedProducts })}</span>
      )}
    </Link>
  )
}

function Delete({ category }: { category: AdminCategory }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex justify-end">
      <IconButton label={t('Delete {name}', { name: category.name })} onClick={() => setOpen(true)}>
        <TrashIcon />
      </IconButton>
      <DeleteDialog
        title={t('Delete category')}
        question={t('Are you sure you want to delete the category {name}?', { name: category.name })}
        id={category.id}
        remove={useDeleteCategory()}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
