import { t } from '#contract/language/language.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import { SettingsTextArea, settingsSection } from './settings-section.tsx'

export const searchSection = settingsSection({
  title: 'Search',
  labels: { synonyms: 'Synonyms' },
  schema: SettingsFields.pick({ synonyms: true }),
  valuesOf: ({ synonyms }) => ({ synonyms }),
  Fields: () => (
    <SettingsTextArea
      name="synonyms"
      rows={5}
      hint={t(
        'One set per line, for example: mousepad, mouse mat = desk mat. A search for the words on the left also finds products with those on the right.',
      )}
    />
  ),
})
