import { addressLines } from '#contract/addresses/rules.ts'
import type { CartQuote, QuotedMethod } from '#contract/checkout/quote-api.ts'
import type { VatNumber } from '#contract/checkout/shipping.ts'
import { centsToWire, formatCents } from '#contract/money.ts'
import { type AmountRow, amountRows } from '#contract/pricing/amounts.ts'
import { orderAmounts } from '#contract/pricing/order-amounts.ts'
import type { ShippingOption } from '#contract/pricing/shipping.ts'
import type { PricedCart } from '../pricing/pricing.ts'
import { hasSeveralRates } from '../pricing/shipping-facts.ts'
import type { Settings } from '../settings/settings.ts'
import { missingCents } from './minimum-order.ts'

/** The parts of a quote besides its amounts. @property lacksRegion whether taxes depend on a region that is still missing */
type QuoteFacts = Pick<CartQuote, 'isEstimate' | 'isUntaxed' | 'asksVatNumber' | 'problem'> & {
  options: ShippingOption[]
  lacksRegion: boolean
  vatNumber: VatNumber | null
}

/** Returns a quote as the API sends it. @param options at least the one that the quote has */
export function shownQuote(priced: PricedCart, settings: Settings, facts: QuoteFacts): CartQuote {
  const { lines, quote } = priced
  const { options, lacksRegion: _, vatNumber, ...said } = facts
  const { taxes } = orderAmounts(quote)
  const wire = (cents: number) => centsToWire(cents, quote.currency)
  const missing = missingCents(priced, settings)
  return {
    lines: lines.map(({ productId, variant, quantity, product }) => ({
      productId,
      variantId: variant?.id,
      quantity,
      price: product.price,
    })),
    amounts: {
      currency: quote.currency.code,
      subtotal: wire(quote.subtotalCents),
      shipping: wire(quote.shippingCents),
      tax: wire(quote.taxCents),
      total: wire(quote.totalCents),
    },
    ...(missing !== null && { missing: wire(missing) }),
    taxes,
    rows: shownRows(priced, settings, facts),
    methods: options.map((option) => shownMethod(option, settings)),
    methodId: quote.shipping.methodId,
    vatNumber,
    ...said,
  }
}

function shownRows(
  priced: PricedCart,
  settings: Settings,
  { options, isEstimate, isUntaxed, lacksRegion }: QuoteFacts,
): AmountRow[] {
  const { quote } = priced
  const chosen = options.find(({ method }) => method.id === quote.shipping.methodId)
  const isPickedUp = chosen?.method.kind === 'pickup'
  const rows = amountRows({ ...quote, isPickedUp }, (cents) => formatCents(cents, settings), settings.locale)
  const isFrom = isEstimate && hasSeveralRates(settings)
  const isTaxLater = settings.taxes.mode !== 'none' && (isEstimate || isUntaxed) && quote.taxes.length === 0
  const missing = missingCents(priced, settings)
  return [
    ...(isFrom ? rows.map(withFrom) : rows),
    ...(isTaxLater ? [taxNote(settings)] : []),
    ...(lacksRegion ? [REGION_NOTE] : []),
    ...(missing === null ? [] : [minimumNote(missing, settings)]),
  ]
}

function withFrom(row: AmountRow): AmountRow {
  if (row.label !== 'Shipping' && !row.isTotal) return row
  return { ...row, value: `from ${row.value === 'Free' ? 'free' : row.value}` }
}

const minimumNote = (missing: number, settings: Settings): AmountRow => ({
  label: `Minimum order ${formatCents(settings.minimumOrderCents, settings)}`,
  value: `${formatCents(missing, settings)} missing`,
})

const REGION_NOTE: AmountRow = { label: 'Taxes', value: 'Depend on your address' }

const taxNote = ({ taxes }: Settings): AmountRow =>
  taxes.pricesIncludeTax
    ? { label: 'Tax', value: 'Included in prices' }
    : { label: 'Taxes', value: 'Calculated at checkout' }

function shownMethod({ method, cents }: ShippingOption, { currency }: Settings): QuotedMethod {
  const { id, name, days = null, address } = method
  return {
    id,
    name,
    cost: centsToWire(cents, currency),
    days,
    pickupAddress: address ? addressLines(address).join(', ') : null,
  }
}
