import { variantTitle } from '#contract/catalog/variants.ts'
import { useAdminAddress } from '../../../admin/address.ts'
import { CELL, MINOR } from '../../../admin/data-table.tsx'
import { Link } from '../../../platform/router/link.tsx'
import type { AdminProduct } from '../product-actions.tsx'
import { PriceCell, StockCell } from './offer-cells.tsx'

/** The list shows the first variants. The product's page has all of them, in a grid. */
const VARIANTS_SHOWN = 50

/** Shows and hides the variants of a product below its row. */
export function VariantToggle({
  product: { name, variants },
  isOpen,
  onToggle,
}: {
  product: AdminProduct
  isOpen: boolean
  onToggle(): void
}) {
  if (variants.length === 0) return null
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="inline-flex min-h-6 pointer-coarse:min-h-11 items-center gap-1 text-sm underline-offset-4 hover:underline"
      onClick={onToggle}
    >
      <span aria-hidden="true" className={`inline-block w-3 ${isOpen ? 'rotate-90' : ''}`}>
        ›
      </span>
      {variants.length} {variants.length === 1 ? 'variant' : 'variants'}
      <span className="sr-only"> of {name}</span>
    </button>
  )
}

/** The rows of a product's variants, in the columns of the product list. */
export function VariantList({ product }: { product: AdminProduct }) {
  const { addressWith } = useAdminAddress()
  const { variants } = product
  const shown = variants.slice(0, VARIANTS_SHOWN)
  return (
    <>
      {shown.map((variant) => (
        <tr key={variant.id}>
          <td className={CELL} />
          <td className={`${CELL} sm:pl-[4.75rem]`}>
            <p className="wrap-anywhere">{variantTitle(variant.optionValues)}</p>
            {variant.sku && <p className="wrap-anywhere text-muted text-sm">{variant.sku}</p>}
            <div className="text-sm md:hidden">
              <StockCell product={product} variant={variant} column="phone-stock" />
            </div>
          </td>
          <td className={`${CELL} ${MINOR}`} />
          <td className={`${CELL} ${MINOR}`} />
          <td className={CELL}>
            <PriceCell product={product} variant={variant} />
          </td>
          <td className={`${CELL} ${MINOR}`}>
            <StockCell product={product} variant={variant} column="stock" />
          </td>
          <td className={`${CELL} ${MINOR}`} />
          <td className={CELL} />
        </tr>
      ))}
      {variants.length > shown.length && (
        <tr>
          <td className={CELL} />
          <td colSpan={7} className={`${CELL} sm:pl-[4.75rem]`}>
            <Link className="underline underline-offset-4" to={addressWith({ edit: product.id })}>
              Edit all {variants.length} variants
            </Link>
          </td>
        </tr>
      )}
    </>
  )
}
