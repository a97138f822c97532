import { useWatch } from 'react-hook-form'
import { countryName } from '#contract/checkout/rules.ts'
import { t } from '#contract/language/language.ts'
import { showNumber } from '#contract/numbers.ts'
import { localeLabel } from './currency-section.tsx'
import { FONT_NAMES } from './fonts-field.tsx'
import { PRESET_NAMES, type Preset } from './presets.ts'
import type { Settings } from './use-save-section.ts'

export type SetupValues = Pick<Settings, 'shopName' | 'supportEmail' | 'business' | 'brand'> & Preset

/** Lists what the chosen country changes, and fields that it clears. @param labels by the names of the fields */
export function SetupChanges({
  saved,
  labels,
}: {
  saved: SetupValues
  labels: Readonly<Record<string, string>>
}) {
  const typed = useWatch<SetupValues>() as SetupValues
  const [before, after] = [textsOf(saved), textsOf(typed)]
  const changed = Object.keys(after).filter(
    (name) => before[name] !== after[name] && (FOLLOWS_COUNTRY.includes(name) || after[name] === ''),
  )
  if (changed.length === 0) return null
  return (
    <section aria-label={t('Changes')} className="border-hairline border-l-2 pl-4">
      <p>{t('This will change when you save:')}</p>
      <dl className="mt-2 space-y-2">
        {changed.map((name) => (
          <div key={name}>
            <dt className="text-muted text-sm">{labels[name]}</dt>
            <dd className="wrap-anywhere">
              {before[name]} → {after[name] || 'empty'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const FOLLOWS_COUNTRY: readonly string[] = ['business.country', ...PRESET_NAMES]

/** Returns each setting as a text, by the name of its field. */
export function textsOf(values: SetupValues): Record<string, string> {
  const { shopName, supportEmail, business, brand, currency, locale, timeZone, zones, taxes } = values
  const { country, ...lines } = business
  return {
    'business.country': countryName(country),
    currency,
    locale: localeLabel(locale, currency),
    timeZone,
    zones: zonesText(zones, locale),
    taxes: taxesText(taxes),
    shopName,
    supportEmail,
    ...Object.fromEntries(Object.entries(lines).map(([name, text]) => [`business.${name}`, text])),
    'brand.accent': brand.accent,
    'brand.fonts': FONT_NAMES[brand.fonts],
  }
}

function zonesText(zones: SetupValues['zones'], locale: string): string {
  if (!zones) return 'US, Canada, Mexico, and UK at the shipping rate'
  return zones
    .map(({ name, methods }) => `${name} (${methods.map((one) => methodText(one, locale)).join(', ')})`)
    .join(', ')
}

const methodText = ({ name, rate }: { name: string; rate?: string | null }, locale: string) =>
  rate ? `${name} ${showNumber(rate, locale)}` : name

function taxesText({ mode, rows, pricesIncludeTax }: SetupValues['taxes']): string {
  if (mode === 'none') return 'no taxes'
  if (mode === 'stripe') return 'calculated by Stripe Tax'
  const count = new Set(rows.map(({ country }) => country)).size
  const reduced = rows.some(({ rates }) => rates.reduced) ? ', some with reduced rates' : ''
  return `rates of ${count} ${count === 1 ? 'country' : 'countries'}${reduced}, ${pricesIncludeTax ? 'included in' : 'added to'} prices`
}
