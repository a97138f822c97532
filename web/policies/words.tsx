import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { CONTACT } from '../platform/addresses.ts'
import { useApi } from '../platform/api-context.ts'
import { shopInfoQuery } from '../settings/queries.ts'

/** What the shop charges for shipping today, such as $4.99. */
export function ShippingRate() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return shop ? formatMoney(shop.shippingRate) : 'a flat rate'
}

export function ContactLink() {
  return <Link to={CONTACT}>write to us</Link>
}
