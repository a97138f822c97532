import type { QuotedMethod } from '#contract/checkout/quote-api.ts'
import { t } from '#contract/language/language.ts'
import { centsOf } from '#contract/money.ts'
import { expectedDelivery } from '#contract/orders/delivery.ts'
import { useFormats } from '../platform/formats.ts'

/**
 * The choice of a shipping method, with prices and expected delivery days. A single method can't be chosen, but shoppers
 * must know beforehand if they have to pick up their order.
 */
export function ShippingMethods({
  options,
  chosen,
  onChoose,
}: {
  options: QuotedMethod[]
  chosen: string | undefined
  onChoose(methodId: string): void
}) {
  const [only, ...others] = options
  if (only && others.length === 0) return <OnlyMethod {...only} />
  if (!only) return null
  return (
    <fieldset className="mt-10">
      <legend className="font-medium text-lg">{t('Shipping method')}</legend>
      <div className="mt-3 space-y-3">
        {options.map((method) => (
          <label
            key={method.id}
            className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-field border bg-surface p-4 ${method.id === chosen ? 'border-ink ring-1 ring-ink' : 'border-control'}`}
          >
            <input
              type="radio"
              name="shippingMethod"
              className="size-5 shrink-0 accent-(--accent)"
              checked={method.id === chosen}
              onChange={() => onChoose(method.id)}
            />
            <MethodText {...method} />
            <Cost of={method} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function OnlyMethod(method: QuotedMethod) {
  if (!method.pickupAddress && !method.days) return null
  return (
    <section aria-labelledby="only-method" className="mt-8">
      <h2 id="only-method" className="text-lg">
        {t('Shipping method')}
      </h2>
      <p className="mt-3 flex gap-3 border-hairline border-y py-4">
        <MethodText {...method} />
        <Cost of={method} />
      </p>
    </section>
  )
}

function Cost({ of: { cost } }: { of: QuotedMethod }) {
  const { formatMoney } = useFormats()
  return <span className="shrink-0 tabular-nums">{centsOf(cost) === 0 ? t('Free') : formatMoney(cost)}</span>
}

/** The name of a method, its pickup address, and its expected days. */
function MethodText({ name, days, pickupAddress }: QuotedMethod) {
  const formats = useFormats()
  return (
    <span className="wrap-anywhere min-w-0 grow">
      <span className="font-medium">{name}</span>
      {pickupAddress && <span className="block text-muted text-sm">{pickupAddress}</span>}
      {days && (
        <span className="block text-muted text-sm">
          {pickupAddress ? t('Ready for pickup') : t('Expected')}{' '}
          {expectedDelivery(new Date(), days, formats)}
        </span>
      )}
    </span>
  )
}
