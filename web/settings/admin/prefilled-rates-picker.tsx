import { useState } from 'react'
import { formatDay, UTC } from '#contract/dates.ts'
import { t } from '#contract/language/language.ts'
import type { TaxRow } from '#contract/settings/taxes.ts'
import { useFormats } from '../../platform/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { oldestSourceToCheck, PREFILLED, type PrefilledName, withPrefilled } from './prefilled-rates.ts'
import { useToday } from './use-today.ts'

/** Fills in rates of a named source, and says why there are none for the US. */
export function PrefilledRates({ rows, onFill }: { rows: TaxRow[]; onFill(rows: TaxRow[]): void }) {
  const { locale } = useFormats()
  const [name, setName] = useState<PrefilledName>('eu')
  const old = oldestSourceToCheck(rows, useToday())
  const sources = new Map(rows.flatMap(({ source }) => (source ? [[source.name, source.day]] : [])))
  const dayText = (day: string) => formatDay(day, { locale, timeZone: UTC }, 'long')
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-56">
          <Select
            label={t('Known rates of')}
            value={name}
            onChange={({ target }) => setName(target.value as PrefilledName)}
          >
            {Object.entries(PREFILLED).map(([key, { title }]) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </Select>
        </div>
        <Button look="outline" onClick={() => onFill(withPrefilled(rows, name))}>
          {t('Fill in rates')}
        </Button>
      </div>
      {old && (
        <p role="status" className="rounded-card border border-sale p-4 text-sm">
          {t('Your filled-in rates are from {old}. Check that they still apply.', { old: dayText(old) })}
        </p>
      )}
      {sources.size > 0 && (
        <p className="text-muted text-sm">
          Filled in from {[...sources].map(([source, day]) => `${source} (${dayText(day)})`).join(', ')}.
          Check them before you save. A reduced rate is the country’s only one, or that of most food. It is
          empty where sources name none or several: enter the one that applies to your products, or they are
          taxed as standard.
        </p>
      )}
      <p className="text-muted text-sm">
        {t(
          'There are no rates to fill in for the United States: what a buyer owes depends on the state, county, and city, so a state’s rate alone is wrong. Add the states where your business is registered and enter their rates, or choose Stripe Tax.',
        )}
      </p>
    </div>
  )
}
