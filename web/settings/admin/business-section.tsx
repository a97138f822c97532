import { ADDRESS_COUNTRIES } from '#contract/addresses/rules.ts'
import { sortedByName } from '#contract/checkout/countries.ts'
import { countryName } from '#contract/checkout/rules.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import { SettingsField, SettingsSelect, settingsSection } from './settings-section.tsx'

const COUNTRIES = sortedByName(ADDRESS_COUNTRIES).map((code) => ({ code, name: countryName(code) }))

export const businessSection = settingsSection({
  title: 'Business',
  keywords: 'company imprint legal',
  labels: {
    'business.legalName': 'Legal name',
    'business.country': 'Home country',
    'business.address': 'Address',
    'business.address2': 'Apartment, suite, etc.',
    'business.city': 'City',
    'business.state': 'State or region',
    'business.zipCode': 'Postal code',
    'business.phone': 'Phone',
    'business.vatId': 'VAT ID',
  },
  schema: SettingsFields.pick({ business: true }),
  valuesOf: ({ business }) => ({ business }),
  Fields: () => (
    <>
      <SettingsField
        name="business.legalName"
        hint="Legal name, address, phone, and VAT ID are shown in emails about orders, on packing slips, and on the contact page once you enter them."
        autoComplete="organization"
      />
      <SettingsSelect name="business.country" autoComplete="country">
        {COUNTRIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SettingsSelect>
      <SettingsField name="business.address" autoComplete="address-line1" />
      <SettingsField name="business.address2" autoComplete="address-line2" />
      <SettingsField name="business.city" autoComplete="address-level2" />
      <SettingsField name="business.state" autoComplete="address-level1" />
      <SettingsField name="business.zipCode" autoComplete="postal-code" />
      <SettingsField name="business.phone" type="tel" autoComplete="tel" />
      <SettingsField name="business.vatId" hint="For example, DE123456789." />
    </>
  ),
})
