import { useState } from 'react'
import { ADDRESS_COUNTRIES } from '#contract/addresses/rules.ts'
import { sortedByName } from '#contract/checkout/countries.ts'
import { countryName, isoCountry } from '#contract/checkout/rules.ts'
import { t } from '#contract/language/language.ts'
import { useCombobox } from '../../admin/use-combobox.ts'
import { Field } from '../../ui/field.tsx'
import { COUNTRY_GROUPS } from './country-groups.ts'

type Option = { name: string; codes: readonly string[] }

const COUNTRIES: readonly Option[] = sortedByName(ADDRESS_COUNTRIES).map((code) => ({
  name: countryName(code),
  codes: [isoCountry(code)],
}))
const SHOWN_MAX = 8

/** Adds countries, found by name, or in groups such as the EU. Each has a button that removes it. */
export function CountryPicker({
  countries,
  taken,
  listLabel,
  error,
  onChange,
}: {
  countries: readonly string[]
  /** Countries that are elsewhere, which a group leaves out. */
  taken: readonly string[]
  listLabel: string
  error: string | undefined
  onChange(change: (countries: string[]) => string[]): void
}) {
  const [typed, setTyped] = useState('')
  const options = optionsFor(typed, countries, taken)
  const add = (codes: readonly string[]) => {
    setTyped('')
    restart()
    onChange((countries) => [...countries, ...codes.filter((code) => !countries.includes(code))])
  }
  const { active, restart, steer, field, listId, optionAt } = useCombobox(options.length, (place) => {
    const option = options[place]
    if (option) add(option.codes)
  })
  return (
    <div className="space-y-3">
      <div className="relative">
        <Field
          label={t('Add a country')}
          hint={t('Or a group, such as EU.')}
          value={typed}
          error={error}
          {...field}
          onChange={({ target }) => {
            setTyped(target.value)
            restart()
          }}
          onBlur={() => setTyped('')}
          onKeyDown={(event) => {
            steer(event)
            if (event.key === 'Escape' && options.length > 0) {
              // Would also close the sheet.
              event.preventDefault()
              event.stopPropagation()
              setTyped('')
            }
            if (event.key !== 'Enter') return
            event.preventDefault()
            // The server knows the names in other languages.
            const name = typed.trim()
            if (options[active]) add(options[active].codes)
            else if (name) add([name])
          }}
        />
        {options.length > 0 && (
          <div
            id={listId}
            role="listbox"
            aria-label={t('Countries and groups')}
            className="absolute inset-x-0 top-[4.75rem] z-20 rounded-card bg-surface p-2 shadow-float"
          >
            {options.map(({ name, codes }, place) => (
              <div
                key={name}
                role="option"
                aria-selected={place === active}
                tabIndex={-1}
                {...optionAt(place)}
                className="group flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-field px-3 hover:bg-hairline aria-selected:bg-hairline"
              >
                {name}
                {codes.length > 1 && (
                  <span className="text-muted text-sm group-hover:text-ink group-aria-selected:text-ink">
                    {t('{length} countries', { length: codes.length })}
                  </span>
                )}
              </div>
            ))}
          </div>
        )}
      </div>
      {countries.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={listLabel}>
          {countries.map((code) => (
            <li key={code}>
              <button
                type="button"
                className="min-h-9 rounded-field border border-hairline px-3 text-sm hover:border-ink pointer-coarse:min-h-11"
                aria-label={t('Remove {code}', { code: countryName(code) })}
                onClick={() => onChange((countries) => countries.filter((other) => other !== code))}
              >
                {countryName(code)} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Returns the groups and countries with a word that starts with the text, without what the zone already has. */
function optionsFor(typed: string, countries: readonly string[], taken: readonly string[]): Option[] {
  const text = typed.trim().toLowerCase()
  if (text === '') return []
  const startsWith = (name: string) => ` ${name.toLowerCase()}`.includes(` ${text}`)
  const groups = COUNTRY_GROUPS.filter(
    ({ name, shortName }) => startsWith(name) || startsWith(shortName),
  ).map(({ name, codes }) => ({
    name,
    codes: codes.filter((code) => !countries.includes(code) && !taken.includes(code)),
  }))
  const single = COUNTRIES.filter(
    ({ name, codes: [code = ''] }) => !countries.includes(code) && startsWith(name),
  )
  const begins = (option: Option) => (option.name.toLowerCase().startsWith(text) ? 0 : 1)
  return [
    ...groups.filter(({ codes }) => codes.length > 0),
    ...single.sort((one, other) => begins(one) - begins(other)),
  ].slice(0, SHOWN_MAX)
}
