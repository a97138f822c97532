import type { ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import { historyLook } from '../../orders/status.tsx'
import { useFormats } from '../../platform/formats.ts'
import { Link } from '../../platform/router/link.tsx'
import { adminAddress } from '../address.ts'
import { Card } from '../list-frame.tsx'
import type { Dashboard } from '../queries.ts'
import { useFormatCount } from '../use-format-count.ts'

const productAddress = (id: number) => adminAddress('products', { edit: String(id) })

export function Statuses({ statuses }: { statuses: Dashboard['statuses'] }) {
  return (
    <BarList
      title={t('Orders by status')}
      empty={t('No orders in this period.')}
      note={t('Orders paid in this period, by current status.')}
      rows={statuses.map(({ status, orders }) => ({
        key: status,
        label: historyLook(status).label,
        value: orders,
        to: adminAddress('orders', { status }),
      }))}
    />
  )
}

export function BestSellers({ products }: { products: Dashboard['bestSellers'] }) {
  const { formatMoney } = useFormats()
  const formatCount = useFormatCount()
  return (
    <BarList
      title={t('Best sellers')}
      empty={t('No sales in this period.')}
      rows={products.map(({ productId, name, quantity, revenue }) => ({
        key: productId,
        label: name,
        value: quantity,
        text: t('{quantity} sold, {revenue}', {
          quantity: formatCount(quantity),
          revenue: formatMoney(revenue),
        }),
        to: productAddress(productId),
      }))}
    />
  )
}

export function LowStock({ threshold, total, products }: Dashboard['lowStock']) {
  const more = total - products.length
  const formatCount = useFormatCount()
  return (
    <BarList
      title={t('Low stock')}
      empty={t('All products have more than {threshold} left.', { threshold })}
      rows={products.map(({ productId, name, left }) => ({
        key: `${productId} ${name}`,
        label: name,
        value: left,
        text: left === 0 ? t('Sold out') : t('{left} left', { left }),
        to: productAddress(productId),
      }))}
      note={
        more > 0 &&
        t('And {more} more with {threshold} or fewer left.', { more: formatCount(more), threshold })
      }
    />
  )
}

export function ZeroResultSearches({ searches }: { searches: Dashboard['missedSearches'] }) {
  return (
    <BarList
      title={t('Searches with no results')}
      empty={t('No searches came up empty.')}
      rows={searches.map(({ text, count }) => ({ key: text, label: text, value: count }))}
    />
  )
}

export function Funnel({
  funnel: { carts, checkouts, paid },
  declines,
}: Pick<Dashboard, 'funnel' | 'declines'>) {
  const formatCount = useFormatCount()
  const share = (count: number) =>
    carts > 0 ? `${formatCount(count)} (${Math.round((count / carts) * 100)}%)` : '0'
  const rows = [
    { key: 'carts', label: t('Carts started'), value: carts },
    { key: 'checkouts', label: t('Checkouts started'), value: checkouts, text: share(checkouts) },
    { key: 'paid', label: t('Orders paid'), value: paid, text: share(paid) },
  ]
  return (
    <BarList
      title={t('Cart conversion')}
      empty={t('No carts in this period.')}
      rows={carts > 0 ? rows : []}
      note={declines.cards > 0 && <Declines declines={declines} />}
    />
  )
}

function Declines({ declines: { cards, orders } }: Pick<Dashboard, 'declines'>) {
  const formatCount = useFormatCount()
  const of = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
  return `Declined: ${of(cards, 'card')} in ${of(orders, 'order')}.`
}

type BarRow = {
  key: string | number
  label: string
  value: number
  /** Shown at the end of the row instead of the value. */
  text?: string
  to?: string
}

/** Rows with bars. Labels and values are text, so they are readable without the bars. */
function BarList({
  title,
  rows,
  empty,
  note,
}: {
  title: string
  rows: BarRow[]
  empty: string
  note?: ReactNode
}) {
  const formatCount = useFormatCount()
  const highest = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <Card title={title} className="mb-8 break-inside-avoid">
      {rows.length === 0 && <p className="mt-3 text-muted">{empty}</p>}
      {rows.length > 0 && (
        <ul className="mt-3 space-y-3">
          {rows.map(({ key, label, value, text = formatCount(value), to }) => (
            <li key={key}>
              <div className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">
                  {to ? (
                    <Link to={to} className="inline-block min-h-6 underline-offset-4 hover:underline">
                      {label}
                    </Link>
                  ) : (
                    label
                  )}
                </span>
                <span className="shrink-0 tabular-nums">{text}</span>
              </div>
              <svg aria-hidden="true" className="mt-1 block h-1.5 w-full text-accent">
                <rect width="100%" height="100%" rx="3" className="fill-hairline" />
                <rect width={`${(value / highest) * 100}%`} height="100%" rx="3" fill="currentColor" />
              </svg>
            </li>
          ))}
        </ul>
      )}
      {note && <p className="mt-4 text-muted text-sm">{note}</p>}
    </Card>
  )
}
