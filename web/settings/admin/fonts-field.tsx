import { t } from '#contract/language/language.ts'
import type { FontPair } from '#contract/looks/rules.ts'
import { SettingsSelect } from './settings-section.tsx'

export const FONT_NAMES: Record<FontPair, string> = {
  editorial: 'Newsreader and Instrument Sans',
  classic: 'EB Garamond and Libre Franklin',
  warm: 'Fraunces and DM Sans',
  sturdy: 'Bitter and Hanken Grotesk',
  modern: 'Bricolage Grotesque and Figtree',
  neutral: 'Inter for both',
}

export function FontsField() {
  return (
    <SettingsSelect
      name="brand.fonts"
      hint={t('Of headings and text. Emails keep the fonts of their readers.')}
    >
      {Object.entries(FONT_NAMES).map(([pair, name]) => (
        <option key={pair} value={pair}>
          {name}
        </option>
      ))}
    </SettingsSelect>
  )
}
