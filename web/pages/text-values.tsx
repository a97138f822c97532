import { t } from '#contract/language/language.ts'
import { RETURN_DAYS } from '#contract/policies.ts'
import { useApi } from '../platform/api.ts'
import { useFormats } from '../platform/formats.ts'
import { CONTACT } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'

/** Returns the shipping rate, for example $4.99, or the lowest rate of a shop with zones. */
export function useShippingRate(isFirst = false): string {
  const { formatMoney } = useFormats()
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!shop) return 'a flat rate'
  const rate = formatMoney(shop.shippingRate)
  return shop.hasZones ? `${isFirst ? 'From' : 'from'} ${rate}` : rate
}

/** The rate of useShippingRate. */
export function ShippingRate({ isFirst = false }: { isFirst?: boolean }) {
  return useShippingRate(isFirst)
}

/** Returns the days after delivery during which new orders can be returned. */
export function useReturnDays(): number {
  return useQuery(shopInfoQuery(useApi())).data?.returnDays ?? RETURN_DAYS
}

/** The number of useReturnDays. */
export function ReturnDays() {
  return useReturnDays()
}

export function ContactLink() {
  return <Link to={CONTACT}>{t('contact us')}</Link>
}
