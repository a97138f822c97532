import { useQuery } from '@tanstack/react-query'
import { isoCountry } from '#contract/checkout/rules.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import { isReverseCharge, reverseChargeRules } from '#contract/pricing/reverse-charge.ts'
import type { GivenTaxes, TaxRules } from '#contract/pricing/taxes.ts'
import { taxPlaceOf } from '#contract/pricing/territories.ts'
import type { CartItem } from '../cart/queries.ts'
import { quoteFor, type TypedDestination } from '../cart/quote.ts'
import { ApiError, useApi } from '../platform/api.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Button } from '../ui/button.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import type { TypedShipping } from './checkout-storage.ts'
import { TAXES_KEY } from './queries.ts'
import { useVatCheck } from './vat-number.tsx'

/** Each calculation costs the store owner a fee, so a shopper who is typing causes one, not one per key. */
const PAUSE_MS = 800

/**
 * The taxes of a cart in a shop whose payment provider calculates them.
 * @property rules undefined until they are calculated, or if the cart has changed since: the server then rejects the total
 */
type Calculated = { rules?: TaxRules | undefined; retry(): void } & (
  | { state: 'off' | 'waiting' | 'ready' }
  | { state: 'failed'; message: string }
)

/**
 * Requests the taxes once the address is complete and the shopper pauses, or immediately for the payment.
 * @param place a valid address, or null
 */
export function useCalculatedTaxes(
  items: CartItem[],
  place: (TypedShipping & { country: string }) | null,
  { methodId, vatId, isPaying }: { methodId: string | null; vatId: string; isPaying: boolean },
): Calculated {
  const api = useApi()
  const { data: shop } = useQuery(shopInfoQuery(api))
  const isOn = shop?.taxes?.isCalculated === true
  const cart = items.map(({ id, quantity, product: { price } }) => [id, quantity, price])
  const key = JSON.stringify([place, methodId, vatId, cart])
  const isSettled = useDebounced(key, PAUSE_MS) === key || isPaying
  const taxes = useQuery({
    queryKey: [...TAXES_KEY, key],
    queryFn: () =>
      api.call('POST /api/checkout/taxes', {
        shippingInfo: place ?? { country: '' },
        ...(methodId && { methodId }),
        ...(vatId && { vatId }),
      }),
    enabled: isOn && place !== null && isSettled,
    networkMode: 'always',
  })
  const retry = () => void taxes.refetch()
  if (!isOn || !shop?.taxes) return { state: 'off', retry }
  if (taxes.error) return { state: 'failed', message: messageOf(taxes.error), retry }
  if (!place || !taxes.data || taxes.isFetching) return { state: 'waiting', retry }
  const untaxed = quoteFor(shop, items, { ...place, methodId } satisfies TypedDestination)
  const given: GivenTaxes = taxes.data
  return { state: 'ready', rules: areTaxesOf(given, untaxed) ? { ...shop.taxes, given } : undefined, retry }
}

/** Returns whether taxes were calculated for exactly these lines and this shipping cost. */
function areTaxesOf({ lines, shipping }: GivenTaxes, quoted: Quote): boolean {
  return (
    shipping.cents === quoted.shippingCents &&
    lines.length === quoted.lines.length &&
    quoted.lines.every(({ productId, variantId = productId, cents }) =>
      lines.some((line) => line.unit === variantId && line.cents === cents),
    )
  )
}

function messageOf(error: Error): string {
  return (
    (error instanceof ApiError && error.serverMessage) ||
    'We can’t calculate the tax for your order right now. Please try again.'
  )
}

/** Shown in place of the payment while its taxes are unknown. */
export function TaxesFailed({
  message,
  onRetry,
  onBack,
}: {
  message: string
  onRetry(): void
  onBack(): void
}) {
  return (
    <section aria-labelledby="payment">
      <h2 id="payment" className="text-3xl">
        Payment Information
      </h2>
      <div role="alert" className="mt-6 rounded-card border border-sale bg-surface p-4">
        <p className="font-medium text-sale">Tax not calculated</p>
        <p className="mt-1">{message}</p>
      </div>
      <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
        <Button look="outline" onClick={onBack}>
          Back to Shipping
        </Button>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </section>
  )
}

/**
 * Returns whether a business can enter its VAT number, which requires an EU country other than the shop's, the
 * result of the number's check, and the tax rules that then apply.
 */
export function useReverseCharge(
  vatId: string,
  { country = '', state = '', zipCode = '' }: TypedDestination,
  isPaying = false,
) {
  const { taxes } = useQuery(shopInfoQuery(useApi())).data ?? {}
  const home = taxes?.home
  const to = { country: isoCountry(country), region: state, postalCode: zipCode }
  const { isInEu, countries } = taxPlaceOf(to)
  const isOffered = home !== undefined && isInEu && !countries.includes(home)
  const check = useVatCheck(vatId, isOffered, isPaying)
  if (!taxes || !home || !isOffered) return { isOffered: false, check }
  const isExempt = !taxes.isCalculated && isReverseCharge(home, check.country, to)
  return { isOffered, check, taxes: isExempt ? reverseChargeRules(taxes, home, to) : undefined }
}
