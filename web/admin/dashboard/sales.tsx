import { formatDay, UTC } from '#contract/dates.ts'
import { t } from '#contract/language/language.ts'
import { type Currency, centsOf } from '#contract/money.ts'
import { useFormats } from '../../platform/formats.ts'
import type { Dashboard } from '../queries.ts'
import { DayChart } from './day-chart.tsx'

/** Revenue and orders by day as charts, and below them as a table, for accessibility. */
export function Sales({ dashboard: { days, totals } }: { dashboard: Dashboard }) {
  const { currency, locale, formatCents, formatMoney } = useFormats()
  const hasRefunds = centsOf(totals.refunded) !== 0
  return (
    <>
      <div className="grid gap-8 xl:grid-cols-2">
        <DayChart
          title={t('Revenue by day')}
          total={formatMoney(totals.revenue)}
          note={
            hasRefunds ? t('{refunded} refunded.', { refunded: formatMoney(totals.refunded) }) : undefined
          }
          definition={t('Payments minus refunds, by day of payment. Excludes cancelled orders.')}
          bars={days.map(({ day, revenue }) => ({ day, value: centsOf(revenue) }))}
          format={formatCents}
          tick={(cents) => (currency ? tickText(cents, currency, locale) : '')}
        />
        <DayChart
          title={t('Orders by day')}
          total={totals.orders.toLocaleString(locale)}
          definition={t('Orders by day of payment. Excludes unpaid orders.')}
          bars={days.map(({ day, orders }) => ({ day, value: orders }))}
          format={(orders) => `${orders.toLocaleString(locale)} ${orders === 1 ? 'order' : 'orders'}`}
          tick={(orders) => orders.toLocaleString(locale)}
        />
      </div>
      <DayTable days={days} />
    </>
  )
}

/** Omits decimals if all of them are zero. */
function tickText(cents: number, { code, exponent }: Currency, locale: string): string {
  const digits = { minimumFractionDigits: 0, maximumFractionDigits: exponent }
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code, ...digits })
  return format.format(cents / 10 ** exponent)
}

function DayTable({ days }: { days: Dashboard['days'] }) {
  const { locale, formatMoney } = useFormats()
  const title = t('Revenue and orders by day')
  return (
    <details className="border-hairline border-t pt-2">
      <summary className="min-h-8 cursor-pointer py-1 text-muted">
        {t('Revenue and orders as a table')}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={title} tabIndex={0} className="mt-2 max-h-96 overflow-auto">
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead className="sticky top-0 bg-paper text-left">
            <tr className="border-hairline border-b">
              <th scope="col" className="py-2 font-medium">
                {t('Day')}
              </th>
              {['Orders', 'Revenue', 'Refunded'].map((name) => (
                <th key={name} scope="col" className="py-2 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, orders, revenue, refunded }) => (
              <tr key={day} className="border-hairline border-b last:border-0">
                <th scope="row" className="py-1.5 text-left font-normal">
                  <time dateTime={day}>{formatDay(day, { locale, timeZone: UTC })}</time>
                </th>
                <td className="py-1.5 text-right">{orders}</td>
                <td className="py-1.5 text-right">{formatMoney(revenue)}</td>
                <td className="py-1.5 text-right">{formatMoney(refunded)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
