import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pricedFormat } from '#contract/addresses/priced-regions.ts'
import { normalizedPlace, placeProblem } from '#contract/addresses/rules.ts'
import { defaultCountry } from '#contract/checkout/countries.ts'
import { DEFAULT_COUNTRY } from '#contract/checkout/rules.ts'
import { type FormatOf, shippingInfo, shippingPlace } from '#contract/checkout/shipping.ts'
import { centsToWire } from '#contract/money.ts'
import type { CartItem } from '../cart/queries.ts'
import { useCartQuote } from '../cart/quote.ts'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { useAddressFormats } from './address-formats.ts'
import { billingOf } from './billing-address.tsx'
import {
  readBilling,
  readMethod,
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
import { useShippingOptions, useShippingProblem } from './shipping-methods.tsx'
import { useCalculatedTaxes, useReverseCharge } from './taxes.tsx'

type Known = ResponseOf<'GET /api/checkout'> | undefined

/**
 * Returns the entered data and what follows from it: the formats of the addresses, the shipping options, and the price.
 * `screen` is what the payment step shows and sends, or null while the shipping step isn't complete.
 */
export function useCheckout(items: CartItem[], known: Known, isPaymentStep: boolean) {
  const entered = useEnteredData(known)
  const { typed, methodId, vatId, billing } = entered
  const vat = useReverseCharge(vatId, typed, isPaymentStep)
  const { formatOf, isPending } = useAddressFormats([
    typed.country || DEFAULT_COUNTRY,
    billing.address.country || DEFAULT_COUNTRY,
  ])
  const pricedFormatOf = usePricedFormats(formatOf)
  const shipping = shippingInfo(pricedFormatOf).safeParse(typed)
  const place = usePricedPlace(typed, pricedFormatOf)
  const notShipped = useShippingProblem(items, place)
  const isPaying = isPaymentStep && shipping.success && !notShipped
  const taxPlace = shippingPlace(pricedFormatOf).safeParse(typed)
  const calculated = useCalculatedTaxes(items, taxPlace.success && !notShipped ? taxPlace.data : null, {
    ...{ methodId, vatId: vat.isOffered ? vatId : '', isPaying },
  })
  const to = { ...place, methodId, taxes: calculated.rules ?? vat.taxes }
  const quote = useCartQuote(items, to)
  const options = useShippingOptions(items, to)
  const screen: ShownCheckout | null =
    isPaying && quote
      ? {
          items,
          amount: centsToWire(quote.totalCents, quote.currency),
          shippingInfo: shipping.data,
          billingInfo: billingOf(billing, formatOf),
          methodId: quote.shipping.delivery && quote.shipping.methodId,
          ...(vat.isOffered && vatId && { vatId }),
        }
      : null
  return { ...entered, vat, isPending, notShipped, isPaying, calculated, to, quote, options, screen }
}

/** Returns formats that require a known region where it decides the price. */
function usePricedFormats(formatOf: FormatOf): FormatOf {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return (country) => {
    const format = formatOf(country)
    return format && pricedFormat(format, shop ?? {})
  }
}

/**
 * Returns the address as the server stores it, because 'CH-8001' belongs to the zone with the prefix '80', and 'Ontario'
 * to that of ON. Without a country if its price depends on a region that isn't known: no other region's price is shown.
 */
function usePricedPlace(typed: TypedShipping, formatOf: FormatOf): TypedShipping {
  const { country = '', state = '' } = typed
  const format = formatOf(country)
  const isUnknown =
    format && state.trim() !== '' && placeProblem(format, 'state', { ...typed, country }) !== null
  const place = format ? { ...typed, ...normalizedPlace(format, { ...typed, country }) } : typed
  const { state: region, zipCode } = place
  useEffect(() => {
    savePriced(isUnknown ? {} : { country, state: region, zipCode })
  }, [isUnknown, country, region, zipCode])
  return isUnknown ? { ...place, country: undefined } : place
}

/** Returns the entered data, and functions that change it here and in the tab's storage. */
function useEnteredData(known: Known) {
  const zones = useQuery(shopInfoQuery(useApi())).data?.zones ?? null
  const [typed, setTyped] = useState<TypedShipping>(() => ({
    ...{ country: defaultCountry(zones), ...known?.shippingInfo },
    ...readTyped(),
  }))
  const [methodId, setMethodId] = useState(() => readMethod() ?? known?.methodId ?? null)
  const [vatId, setVatId] = useState(readVatId)
  const [billing, setBilling] = useState(() => readBilling() ?? knownBilling(known))
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
