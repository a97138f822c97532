import { lineName } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { useFormats } from '../../platform/formats.ts'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import type { AdminOrder } from './queries.ts'

/** Units to refund, and whether to restock them, by order item. */
export type ChosenUnits = Record<number, { quantity: number; restock: boolean }>

/** Asks which units of an order to refund and restock, and how much of the shipping. */
export function RefundItems({
  order,
  units,
  shipping,
  shippingLeft,
  shippingError,
  onUnits,
  onShipping,
}: {
  order: AdminOrder
  units: ChosenUnits
  shipping: string
  shippingLeft: string | undefined
  shippingError: string | undefined
  onUnits(units: ChosenUnits): void
  onShipping(typed: string): void
}) {
  const { currency, formatMoney } = useFormats()
  // Units that haven't shipped can be sold again.
  const restockDefault = order.status === 'processing'
  const items = order.items.filter(({ quantity, refunded }) => refunded < quantity)
  return (
    <>
      {items.length === 0 && <p>{t('All items are refunded.')}</p>}
      <ul aria-label={t('Items to refund')} className="space-y-4 empty:hidden">
        {items.map(({ id, product, variant, quantity, refunded, price }) => {
          const name = lineName(product.name, variant)
          const left = quantity - refunded
          const { quantity: chosen, restock } = units[id] ?? { quantity: 0, restock: restockDefault }
          const choose = (changes: Partial<ChosenUnits[number]>) =>
            onUnits({ ...units, [id]: { quantity: chosen, restock, ...changes } })
          return (
            <li key={id}>
              <Select
                label={t('{name}, {price} each', { name, price: formatMoney(price) })}
                value={chosen}
                onChange={({ target }) => choose({ quantity: Number(target.value) })}
              >
                {Array.from({ length: left + 1 }, (_, number) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the quantity is the option
                  <option key={number} value={number}>
                    {number === 0 ? t('Don’t refund') : t('Refund {number} of {left}', { number, left })}
                  </option>
                ))}
              </Select>
              {chosen > 0 && (
                <Checkbox
                  label={t('Restock {name}', { name })}
                  checked={restock}
                  onChange={({ target }) => choose({ restock: target.checked })}
                />
              )}
            </li>
          )
        })}
      </ul>
      {shippingLeft !== undefined && Number(shippingLeft) > 0 && (
        <Field
          label={t('Shipping in {code} (optional)', { code: currency?.code ?? '' })}
          hint={t('Up to {shippingLeft}.', { shippingLeft: formatMoney(shippingLeft) })}
          inputMode="decimal"
          autoComplete="off"
          value={shipping}
          error={shippingError}
          onChange={({ target }) => onShipping(target.value)}
        />
      )}
    </>
  )
}
