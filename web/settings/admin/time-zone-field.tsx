import { memo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { formatTime, isTimeZone, UTC } from '#contract/dates.ts'
import { t } from '#contract/language/language.ts'
import { useFormats } from '../../platform/formats.ts'
import { SettingsSelect } from './settings-section.tsx'

/** The time zone of the shop. Typing the beginning of a city selects it. */
export function TimeZoneField({ saved }: { saved: string }) {
  const { locale } = useFormats()
  const { setValue } = useFormContext<{ timeZone: string }>()
  const chosen = useWatch<{ timeZone: string }>({ name: 'timeZone' })
  const ofDevice = Intl.DateTimeFormat().resolvedOptions().timeZone
  const now = isTimeZone(chosen)
    ? ` There it is ${formatTime(new Date(), { locale, timeZone: chosen })}.`
    : ''
  return (
    <div className="space-y-2">
      <SettingsSelect
        name="timeZone"
        hint={t(
          'Where the days of reports, tax periods, and exports begin, and for all times in the shop and its emails.{now}',
          { now },
        )}
      >
        <Zones saved={saved} />
      </SettingsSelect>
      {ofDevice !== chosen && (
        <button
          type="button"
          className="min-h-6 text-sm underline underline-offset-4"
          onClick={() => setValue('timeZone', ofDevice, { shouldDirty: true })}
        >
          {t('Use the time zone of this device: {ofDevice}', { ofDevice: cityOf(ofDevice) })}
        </button>
      )}
    </div>
  )
}

/** A browser's list may lack another browser's name of a zone, so the options include the saved one. */
const Zones = memo(({ saved }: { saved: string }) => {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), saved])].filter((name) => name !== UTC)
  const areas = [...new Set(names.map(areaOf))].sort()
  return (
    <>
      <option value={UTC}>{t('UTC')}</option>
      {areas.map((area) => (
        <optgroup key={area} label={area}>
          {names
            .filter((zone) => areaOf(zone) === area)
            .map((zone) => (
              <option key={zone} value={zone}>
                {cityOf(zone)}
              </option>
            ))}
        </optgroup>
      ))}
    </>
  )
})

const areaOf = (zone: string) => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'Other')

/** 'America/Indiana/Tell_City' -> 'Tell City, Indiana' */
function cityOf(zone: string): string {
  const parts = zone.replaceAll('_', ' ').split('/')
  return (parts.length > 1 ? parts.slice(1) : parts).toReversed().join(', ')
}
