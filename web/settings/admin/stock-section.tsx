import { SettingsFields } from '#contract/settings/api.ts'
import { SettingsField, SettingsSelect, settingsSection } from './settings-section.tsx'

export const stockSection = settingsSection({
  title: 'Stock',
  keywords: 'inventory',
  labels: {
    lowStockThreshold: 'Low-stock threshold',
    pushStock: 'Sales on both channels',
    backInStock: 'Back-in-stock emails',
  },
  schema: SettingsFields.pick({ lowStockThreshold: true, pushStock: true, backInStock: true }),
  valuesOf: ({ lowStockThreshold, pushStock, backInStock }) => ({
    backInStock,
    lowStockThreshold: String(lowStockThreshold),
    pushStock: String(pushStock),
  }),
  Fields: () => (
    <>
      <SettingsField
        name="lowStockThreshold"
        inputMode="numeric"
        hint="Products with this many or fewer left are listed on the dashboard."
      />
      <SettingsSelect
        name="pushStock"
        hint="Platform sales are deducted here either way. Adjusting platform inventory requires the write_inventory permission."
      >
        <option value="false">Don’t adjust platform inventory</option>
        <option value="true">Adjust platform inventory when stock changes here</option>
      </SettingsSelect>
      <SettingsSelect
        name="backInStock"
        hint="Shoppers can ask for one email when a sold-out product or variant is back in stock."
      >
        <option value="options">For products with options</option>
        <option value="all">For all products</option>
        <option value="off">Off</option>
      </SettingsSelect>
    </>
  ),
})
