import { keepPreviousData } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Product } from '#contract/catalog/api.ts'
import { t } from '#contract/language/language.ts'
import type { WeightUnits } from '#contract/pricing/weight-text.ts'
import { savedDestination } from '../checkout/saved-destination.ts'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { useFormats } from '../platform/formats.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Skeleton } from '../ui/feedback.tsx'
import { loadLater } from '../ui/load-later.tsx'
import { useHasScript } from '../ui/use-has-script.ts'
import { productShippingQuery } from './shipping-queries.ts'

type Shipping = ResponseOf<'GET /api/products/:slugOrId/shipping'>

/** Returns what shipping costs to the destination that the shopper has entered, or in the shop's country. */
export function useShipping(product: Product): Shipping | undefined {
  const hasScript = useHasScript()
  const { place } = hasScript ? savedDestination() : {}
  return useQuery({
    ...productShippingQuery(useApi(), product, place),
    placeholderData: keepPreviousData,
  }).data
}

/** The shipping block (spec section 2). A weight without a unit is hidden. */
export function ShippingFacts({ product, shipping }: { product: Product; shipping: Shipping | undefined }) {
  const { locale } = useFormats()
  const { shippingDays, weight, weightUnit } = product
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const entered = `${weight} ${weightUnit}`
  return (
    <section className="mt-10">
      <h2 className="text-base">{t('Shipping Information')}</h2>
      <ul className="mt-3 divide-y divide-hairline border-hairline border-y text-muted *:py-3">
        {shippingDays !== null && !shipping?.isPickedUp && (
          <li>{t('Estimated Delivery: {shippingDays} business days', { shippingDays })}</li>
        )}
        {shop?.look?.shipsWithin && !shipping?.isPickedUp && (
          <li>{t('Ships within {shipsWithin}', { shipsWithin: shop.look.shipsWithin })}</li>
        )}
        <li>{shipping?.text ?? <Skeleton className="h-6 w-44" />}</li>
        {weight && weightUnit && (
          <li>
            Product Weight:{' '}
            {shop?.weightUnits ? (
              <Suspense fallback={entered}>
                <ConvertedWeight product={product} units={shop.weightUnits} locale={locale} />
              </Suspense>
            ) : (
              entered
            )}
          </li>
        )}
      </ul>
    </section>
  )
}

/** Only shops that have chosen units load this code. Without JavaScript, weights stay as entered. */
const ConvertedWeight = loadLater(async () => {
  const { productWeightText } = await import('#contract/pricing/weight-text.ts')
  return ({ product, units, locale }: { product: Product; units: WeightUnits; locale: string }) =>
    productWeightText(product, units, locale)
})
