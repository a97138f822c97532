import { t } from '#contract/language/language.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import { SettingsField, settingsSection } from './settings-section.tsx'

/** The sender of emails, and where replies to them go. */
export const emailsSection = settingsSection({
  title: 'Emails',
  saveLabel: 'Save sender',
  labels: { senderName: 'Sender name', replyAddress: 'Reply address' },
  schema: SettingsFields.pick({ senderName: true, replyAddress: true }),
  valuesOf: ({ senderName, replyAddress }) => ({ senderName, replyAddress }),
  Fields: ({ settings: { shopName, senderEmail } }) => (
    <>
      <SettingsField
        name="senderName"
        placeholder={shopName}
        autoComplete="organization"
        hint={t('Shown before {senderEmail}. Leave empty to use the name from the server’s configuration.', {
          senderEmail,
        })}
      />
      <SettingsField
        name="replyAddress"
        type="email"
        placeholder={senderEmail}
        hint={t('Where replies to the shop’s emails go. Leave empty to get them at the sender address.')}
      />
    </>
  ),
})
