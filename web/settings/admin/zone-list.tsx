import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import { readAmount } from '../../admin/typed-amount.ts'
import { type Formats, useFormats } from '../../platform/formats.ts'
import { ChevronRightIcon } from '../../ui/page-icons.tsx'
import { countriesText } from './country-groups.ts'
import type { MethodForm, PlacesValues, ZoneForm } from './places-form.ts'

/** The zones, one line each. A click opens one. */
export function ZoneList({ zones, onOpen }: { zones: ZoneForm[]; onOpen(index: number): void }) {
  const formats = useFormats()
  const { formState } = useFormContext<PlacesValues>()
  return (
    <ul className="border-hairline border-t" aria-label={t('Shipping zones')}>
      {zones.map((zone, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: zones have no ID, and all of their fields are controlled
        <li key={index} className="border-hairline border-b">
          <button
            type="button"
            className="flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left hover:text-accent"
            aria-haspopup="dialog"
            onClick={() => onOpen(index)}
          >
            <Line formats={formats} zone={zone}>
              {formState.errors.zones?.[index] && (
                <span className="block text-sale text-sm">{t('Check the fields of this zone')}</span>
              )}
            </Line>
            <ChevronRightIcon className="size-5 shrink-0 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Line({ zone, formats, children }: { zone: ZoneForm; formats: Formats; children: ReactNode }) {
  const { name, methods } = zone
  const places = placesText(zone)
  return (
    <span className="min-w-0">
      <span className="font-medium">{name.trim() || t('New zone')}</span>
      {places !== name.trim() && <span className="ml-2 text-muted text-sm">{places}</span>}
      <span className="block text-sm">
        {methods.map((method) => methodText(method, formats)).join(' · ') || t('No method yet')}
      </span>
      {children}
    </span>
  )
}

function placesText({ countries, regions, postalCodes }: ZoneForm): string {
  if (countries?.length === 0) return 'No country yet'
  return [countriesText(countries), regions.trim(), postalCodes.trim()].filter(Boolean).join(', ')
}

/** 'DHL €4.90, free from €49.00', or 'Pickup in Berlin' */
function methodText({ name, kind, rate, freeFrom, bands }: MethodForm, formats: Formats): string {
  const label = name.trim() || 'New method'
  if (kind === 'pickup') return `${label}, free`
  const amounts = [...bands.map(({ rate }) => rate), rate].flatMap((typed) => {
    const cents = formats.parseCents(readAmount(typed, formats))
    return cents === null ? [] : [cents]
  })
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)]
  const shown =
    amounts.length === 0
      ? ''
      : least === most
        ? formats.formatCents(least)
        : `${formats.formatCents(least)}–${formats.formatCents(most)}`
  const free = formats.parseCents(readAmount(freeFrom, formats))
  return [
    `${label} ${shown}`.trim(),
    ...(free === null ? [] : [`free from ${formats.formatCents(free)}`]),
  ].join(', ')
}
