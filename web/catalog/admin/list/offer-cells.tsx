import { useQueryClient } from '@tanstack/react-query'
import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { variantTitle } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { showNumber } from '#contract/numbers.ts'
import { useUpdateProduct } from '../../../admin/changes.tsx'
import { useMay } from '../../../admin/permissions.tsx'
import { refetchCatalog } from '../../../admin/queries.ts'
import { amountProblem, readAmount } from '../../../admin/typed-amount.ts'
import { ApiError, type InputOf } from '../../../platform/api.ts'
import { useFormats } from '../../../platform/formats.ts'
import { Price } from '../../../ui/price.tsx'
import type { AdminProduct } from '../product-actions.tsx'
import { EditableCell } from './editable-cell.tsx'

type AdminVariant = AdminProduct['variants'][number]
/** A product without options, or one variant of a product with options. */
export type Offered = { product: AdminProduct; variant?: AdminVariant }

/** The price, which can be edited in the list unless each variant has its own. */
export function PriceCell({ product, variant }: Offered) {
  const formats = useFormats()
  const save = useSaveOffer(product)
  const { price, oldPrice } = variant ?? product
  const mayEdit = useMay()('PATCH /api/admin/products/:id', variant ? 'variantSet' : 'price')
  if (!mayEdit || (!variant && product.options.length > 0))
    return <Price price={price} oldPrice={oldPrice} priceFrom={!variant && product.priceFrom} />
  return (
    <>
      <EditableCell
        label={t('Price of {nameOf}', { nameOf: nameOf({ product, variant }) })}
        column="price"
        value={showNumber(price, formats.locale)}
        inputMode="decimal"
        problemOf={(text) => (text.trim() === '' ? PRODUCT_MESSAGES.price : amountProblem(text, formats))}
        onSave={(text) => {
          const price = readAmount(text, formats)
          return save(variant ? { variantSet: withPrice(product, variant, price) } : { price })
        }}
      >
        <span className={oldPrice ? 'text-sale' : ''}>{formats.formatMoney(price)}</span>
      </EditableCell>
      {oldPrice && (
        <s className="block text-muted tabular-nums">
          <span className="sr-only">{t('was ')}</span>
          {formats.formatMoney(oldPrice)}
        </s>
      )}
    </>
  )
}

/**
 * The stock, which can be edited in the list unless each variant has its own.
 * @param column distinguishes the cell on phones from the one on wide screens
 */
export function StockCell({ product, variant, column }: Offered & { column: 'stock' | 'phone-stock' }) {
  const save = useSaveOffer(product)
  const { stockQuantity, inStock } = variant ?? product
  const shown = <Stock of={variant ?? product} />
  const mayEdit = useMay()('PATCH /api/admin/products/:id', variant ? 'variantStock' : 'stockQuantity')
  if (!mayEdit || (!variant && product.options.length > 0)) return shown
  return (
    <EditableCell
      label={t('Stock of {nameOf}', { nameOf: nameOf({ product, variant }) })}
      column={column}
      value={stockQuantity === null ? '' : String(stockQuantity)}
      inputMode="numeric"
      // An emptied field would end the counting of the stock, which is rarely meant.
      problemOf={(text) => (/^\d+$/.test(text.trim()) ? undefined : PRODUCT_MESSAGES.stockQuantity)}
      onSave={(text) => {
        const quantity = Number(text)
        const isRestocked = !inStock && quantity > 0
        const stock = {
          stockQuantity: quantity,
          seenStock: stockQuantity,
          ...(isRestocked && { inStock: true }),
        }
        return save(variant ? { variantStock: { id: variant.id, ...stock } } : stock)
      }}
    >
      {shown}
    </EditableCell>
  )
}

function Stock({ of: { stockQuantity, held, inStock } }: { of: AdminProduct | AdminVariant }) {
  if (!inStock) return <span className="text-sale">{t('Out of stock')}</span>
  if (stockQuantity === null) return <span className="text-muted">{t('Not tracked')}</span>
  const left = stockQuantity - held
  return (
    <span className={`whitespace-nowrap tabular-nums ${left === 0 ? 'text-sale' : ''}`}>
      {stockQuantity} in stock
      {held > 0 && <span className="text-muted">{t(', {held} reserved', { held })}</span>}
    </span>
  )
}

const nameOf = ({ product, variant }: Offered) =>
  variant ? `${product.name}, ${variantTitle(variant.optionValues)}` : product.name

/** All variants of a product, with another price for one of them. */
function withPrice({ options, variants }: AdminProduct, { id }: AdminVariant, price: string) {
  return {
    options,
    variants: variants.map((one) => {
      const known = { id: one.id, optionValues: one.optionValues }
      return one.id === id ? { ...known, price } : known
    }),
  }
}

/** Returns a function that saves a price or stock, based on the version that the list shows. */
function useSaveOffer({ id, version }: AdminProduct) {
  const { mutateAsync } = useUpdateProduct()
  const queryClient = useQueryClient()
  return async (changes: Omit<InputOf<'PATCH /api/admin/products/:id'>, 'id' | 'version'>) => {
    try {
      await mutateAsync({ id, version, ...changes })
    } catch (error) {
      // Saving again is then based on the current values, which the list shows.
      if (error instanceof ApiError && error.status === 409) await refetchCatalog(queryClient)
      throw error
    }
  }
}
