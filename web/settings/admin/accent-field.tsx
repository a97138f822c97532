import { useFormContext, useWatch } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import { isColor } from '#contract/looks/colors.ts'
import {
  isAccent,
  nearestAccent,
  PALETTES,
  type Palette,
  SCHEMES,
  schemesOf,
  THEMES,
} from '#contract/looks/schemes.ts'
import { SettingsField } from './settings-section.tsx'

const NAME = 'brand.accent'

/** The accent color, with samples of the colors derived from it. Offers the nearest one that is readable. */
export function AccentField() {
  const { setValue } = useFormContext()
  const typed = String(useWatch({ name: NAME }))
    .trim()
    .toLowerCase()
  const choose = (color: string) => setValue(NAME, color, { shouldDirty: true, shouldValidate: true })
  const color = isColor(typed) ? typed : null
  const nearest = color && !isAccent(color) ? nearestAccent(color) : null
  return (
    <div className="space-y-3">
      <div className="flex items-end gap-3">
        <div className="grow">
          <SettingsField
            name={NAME}
            placeholder={PALETTES.light.accent}
            spellCheck={false}
            autoComplete="off"
          />
        </div>
        <input
          type="color"
          aria-label={t('Pick the accent color')}
          className="h-11 w-14 shrink-0 rounded-field border border-control bg-surface p-1"
          value={color ?? PALETTES.light.accent}
          onChange={({ target }) => choose(target.value)}
        />
      </div>
      <p className="text-muted text-sm">
        {t(
          'For links, stars, marks, and the focus ring. The dark theme gets a lighter version. Leave empty for the installed color.',
        )}
      </p>
      {nearest && (
        <button
          type="button"
          className="inline-flex min-h-11 items-center gap-2 text-sm underline underline-offset-4"
          onClick={() => choose(nearest)}
        >
          <span aria-hidden="true" className="size-5 rounded-full" style={{ backgroundColor: nearest }} />
          {t('Use {nearest}, the nearest color that is readable', { nearest })}
        </button>
      )}
      <ul aria-label={t('Samples')} className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2">
        {THEMES.flatMap((theme) => {
          const schemes = schemesOf(nearest ?? color, theme)
          return SCHEMES.map((scheme) => (
            <li key={`${theme} ${scheme}`}>
              <Sample name={`${scheme}, ${theme} theme`} palette={schemes[scheme]} />
            </li>
          ))
        })}
      </ul>
    </div>
  )
}

function Sample({ name, palette }: { name: string; palette: Palette }) {
  const { paper, ink, muted, accent, hairline } = palette
  return (
    <div
      className="rounded-field border p-2 text-xs"
      style={{ backgroundColor: paper, color: ink, borderColor: hairline }}
    >
      <span className="block first-letter:uppercase">{name}</span>
      <span className="mt-1 flex flex-wrap items-center justify-between gap-x-2">
        <span style={{ color: muted }}>{t('Text')}</span>
        <span className="underline" style={{ color: accent }}>
          {t('Link')}
        </span>
        <span className="rounded-field px-2 py-0.5" style={{ backgroundColor: accent, color: paper }}>
          {t('Mark')}
        </span>
      </span>
    </div>
  )
}
