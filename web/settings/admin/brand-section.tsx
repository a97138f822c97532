import { t } from '#contract/language/language.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import { AccentField } from './accent-field.tsx'
import { FontsField } from './fonts-field.tsx'
import { HomePreview } from './home-preview.tsx'
import { ImageField } from './image-field.tsx'
import { LinkWarning } from './link-problem.tsx'
import {
  SettingsCheckbox,
  SettingsField,
  SettingsSelect,
  SettingsTextArea,
  settingsSection,
} from './settings-section.tsx'

/** The store owner's logo, colors, and words. */
export const brandSection = settingsSection({
  title: 'Brand',
  saveLabel: 'Save brand',
  labels: {
    'brand.logo': 'Logo',
    'brand.darkLogo': 'Logo for the dark theme',
    'brand.accent': 'Accent color',
    'brand.corners': 'Corners',
    'brand.fonts': 'Fonts',
    'brand.isAnnounced': 'Show an announcement above the header',
    'brand.announcement': 'Announcement',
    'brand.announcementLink': 'Link of the announcement',
    'brand.searchPlaceholder': 'Search placeholder',
    'brand.tagline': 'Tagline',
    'brand.shipsWithin': 'Ships within',
    'brand.copyright': 'Copyright line',
    'brand.social': 'Social profiles',
  },
  Preview: HomePreview,
  schema: SettingsFields.pick({ brand: true }),
  valuesOf: ({ brand }) => ({ brand }),
  describe: ({ brand: { logo, darkLogo, ...brand } }) => ({
    brand: { ...brand, logo: logo?.url ?? '', darkLogo: darkLogo?.url ?? '' },
  }),
  Fields: ({ settings: { shopName } }) => (
    <>
      <ImageField
        name="brand.logo"
        hint={t(
          'Replaces the shop’s name in the header, 40 pixels high, and becomes the icon of tabs and phones. An SVG file is converted to pixels.',
        )}
      />
      <ImageField
        name="brand.darkLogo"
        isDark
        hint={t('Without it, the logo has a light background in the dark theme.')}
      />
      <AccentField />
      <SettingsSelect name="brand.corners" hint={t('Of pictures, buttons, and fields.')}>
        <option value="square">{t('Square')}</option>
        <option value="slight">{t('Slightly rounded')}</option>
        <option value="rounded">{t('Rounded')}</option>
        <option value="round">{t('Round')}</option>
      </SettingsSelect>
      <FontsField />
      <SettingsCheckbox name="brand.isAnnounced" />
      <SettingsField name="brand.announcement" placeholder={t('Free shipping until Sunday')} />
      <SettingsField
        name="brand.announcementLink"
        placeholder="/shipping"
        hint={t('A page of the shop, such as /shipping, or a URL. Leave empty for no link.')}
      />
      <LinkWarning name="brand.announcementLink" />
      <SettingsField name="brand.searchPlaceholder" placeholder={t('Search for desk accessories...')} />
      <SettingsField
        name="brand.tagline"
        placeholder={t('Premium desk accessories designed for productivity and style.')}
        hint={t('In the footer, in the title of the home page, and in search results.')}
      />
      <SettingsField
        name="brand.shipsWithin"
        placeholder={t('1-2 business days')}
        hint={t(
          'Completes “Products ship within …” after an order and in its email. Your policies have their own texts.',
        )}
      />
      <SettingsField
        name="brand.copyright"
        placeholder={t('© 2025 {shopName}. All rights reserved.', { shopName })}
        hint={t(
          'For example, © {year} {name}. {year} becomes the current year, and {name} your shop’s name.',
          { year: '{year}', name: '{name}' },
        )}
      />
      <SettingsTextArea
        name="brand.social"
        rows={3}
        placeholder="https://www.instagram.com/yourshop"
        hint={t('One URL per line. The footer links to them by the names of their sites.')}
      />
    </>
  ),
})
