import { SettingsFields } from '#contract/settings/api.ts'
import { AmountField, SettingsField, settingsSection } from './settings-section.tsx'

const SCHEMA = SettingsFields.pick({
  shopName: true,
  supportEmail: true,
  shippingRate: true,
  pageSize: true,
  holdMinutes: true,
})

/** The settings that every shop needs, first and in one form (contract section 8). */
export const storeSection = settingsSection({
  title: 'Store',
  saveLabel: 'Save settings',
  labels: {
    shopName: 'Shop name',
    supportEmail: 'Support address',
    shippingRate: 'Shipping rate',
    pageSize: 'Page size',
    holdMinutes: 'Hold time',
  },
  schema: SCHEMA,
  amounts: ['shippingRate'],
  valuesOf: ({ shopName, supportEmail, shippingRate, pageSize, holdMinutes }) => ({
    shopName,
    supportEmail,
    shippingRate,
    pageSize: String(pageSize),
    holdMinutes: String(holdMinutes),
  }),
  Fields: ({ settings }) => (
    <>
      <SettingsField
        name="shopName"
        hint="Shown at the top of every page and in emails."
        autoComplete="organization"
      />
      <SettingsField
        name="supportEmail"
        type="email"
        placeholder={settings.senderEmail}
        hint="Where shoppers can email you. Leave empty to use the sender address."
      />
      <AmountField name="shippingRate" hint="Charged unless everything in the cart ships free." />
      <SettingsField name="pageSize" inputMode="numeric" hint="Products shown at a time on the home page." />
      <SettingsField
        name="holdMinutes"
        inputMode="numeric"
        hint="Minutes that stock stays reserved while an order is being paid."
      />
    </>
  ),
})
