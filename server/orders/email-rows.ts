import { lineName } from '#contract/catalog/variants.ts'
import { imageAddress, ownImage } from '#contract/images/api.ts'
import { formatCents, formatMoney, type MoneyFormat } from '#contract/money.ts'
import type { Order } from '#contract/orders/api.ts'
import { refundTotals } from '#contract/orders/rules.ts'
import { vatNumberText } from '#contract/orders/vat-number.ts'
import { amountRows } from '#contract/pricing/amounts.ts'
import { quoteOfOrder } from '#contract/pricing/order-amounts.ts'

/** The items with their pictures, and the amounts. */
export function rowsOf(order: Order, format: MoneyFormat, publicUrl: string) {
  const written = (cents: number) => formatCents(cents, format)
  const totals = refundTotals(order)
  const vatNumber = vatNumberText(order)
  return [
    ...order.items.map(({ quantity, price, unitPrice, product, variant }) => ({
      label: `${quantity} × ${lineName(product.name, variant)}`,
      value:
        (quantity === 1 ? formatMoney(price, format) : `${formatMoney(price, format)} each`) +
        (unitPrice ? ` (${formatMoney(unitPrice.price, format)} / ${unitPrice.per})` : ''),
      ...pictureOf(variant?.image ?? product.image, publicUrl),
    })),
    ...amountRows(quoteOfOrder(order), written, format.locale).map((row) =>
      totals ? { ...row, isTotal: false } : row,
    ),
    ...(vatNumber ? [{ label: 'VAT number', value: vatNumber }] : []),
    ...(totals
      ? [
          { label: 'Refunded', value: `−${written(totals.refundedCents + totals.pendingCents)}` },
          { label: 'Total after refunds', value: written(totals.leftCents), isTotal: true },
        ]
      : []),
  ]
}

/** Only the shop's own images, since others would tell their hosts who reads the email. */
function pictureOf(url: string, publicUrl: string) {
  const name = ownImage(url)
  return name ? { picture: `${publicUrl}${imageAddress(name, 160)}` } : {}
}
