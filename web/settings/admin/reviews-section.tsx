import { SettingsFields } from '#contract/settings/api.ts'
import { SettingsSelect, settingsSection } from './settings-section.tsx'

export const reviewsSection = settingsSection({
  title: 'Reviews',
  labels: {
    reviewsFromBuyersOnly: 'Who can review',
    holdSuspiciousReviews: 'Reviews from unverified accounts',
  },
  schema: SettingsFields.pick({ reviewsFromBuyersOnly: true, holdSuspiciousReviews: true }),
  valuesOf: ({ reviewsFromBuyersOnly, holdSuspiciousReviews }) => ({
    reviewsFromBuyersOnly: String(reviewsFromBuyersOnly),
    holdSuspiciousReviews: String(holdSuspiciousReviews),
  }),
  Fields: () => (
    <>
      <SettingsSelect name="reviewsFromBuyersOnly">
        <option value="false">All customers</option>
        <option value="true">Only verified purchases</option>
      </SettingsSelect>
      <SettingsSelect
        name="holdSuspiciousReviews"
        hint="Accounts that haven’t verified their email address. You publish held reviews in the Reviews tab."
      >
        <option value="false">Publish all</option>
        <option value="true">Hold back when many come from one network</option>
      </SettingsSelect>
    </>
  ),
})
