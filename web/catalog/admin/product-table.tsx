import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAdminAddress } from '../../admin/address.ts'
import { type Columns, DataTable } from '../../admin/data-table.tsx'
import { useApi } from '../../platform/api-context.ts'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { listCategoriesQuery } from '../queries.ts'
import { ChosenBox, PageBox } from './bulk/chosen-boxes.tsx'
import type { AdminProduct } from './product-actions.tsx'
import { ProductActions } from './product-actions.tsx'

const COLUMNS: Columns<AdminProduct> = [
  {
    id: 'chosen',
    enableSorting: false,
    header: ({ table }) => <PageBox ids={table.getRowModel().rows.map(({ original }) => original.id)} />,
    cell: ({ row }) => <ChosenBox id={row.original.id} name={row.original.name} />,
  },
  { id: 'name', accessorKey: 'name', header: 'Product', cell: ({ row }) => <Name product={row.original} /> },
  {
    id: 'category',
    accessorKey: 'categoryId',
    header: 'Category',
    cell: ({ row }) => <CategoryName id={row.original.categoryId} />,
  },
  {
    id: 'price',
    accessorKey: 'price',
    header: 'Price',
    cell: ({ row }) => <Price price={row.original.price} oldPrice={row.original.oldPrice} />,
  },
  {
    id: 'stock',
    accessorKey: 'stockQuantity',
    header: 'Stock',
    cell: ({ row }) => <Stock product={row.original} />,
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
    cell: ({ row }) => <ProductActions product={row.original} />,
  },
]

export function ProductTable({ products, sort }: { products: AdminProduct[]; sort: string }) {
  const { addressWith } = useAdminAddress()
  return (
    <DataTable
      caption="Products"
      columns={COLUMNS}
      rows={products}
      sort={sort}
      addressOf={(wanted) => addressWith({ sort: wanted, page: null })}
      minor={['category', 'stock', 'updated']}
    />
  )
}

function Name({ product }: { product: AdminProduct }) {
  const { addressWith } = useAdminAddress()
  const [image] = product.images
  return (
    <div className="flex min-w-0 items-center gap-3">
      {!image && <div className="size-12 shrink-0 rounded-field bg-hairline max-sm:hidden" />}
      {image && (
        <Picture
          url={image.url}
          alt=""
          width={image.width}
          height={image.height}
          sizes="48px"
          className="size-12 shrink-0 rounded-field object-cover max-sm:hidden"
        />
      )}
      {/* Room for a usual word in full; at 320 px that would be wider than the screen. */}
      <div className="min-w-20 sm:min-w-32">
        <Link
          to={addressWith({ edit: product.id })}
          preventScrollReset
          className="wrap-anywhere inline-flex min-h-6 items-center font-medium underline-offset-4 hover:underline"
        >
          {product.name}
        </Link>
        <p className="wrap-anywhere text-muted text-sm">
          {[product.slug ?? `no. ${product.id}`, product.isArchived && 'archived']
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div className="text-sm md:hidden">
          <Stock product={product} />
        </div>
      </div>
    </div>
  )
}

function CategoryName({ id }: { id: number }) {
  const { data: categories = [] } = useQuery(listCategoriesQuery(useApi()))
  return (
    <span className="lg:whitespace-nowrap">{categories.find((category) => category.id === id)?.name}</span>
  )
}

function Stock({ product: { stockQuantity, held, inStock } }: { product: AdminProduct }) {
  if (!inStock) return <span className="text-sale">Not in stock</span>
  if (stockQuantity === null) return <span className="text-muted">Not counted</span>
  const left = stockQuantity - held
  return (
    <span className={`whitespace-nowrap tabular-nums ${left === 0 ? 'text-sale' : ''}`}>
      {stockQuantity} in stock{held > 0 && <span className="text-muted">, {held} held</span>}
    </span>
  )
}

export function Day({ time }: { time: string }) {
  return (
    <time dateTime={time} className="whitespace-nowrap text-muted text-sm">
      {new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium' })}
    </time>
  )
}
