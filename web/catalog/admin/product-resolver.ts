import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import type { Resolver } from 'react-hook-form'
import { NewProductInput } from '#contract/catalog/product-input.ts'
import { amountsResolver } from '../../admin/amounts-resolver.ts'
import { withDecimals } from '../../admin/typed-amount.ts'
import { useFormats } from '../../platform/formats.ts'
import { AMOUNTS, DECIMALS, NEW_PRODUCT, type ProductValues } from './product-values.ts'

/** The form sends text as entered. Form and server validate it with the same schema. */
const check = zodResolver(NewProductInput, undefined, { raw: true }) as unknown as Resolver<ProductValues>
const UNITS_MISSING = { weightUnit: 'Enter a weight unit', contentUnit: 'Choose a unit' } as const

/** Shoppers would see a weight without its unit, and no unit price. The API and imports still accept both. */
const checkUnits =
  (locale: string): Resolver<ProductValues> =>
  async (values, context, options) => {
    const result = await check(withDecimals(values, DECIMALS, locale), context, options)
    const missing = (
      [
        ['weight', 'weightUnit'],
        ['content', 'contentUnit'],
      ] as const
    )
      .filter(([amount, unit]) => values[amount].trim() && !values[unit].trim())
      .map(([, unit]) => [unit, { type: 'custom', message: UNITS_MISSING[unit] }])
    if (missing.length === 0) return result
    return { values: {}, errors: { ...result.errors, ...Object.fromEntries(missing) } }
  }

/**
 * Checks the form's fields, except those that aren't shown because each variant has its own, and those of a stored product
 * that aren't changed and so aren't sent.
 */
export function useProductResolver() {
  const formats = useFormats()
  const now = useRef<{ hasOptions: boolean; stored: ProductValues | null }>({
    hasOptions: false,
    stored: null,
  })
  const check = amountsResolver(checkUnits(formats.locale), () => AMOUNTS, formats)
  const resolver: Resolver<ProductValues> = async (values, context, options) => {
    const { hasOptions, stored } = now.current
    const { oldPrice, stockQuantity, sku, barcode } = NEW_PRODUCT
    const hidden = { price: '1', oldPrice, stockQuantity, sku, barcode }
    const result = await check(hasOptions ? { ...values, ...hidden } : values, context, options)
    if (!stored) return result
    const isChanged = (name: keyof ProductValues) =>
      JSON.stringify(values[name]) !== JSON.stringify(stored[name])
    const errors = Object.entries(result.errors).filter(
      ([name]) =>
        isChanged(name as keyof ProductValues) ||
        (name === 'weightUnit' && isChanged('weight')) ||
        (name === 'contentUnit' && isChanged('content')),
    )
    return errors.length > 0 ? { values: {}, errors: Object.fromEntries(errors) } : { values, errors: {} }
  }
  return { resolver, now }
}
