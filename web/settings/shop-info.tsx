import { queryOptions } from '@tanstack/react-query'
import { type Api, useApi } from '../platform/api.ts'
import { SHIPPING } from '../platform/paths.ts'
import { keys } from '../platform/query-cache.ts'
import { Link } from '../platform/router/link.tsx'
import { useQuery } from '../platform/use-query.ts'
import { Trans } from '../ui/trans.tsx'

export const shopInfoQuery = (api: Api) =>
  queryOptions({ queryKey: keys.shop, queryFn: () => api.call('GET /api/shop') })

type PriceNoteProps = { className: string; before?: string; isShippingFree?: boolean }

/**
 * 'incl. VAT, plus shipping', shown with prices that include tax, as EU law requires (Directive 2011/83/EU, article 6).
 * @param isShippingFree of one product; omitted for all products
 */
export function PriceNote({ className, before = '', isShippingFree }: PriceNoteProps) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!shop?.taxes?.pricesIncludeTax) return null
  const { name, chargesShipping } = shop.taxes
  const isExtra = isShippingFree === undefined ? chargesShipping : !isShippingFree
  return (
    <p className={`${className} text-muted text-sm`}>
      {before}incl. {name}
      {isExtra && (
        <Trans
          text=", plus <link>shipping</link>"
          parts={{ link: <Link className="underline underline-offset-4" to={SHIPPING} /> }}
        />
      )}
    </p>
  )
}

/** Returns what differs from a fresh install. */
export const useLook = () => useQuery(shopInfoQuery(useApi())).data?.look

export const TAGLINE = 'Premium desk accessories designed for productivity and style.'

/** Returns the shop's name. */
export function useShopName(): string {
  return useQuery(shopInfoQuery(useApi())).data?.name ?? 'Plinth'
}

export function ShopName() {
  return useShopName()
}
