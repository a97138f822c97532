import { useEffect, useState } from 'react'
import { normalizedPlace, placeProblem } from '#contract/addresses/rules.ts'
import { DEFAULT_COUNTRY } from '#contract/checkout/rules.ts'
import { type FormatOf, shippingInfo, shippingPlace } from '#contract/checkout/shipping.ts'
import type { CartItem } from '../cart/queries.ts'
import { type Asked, useCartQuote } from '../cart/quote.ts'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import {
  pricedFormats,
  type ShippedCountries,
  shippedCountriesQuery,
  useAddressFormats,
} from './address-formats.ts'
import { billingOf } from './billing-address.tsx'
import { useCheckoutFields } from './checkout-fields.ts'
import {
  readBilling,
  readTyped,
  readVatId,
  saveBilling,
  saveMethod,
  savePriced,
  saveTyped,
  saveVatId,
  type TypedBilling,
  type TypedShipping,
} from './checkout-storage.ts'
import type { ShownCheckout } from './queries.ts'
import { readMethod } from './saved-destination.ts'
import { useVatCheck } from './vat-number.tsx'

type Known = ResponseOf<'GET /api/checkout'> | undefined
type Place = NonNullable<Asked['place']>

/** A shopper who is typing causes one quote, not one per key. */
const PAUSE_MS = 300
/** Each calculation costs the store owner a fee. */
const CALCULATION_PAUSE_MS = 800

/**
 * Returns the entered data and what follows from it: the formats of the addresses, and the quote. `screen` is what the payment
 * step shows and sends, or null while the shipping step isn't complete, or its quote isn't known.
 * @param hasStorage false while the page shows what the server rendered
 */
export function useCheckout(items: CartItem[], known: Known, hasStorage: boolean, isPaymentStep: boolean) {
  const entered = useEnteredData(known, hasStorage)
  const { typed, methodId, vatId, billing } = entered
  const { formatOf, isPending } = useAddressFormats([
    typed.country || DEFAULT_COUNTRY,
    billing.address.country || DEFAULT_COUNTRY,
  ])
  const { data: shipped } = useQuery(shippedCountriesQuery(useApi()))
  const pricedFormatOf = pricedFormats(formatOf, shipped)
  const fields = useCheckoutFields()
  const shipping = shippingInfo(pricedFormatOf, fields).safeParse(typed)
  const check = useVatCheck(vatId, isPaymentStep)
  const vatNumber = check.state === 'verified' || check.state === 'accepted' ? vatId.trim() : ''
  const place = useQuotedPlace(typed, pricedFormatOf, vatNumber !== '', isPaymentStep)
  const asked: Asked = {
    ...(place && { place }),
    ...(methodId && { methodId }),
    ...(vatNumber && { vatNumber }),
  }
  const quote = useCartQuote(items, asked)
  const { data } = quote
  const problem = data?.problem ?? null
  const notShipped =
    problem?.code === 'not_shipped' ? { field: addressField(problem.field), message: problem.message } : null
  const isOffered = data?.asksVatNumber ?? false
  const isRequired = fields.vatNumber === 'required'
  const isMissing = isOffered && isRequired && vatId.trim() === ''
  const isPaying = isPaymentStep && shipping.success && !notShipped && !isMissing
  const screen: ShownCheckout | null =
    isPaying && data && !quote.isOfOther && !data.isEstimate && !data.isUntaxed
      ? {
          items,
          amount: data.amounts.total,
          shippingInfo: shipping.data,
          billingInfo: billingOf(billing, formatOf, fields),
          methodId: data.methodId,
          ...(isOffered && vatId && { vatId }),
        }
      : null
  return {
    ...entered,
    vat: { isOffered, isRequired, isMissing, check },
    isPending,
    notShipped,
    isPaying,
    quote,
    screen,
  }
}

/** Returns the form's field that a problem is about. */
function addressField(field: string | null): 'country' | 'state' | 'zipCode' {
  return field === 'state' || field === 'zipCode' ? field : 'country'
}

/**
 * Returns the place that the quote is for, once the shopper pauses, or immediately for the payment. The street is sent only
 * if the price depends on it. Without a place if its price depends on a region that isn't known: no other region's price is
 * shown.
 */
function useQuotedPlace(
  typed: TypedShipping,
  formatOf: FormatOf,
  hasVatNumber: boolean,
  isPaymentStep: boolean,
): Place | undefined {
  const isCalculated = useQuery(shopInfoQuery(useApi())).data?.taxes?.isCalculated ?? false
  const { country = '', state = '' } = typed
  const format = formatOf(country)
  const isUnknown =
    format && state.trim() !== '' && placeProblem(format, 'state', { ...typed, country }) !== null
  const normal = format ? { ...typed, ...normalizedPlace(format, { ...typed, country }) } : typed
  const { state: region = '', zipCode = '', city, address, address2 } = normal
  useEffect(() => {
    savePriced(isUnknown || !country ? null : { country, state: region, zipCode })
  }, [isUnknown, country, region, zipCode])
  const isComplete = shippingPlace(formatOf).safeParse(typed).success
  const needsAddress = isComplete && (isCalculated || hasVatNumber)
  const place = {
    country,
    state: region,
    zipCode,
    ...(needsAddress && { city, address, ...(address2 && { address2 }) }),
  }
  const key = isUnknown || !country ? '' : JSON.stringify(place)
  const settled = useDebounced(key, needsAddress && isCalculated ? CALCULATION_PAUSE_MS : PAUSE_MS)
  const current = isPaymentStep ? key : settled
  return current ? (JSON.parse(current) as Place) : undefined
}

/** Returns the place of the first quote, while no address is known. */
export function firstPlace({ preselected }: ShippedCountries): Place {
  return { country: preselected, state: '', zipCode: '' }
}

/** Returns the entered data, and functions that change it here and in the tab's storage. */
function useEnteredData(known: Known, hasStorage: boolean) {
  const { preselected = DEFAULT_COUNTRY } = useQuery(shippedCountriesQuery(useApi())).data ?? {}
  const [typed, setTyped] = useState<TypedShipping>(() => ({
    country: preselected,
    ...known?.shippingInfo,
    ...(hasStorage && readTyped()),
  }))
  const [methodId, setMethodId] = useState(
    () => (hasStorage ? readMethod() : null) ?? known?.methodId ?? null,
  )
  const [vatId, setVatId] = useState(() => (hasStorage ? readVatId() : ''))
  const [billing, setBilling] = useState(() => (hasStorage ? readBilling() : null) ?? knownBilling(known))
  return {
    typed,
    changeTyped(now: TypedShipping) {
      saveTyped(now)
      setTyped(now)
    },
    methodId,
    changeMethod(id: string) {
      saveMethod(id)
      setMethodId(id)
    },
    vatId,
    changeVatId(now: string) {
      saveVatId(now)
      setVatId(now)
    },
    billing,
    changeBilling(now: TypedBilling) {
      saveBilling(now)
      setBilling(now)
    },
  }
}

/** Returns the billing address of the cart's pending order, for a tab that doesn't have it. */
function knownBilling(known: Known): TypedBilling {
  const { billingInfo = null } = known ?? {}
  return { isSame: billingInfo === null, address: billingInfo ?? {} }
}
