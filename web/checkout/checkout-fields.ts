import { type CheckoutFields, SPEC_FIELDS } from '#contract/checkout/fields.ts'
import { useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'

/** Returns how the checkout requests the details that the store owner decides about. */
export function useCheckoutFields(): CheckoutFields {
  return useQuery(shopInfoQuery(useApi())).data?.checkoutFields ?? SPEC_FIELDS
}

/** Returns a field's label, which names optional fields as such. */
export const optionalLabel = (label: string, isRequired: boolean) =>
  isRequired ? label : `${label} (optional)`
