import { useState } from 'react'
import { Link } from 'react-router'
import { adminAddress, useAdminAddress } from '../../admin/address.ts'
import { type Columns, DataTable } from '../../admin/data-table.tsx'
import type { AnswerOf } from '../../platform/api.ts'
import { IconButton } from '../../ui/button.tsx'
import { CategoryIcon } from '../../ui/icons.tsx'
import { TrashIcon } from '../../ui/page-icons.tsx'
import { DeleteCategory } from './delete-dialogs.tsx'
import { Day } from './product-table.tsx'

export type AdminCategory = AnswerOf<'GET /api/admin/categories/:id'>

const COLUMNS: Columns<AdminCategory> = [
  { id: 'name', accessorKey: 'name', header: 'Name', cell: ({ row }) => <Name category={row.original} /> },
  {
    id: 'slug',
    accessorKey: 'slug',
    header: 'Slug',
    cell: ({ row }) => <span className="text-muted">{row.original.slug}</span>,
  },
  {
    id: 'products',
    accessorKey: 'products',
    header: 'Products',
    cell: ({ row }) => <Products category={row.original} />,
  },
  {
    id: 'updated',
    accessorKey: 'updatedAt',
    header: 'Last change',
    cell: ({ row }) => <Day time={row.original.updatedAt} />,
  },
  {
    id: 'actions',
    enableSorting: false,
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row }) => <Delete category={row.original} />,
  },
]

export function CategoryTable({ categories, sort }: { categories: AdminCategory[]; sort: string }) {
  const { addressWith } = useAdminAddress()
  return (
    <DataTable
      caption="Categories"
      columns={COLUMNS}
      rows={categories}
      sort={sort}
      addressOf={(wanted) => addressWith({ sort: wanted, page: null })}
      minor={['slug', 'updated']}
    />
  )
}

function Name({ category: { id, name, icon, description } }: { category: AdminCategory }) {
  const { addressWith } = useAdminAddress()
  return (
    <div className="flex items-center gap-3">
      <CategoryIcon icon={icon} className="size-5 shrink-0" />
      <div className="min-w-0">
        <Link
          to={addressWith({ edit: id })}
          preventScrollReset
          className="inline-flex min-h-6 items-center font-medium underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <p className="line-clamp-1 text-muted text-sm">{description}</p>
      </div>
    </div>
  )
}

function Products({ category: { id, products, archivedProducts } }: { category: AdminCategory }) {
  return (
    <Link
      to={adminAddress('products', { categoryId: String(id), status: 'all' })}
      className="inline-flex min-h-6 items-center tabular-nums underline-offset-4 hover:underline"
    >
      {products}
      {archivedProducts > 0 && <span className="text-muted">&nbsp;and {archivedProducts} archived</span>}
    </Link>
  )
}

function Delete({ category }: { category: AdminCategory }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex justify-end">
      <IconButton label={`Delete ${category.name}`} onClick={() => setOpen(true)}>
        <TrashIcon />
      </IconButton>
      <DeleteCategory category={category} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}
