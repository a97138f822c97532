import { t } from '#contract/language/language.ts'
import { centsOf } from '#contract/money.ts'
import { useFormats } from '../../platform/formats.ts'
import { Trans } from '../../ui/trans.tsx'
import type { Dashboard } from '../queries.ts'

type Totals = Dashboard['totals']

/** Revenue, orders, and the average order, each with the period before. */
export function Figures({ dashboard: { days, totals, previous } }: { dashboard: Dashboard }) {
  const { locale, formatMoney } = useFormats()
  const amount = (value: string | null) => (value === null ? 'None' : formatMoney(value))
  const count = (value: number) => value.toLocaleString(locale)
  const figures = [
    { label: t('Revenue'), of: ({ revenue }: Totals) => amount(revenue), size: centsIn('revenue') },
    { label: t('Orders'), of: ({ orders }: Totals) => count(orders), size: ({ orders }: Totals) => orders },
    { label: t('Average order'), of: ({ average }: Totals) => amount(average), size: centsIn('average') },
  ]
  return (
    <dl className="grid gap-y-6 sm:grid-cols-3">
      {figures.map(({ label, of, size }) => (
        <div key={label} className="sm:border-hairline sm:border-l sm:pl-6 sm:first:border-l-0 sm:first:pl-0">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="mt-1">
            <span className="type-title tabular-nums">{of(totals)}</span>
            <span className="mt-1 block text-muted text-sm tabular-nums">
              <Trans
                text={'<change/>{previous} in the {length} days before'}
                values={{ previous: of(previous), length: days.length }}
                parts={{ change: <Change from={size(previous)} to={size(totals)} /> }}
              />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const centsIn = (name: 'revenue' | 'average') => (totals: Totals) => centsOf(totals[name] ?? '0')

/** By how much a figure has changed, unless it was zero before. */
function Change({ from, to }: { from: number; to: number }) {
  const { locale } = useFormats()
  if (from === 0 || from === to) return null
  const share = Math.abs(to - from) / from
  return (
    <b className="mr-2 text-ink">
      <span aria-hidden="true">{to > from ? '↑' : '↓'} </span>
      <span className="sr-only">{to > from ? t('Up ') : t('Down ')}</span>
      {share.toLocaleString(locale, { style: 'percent' })}
      <span className="sr-only">,</span>
    </b>
  )
}
