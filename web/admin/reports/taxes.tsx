import { useState } from 'react'
import { countryName } from '#contract/checkout/rules.ts'
import { dayInZone, formatDay, UTC } from '#contract/dates.ts'
import { t } from '#contract/language/language.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import { taxLabel } from '#contract/pricing/tax-text.ts'
import { type ResponseOf, useApi } from '../../platform/api.ts'
import { useDates } from '../../platform/dates.ts'
import { useFormats } from '../../platform/formats.ts'
import { keys } from '../../platform/query-cache.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { oldestSourceToCheck } from '../../settings/admin/prefilled-rates.ts'
import { settingsAddress } from '../../settings/admin/setting-pages.ts'
import { settingsQuery } from '../../settings/admin/use-save-section.ts'
import { Skeleton } from '../../ui/feedback.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Trans } from '../../ui/trans.tsx'
import { Card, ExportButton, LoadFailure } from '../list-frame.tsx'

type Total = ResponseOf<'GET /api/admin/taxes'>[number]

/** Tax by country and rate, or a link to the settings if the shop charges no taxes. */
export function Taxes() {
  const { data: settings } = useQuery(settingsQuery(useApi()))
  if (!settings) return <Skeleton className="mt-6 h-40" />
  if (settings.taxes.mode === 'none') return <NoTaxes />
  const { mode, home, rows } = settings.taxes
  return <TaxReport hasOss={mode === 'stripe' ? isInEu(home) : rows.some(({ country }) => isInEu(country))} />
}

function NoTaxes() {
  return (
    <Card title={t('Taxes')} className="mt-6">
      <p className="mt-2 text-muted">
        <Trans
          text="Your shop charges no taxes. Once it does, this report adds them up by country and rate. <link>Set up taxes</link>"
          parts={{
            link: <Link className="text-ink underline underline-offset-4" to={settingsAddress('taxes')} />,
          }}
        />
      </p>
    </Card>
  )
}

const isInEu = (country: string | null) => country !== null && EU_COUNTRIES.includes(country)

function TaxReport({ hasOss }: { hasOss: boolean }) {
  const api = useApi()
  const { timeZone } = useDates()
  const today = dayInZone(new Date(), timeZone)
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  const isPeriod = from !== '' && to !== '' && from <= to
  const { data, isError, refetch } = useQuery({
    queryKey: keys.admin('taxes', from, to),
    queryFn: () => api.call('GET /api/admin/taxes', { from, to }),
    enabled: isPeriod,
  })
  return (
    <Card
      title={t('Taxes')}
      className="mt-6"
      actions={
        isPeriod && (
          <ExportButton
            name="taxes"
            endpoint="GET /api/admin/taxes/export"
            fetchCsv={() => api.callForText('GET /api/admin/taxes/export', { from, to })}
          />
        )
      }
    >
      <div className="mt-4 grid max-w-md grid-cols-2 gap-3">
        <Field label={t('From')} type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        <Field
          label={t('To')}
          type="date"
          value={to}
          error={isPeriod ? undefined : 'Choose a day on or after the first one'}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <p className="mt-2 text-muted text-sm">
        {t(
          'Orders paid on these days ({timeZone}), less refunds made on them. Refunded items reduce their own rate. A refund of an amount reduces every rate in proportion.',
          { timeZone },
        )}
      </p>
      {isError && <LoadFailure subject={t('The taxes')} onRetry={() => void refetch()} />}
      <OldRates today={today} />
      {data?.length === 0 && <p className="mt-4">{t('No taxes in this period.')}</p>}
      {data && data.length > 0 && <Totals totals={data} />}
      {hasOss && <OssExport today={today} />}
    </Card>
  )
}

/** Asks the store owner to check filled-in rates two years after the day of their source. */
function OldRates({ today }: { today: string }) {
  const { locale } = useFormats()
  const { data: settings } = useQuery(settingsQuery(useApi()))
  const old = settings?.taxes.mode === 'table' ? oldestSourceToCheck(settings.taxes.rows, today) : null
  if (old === null) return null
  return (
    <p role="status" className="warning mt-4 text-sm">
      Your filled-in tax rates are from {formatDay(old, { locale, timeZone: UTC }, 'long')}. Check under
      Settings that they still apply.
    </p>
  )
}

function Totals({ totals }: { totals: Total[] }) {
  const { locale } = useFormats()
  return (
    <div className="mt-4 overflow-x-auto">
      <table className="w-full text-left text-sm tabular-nums sm:text-base">
        <caption className="sr-only">{t('Tax by country and rate')}</caption>
        <thead className="text-muted text-sm">
          <tr>
            {['Country', 'Tax', 'Taxable', 'Amount'].map((name, index) => (
              <th
                key={name}
                scope="col"
                className={`py-1 pr-2 font-medium last:pr-0 sm:pr-4 ${index > 1 ? 'text-right' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.map(({ country, region, name, rate, taxable, tax }) => (
            <tr key={`${country} ${region} ${name} ${rate}`} className="border-hairline border-t">
              <td className="py-2 pr-2 sm:pr-4">
                {[region, countryName(country)].filter(Boolean).join(', ')}
              </td>
              <td className="py-2 pr-2 sm:pr-4">{taxLabel(name, rate, locale)}</td>
              <td className="py-2 pr-2 text-right sm:pr-4">
                <SignedAmount of={taxable} />
              </td>
              <td className="py-2 text-right">
                <SignedAmount of={tax} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const QUARTERS = 8

/** The file for a quarter's One-Stop-Shop return. */
function OssExport({ today }: { today: string }) {
  const api = useApi()
  const quarters = lastQuarters(today)
  const [quarter, setQuarter] = useState(quarters[1] ?? '')
  return (
    <div className="mt-5 flex flex-wrap items-end gap-3 border-hairline border-t pt-4">
      <Select
        label={t('One-Stop-Shop return')}
        value={quarter}
        onChange={({ target }) => setQuarter(target.value)}
      >
        {quarters.map((name) => (
          <option key={name} value={name}>
            {name.replace('-', ' ')}
          </option>
        ))}
      </Select>
      <ExportButton
        name={`oss-${quarter}`}
        endpoint="GET /api/admin/taxes/oss"
        fetchCsv={() => api.callForText('GET /api/admin/taxes/oss', { quarter })}
      />
    </div>
  )
}

/** Returns the current quarter and those before it, such as '2026-Q4'. */
function lastQuarters(today: string): string[] {
  const current = Number(today.slice(0, 4)) * 4 + Math.floor((Number(today.slice(5, 7)) - 1) / 3)
  return Array.from(
    { length: QUARTERS },
    (_, index) => `${Math.floor((current - index) / 4)}-Q${((current - index) % 4) + 1}`,
  )
}

/** An amount that refunds can make negative. */
function SignedAmount({ of: amount }: { of: string }) {
  const { formatMoney } = useFormats()
  return amount.startsWith('-') ? `−${formatMoney(amount.slice(1))}` : formatMoney(amount)
}
