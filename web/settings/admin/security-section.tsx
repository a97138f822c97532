import { SettingsFields } from '#contract/settings/api.ts'
import { AmountField, settingsSection } from './settings-section.tsx'

export const securitySection = settingsSection({
  title: 'Security',
  labels: { refundProofAbove: 'Refund limit' },
  schema: SettingsFields.pick({ refundProofAbove: true }),
  amounts: ['refundProofAbove'],
  valuesOf: ({ refundProofAbove }) => ({ refundProofAbove }),
  Fields: () => (
    <AmountField
      name="refundProofAbove"
      hint="To refund more than this on one order, admins must confirm their identity, except in the demo."
    />
  ),
})
