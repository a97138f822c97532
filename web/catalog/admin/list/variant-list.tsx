import { useState } from 'react'
import { variantTitle } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { useAdminAddress } from '../../../admin/address.ts'
import { CELL, MINOR } from '../../../admin/data-table.tsx'
import { May } from '../../../admin/permissions.tsx'
import { Link } from '../../../platform/router/link.tsx'
import { isFound } from '../../../settings/admin/setting-pages.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import type { AdminProduct } from '../product-actions.tsx'
import { PriceCell, StockCell } from './offer-cells.tsx'

/** Variants shown at first, and added with each click. */
const SHOWN_AT_ONCE = 50

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
      <span className="sr-only">{t(' of {name}', { name })}</span>
    </button>
  )
}

/** The rows of a product's variants, in the columns of the product list. Many can be searched. */
export function VariantList({ product }: { product: AdminProduct }) {
  const { addressWith } = useAdminAddress()
  const { variants } = product
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const found = variants.filter(({ optionValues, sku }) =>
    isFound(search.trim(), `${variantTitle(optionValues)} ${sku ?? ''}`),
  )
  const shown = found.slice(0, most)
  return (
    <>
      {variants.length > SHOWN_AT_ONCE && (
        <tr>
          <td className={CELL} />
          <td colSpan={7} className={`${CELL} sm:pl-[4.75rem]`}>
            <div className="max-w-xs">
              <Field
                type="search"
                label={t('Search the {length} variants of {name}', {
                  length: variants.length,
                  name: product.name,
                })}
                placeholder={t('Option or SKU')}
                value={search}
                onChange={({ target }) => setSearch(target.value)}
              />
            </div>
          </td>
        </tr>
      )}
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
      {variants.length > SHOWN_AT_ONCE && (
        <tr>
          <td className={CELL} />
          <td colSpan={7} className={`${CELL} sm:pl-[4.75rem]`}>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <p role="status" className="text-muted text-sm">
                {found.length === 0
                  ? t('No variant matches.')
                  : t('{length} of {length2} shown', { length: shown.length, length2: found.length })}
              </p>
              {found.length > shown.length && (
                <Button look="outline" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
                  {t('Show more')}
                </Button>
              )}
              <May use="PATCH /api/admin/products/:id">
                <Link className="underline underline-offset-4" to={addressWith({ edit: product.id })}>
                  {t('Edit all {length} variants', { length: variants.length })}
                </Link>
              </May>
            </div>
          </td>
        </tr>
      )}
    </>
  )
}
