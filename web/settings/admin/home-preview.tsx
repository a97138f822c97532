import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import type { InputOf } from '../../platform/api.ts'
import { StillFrame } from './still-frame.tsx'
import { useDrawnDraft } from './use-drawn-draft.ts'

type Draft = InputOf<'POST /api/admin/settings/preview'>

const WIDTHS = { Phone: 375, Desktop: 1280 }
const THEMES = { Light: 'light', Dark: 'dark' }

/** The home page with the values of the form, which aren't saved. */
export function HomePreview() {
  const [width, setWidth] = useState<keyof typeof WIDTHS>('Desktop')
  const [theme, setTheme] = useState<keyof typeof THEMES>('Light')
  const { drawn, problem } = useDrawnDraft('POST /api/admin/settings/preview', useWatch() as Draft)
  const html = drawn?.html.replace('<html ', `<html data-theme="${THEMES[theme]}" `)
  return (
    <section aria-label={t('Preview')} className="min-w-0 xl:sticky xl:top-8 xl:self-start">
      <div className="mb-3 flex flex-wrap justify-between gap-3">
        <Choice<keyof typeof WIDTHS> label={t('Width')} options={WIDTHS} value={width} onChange={setWidth} />
        <Choice<keyof typeof THEMES> label={t('Theme')} options={THEMES} value={theme} onChange={setTheme} />
      </div>
      <p role="status" className="text-muted text-sm">
        {problem && <span className="mb-3 block">{problem}</span>}
      </p>
      <StillFrame title={t('Home page')} width={WIDTHS[width]} html={html} />
      <p className="mt-2 text-muted text-sm">
        {t('The home page with your changes. Visitors see them once you save.')}
      </p>
    </section>
  )
}

function Choice<Option extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: Readonly<Record<Option, unknown>>
  value: Option
  onChange(option: Option): void
}) {
  return (
    <fieldset className="inline-flex rounded-field border border-control">
      <legend className="sr-only">{label}</legend>
      {(Object.keys(options) as Option[]).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          className="min-h-11 rounded-field px-4 text-sm aria-pressed:bg-ink aria-pressed:text-paper"
          onClick={() => onChange(option)}
        >
          {option}
        </button>
      ))}
    </fieldset>
  )
}
