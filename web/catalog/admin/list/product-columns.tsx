import { english, t } from '#contract/language/language.ts'
import { useChangeStatus } from '../../../admin/changes.tsx'
import { PageBox, RowCheckbox } from '../../../admin/chosen.tsx'
import { type Columns, Day, RowLink } from '../../../admin/data-table.tsx'
import { useMay } from '../../../admin/permissions.tsx'
import { useApi } from '../../../platform/api.ts'
import { useQuery } from '../../../platform/use-query.ts'
import { Picture } from '../../../ui/picture.tsx'
import { listCategoriesQuery } from '../../queries.ts'
import { type AdminProduct, ProductActions } from '../product-actions.tsx'
import { type ProductStatus, STATUS_NAMES, STATUSES, statusOf } from '../product-status.ts'
import { PriceCell, StockCell } from './offer-cells.tsx'
import { VariantToggle } from './variant-list.tsx'

/** @param unfolded the products whose variants are shown */
export const productColumns = (
  unfolded: ReadonlySet<number>,
  onToggle: (id: number) => void,
): Columns<AdminProduct> => [
  {
    id: 'chosen',
    header: (products) => <PageBox ids={products.map(({ id }) => id)} />,
    cell: ({ id, name }) => <RowCheckbox id={id} name={name} />,
  },
  {
    id: 'name',
    header: english('Product'),
    cell: (product) => (
      <Name product={product} isUnfolded={unfolded.has(product.id)} onToggle={() => onToggle(product.id)} />
    ),
    isSortable: true,
  },
  {
    id: 'category',
    header: english('Category'),
    cell: ({ categoryId }) => <CategoryName id={categoryId} />,
    isSortable: true,
    isMinor: true,
  },
  {
    id: 'status',
    header: english('Status'),
    cell: (product) => <StatusCell product={product} />,
    isMinor: true,
  },
  {
    id: 'price',
    header: english('Price'),
    cell: (product) => <PriceCell product={product} />,
    isSortable: true,
  },
  {
    id: 'stock',
    header: english('Stock'),
    cell: (product) => <StockCell product={product} column="stock" />,
    isSortable: true,
    isMinor: true,
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
    header: <span className="sr-only">{t('Actions')}</span>,
    cell: (product) => <ProductActions product={product} />,
  },
]

function Name({
  product,
  isUnfolded,
  onToggle,
}: {
  product: AdminProduct
  isUnfolded: boolean
  onToggle(): void
}) {
  const [image] = product.images
  const status = statusOf(product)
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:items-start sm:gap-3">
      {!image && <div className="size-10 shrink-0 rounded-field bg-hairline max-[359px]:hidden sm:size-12" />}
      {image && (
        <Picture
          url={image.url}
          alt=""
          width={image.width}
          height={image.height}
          sizes="48px"
          className="size-10 shrink-0 rounded-field object-cover max-[359px]:hidden sm:size-12"
        />
      )}
      {/* Wide enough for most words; at 320 px that would be wider than the screen. */}
      <div className="min-w-20 sm:min-w-32">
        <RowLink id={product.id} className="wrap-anywhere max-sm:line-clamp-3">
          {product.name}
        </RowLink>
        <p className="wrap-anywhere text-muted text-sm">
          <span className="max-sm:hidden">{product.slug ?? `#${product.id}`}</span>
          {status !== 'active' && (
            <span className="md:hidden">
              <span className="max-sm:hidden"> · </span>
              {STATUSES[status].label}
            </span>
          )}
        </p>
        <div className="text-sm md:hidden">
          <StockCell product={product} column="phone-stock" />
        </div>
        <VariantToggle product={product} isOpen={isUnfolded} onToggle={onToggle} />
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

/** Whether shoppers see the product. A change is saved immediately. */
function StatusCell({ product }: { product: AdminProduct }) {
  const { mutate, isPending } = useChangeStatus()
  const mayChange = useMay()('POST /api/admin/products/bulk')
  const { id, name } = product
  return (
    <select
      aria-label={t('Status of {name}', { name })}
      value={statusOf(product)}
      disabled={isPending || !mayChange}
      className="-mx-2 min-h-9 pointer-coarse:min-h-11 rounded-field border border-transparent px-2 hover:border-control"
      // The rule for all selects, which isn't in a layer, overrides utilities.
      style={{ backgroundColor: 'transparent' }}
      onChange={({ target }) => mutate({ id, action: STATUSES[target.value as ProductStatus].action })}
    >
      {STATUS_NAMES.map((status) => (
        <option key={status} value={status}>
          {STATUSES[status].label}
        </option>
      ))}
    </select>
  )
}
