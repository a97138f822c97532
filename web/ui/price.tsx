import type { UnitPrice } from '#contract/catalog/api.ts'
import { t } from '#contract/language/language.ts'
import { useFormats } from '../platform/formats.ts'

/**
 * A price, with the old price struck through if there is one, and the notice that the law of the EU then requires. On a
 * card, the notice is omitted if it would repeat the struck price.
 */
export function Price({
  price,
  oldPrice,
  priorPrice,
  unitPrice,
  priceFrom = false,
  isOnCard = false,
}: {
  price: string
  oldPrice?: string | null
  priorPrice?: string | null
  unitPrice?: UnitPrice | undefined
  /** True if variants of the product cost more. */
  priceFrom?: boolean
  isOnCard?: boolean
}) {
  const { formatMoney, hasPriorPrices } = useFormats()
  return (
    <p className="tabular-nums">
      {priceFrom && t('From ')}
      <span className={oldPrice ? 'text-sale' : ''}>{formatMoney(price)}</span>
      {oldPrice && (
        <>
          {' '}
          <s className="text-muted">
            <span className="sr-only">{t('was ')}</span>
            {formatMoney(oldPrice)}
          </s>
          {hasPriorPrices && priorPrice && !(isOnCard && priorPrice === oldPrice) && (
            <span className="block text-muted text-sm">
              {t('Lowest price in the 30 days before the sale: {priorPrice}', {
                priorPrice: formatMoney(priorPrice),
              })}
            </span>
          )}
        </>
      )}
      <UnitPriceText of={unitPrice} />
    </p>
  )
}

/** The price of a base quantity, such as €3.20 / 100 g, of a product that has a content. */
export function UnitPriceText({ of }: { of: UnitPrice | undefined }) {
  const { formatMoney } = useFormats()
  return of && <span className="block text-muted text-sm">{`${formatMoney(of.price)} / ${of.per}`}</span>
}
