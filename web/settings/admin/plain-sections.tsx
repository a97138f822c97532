import { ADDRESS_COUNTRIES } from '#contract/addresses/rules.ts'
import { sortedByName } from '#contract/checkout/countries.ts'
import { countryName } from '#contract/checkout/rules.ts'
import { t } from '#contract/language/language.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import { PROFILE } from '../../platform/paths.ts'
import { Link } from '../../platform/router/link.tsx'
import { Trans } from '../../ui/trans.tsx'
import { AmountField, SettingsField, SettingsSelect, settingsSection } from './settings-section.tsx'

const SCHEMA = SettingsFields.pick({
  shopName: true,
  supportEmail: true,
  shippingRate: true,
  pageSize: true,
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
  },
  schema: SCHEMA,
  amountsOf: () => ['shippingRate'],
  valuesOf: ({ shopName, supportEmail, shippingRate, pageSize }) => ({
    shopName,
    supportEmail,
    shippingRate,
    pageSize: String(pageSize),
  }),
  Fields: ({ settings }) => (
    <>
      <SettingsField
        name="shopName"
        hint={t('Shown at the top of every page and in emails.')}
        autoComplete="organization"
      />
      <SettingsField
        name="supportEmail"
        type="email"
        placeholder={settings.senderEmail}
        hint={t('Where shoppers can email you. Leave empty to use the sender address.')}
      />
      <AmountField name="shippingRate" hint={t('Charged unless everything in the cart ships free.')} />
      <SettingsField
        name="pageSize"
        inputMode="numeric"
        hint={t('Products shown at a time on the home page.')}
      />
    </>
  ),
})

// Created once, so React skips 250 elements while an admin types.
const COUNTRIES = sortedByName(ADDRESS_COUNTRIES).map((code) => (
  <option key={code} value={code}>
    {countryName(code)}
  </option>
))

export const BUSINESS_LABELS = {
  'business.legalName': 'Legal name',
  'business.country': 'Home country',
  'business.address': 'Address',
  'business.address2': 'Apartment, suite, etc.',
  'business.city': 'City',
  'business.state': 'State or region',
  'business.zipCode': 'Postal code',
  'business.phone': 'Phone',
  'business.vatId': 'VAT ID',
}

export const businessSection = settingsSection({
  title: 'Business',
  labels: BUSINESS_LABELS,
  schema: SettingsFields.pick({ business: true }),
  valuesOf: ({ business }) => ({ business }),
  Fields: () => (
    <>
      <SettingsField
        name="business.legalName"
        hint={t(
          'Legal name, address, phone, and VAT ID are shown in emails about orders, on packing slips, and on the contact page once you enter them.',
        )}
        autoComplete="organization"
      />
      <SettingsSelect name="business.country" autoComplete="country">
        {COUNTRIES}
      </SettingsSelect>
      <SettingsField name="business.address" autoComplete="address-line1" />
      <SettingsField name="business.address2" autoComplete="address-line2" />
      <SettingsField name="business.city" autoComplete="address-level2" />
      <SettingsField name="business.state" autoComplete="address-level1" />
      <SettingsField name="business.zipCode" autoComplete="postal-code" />
      <SettingsField name="business.phone" type="tel" autoComplete="tel" />
      <SettingsField
        name="business.vatId"
        hint={t(
          'For example, DE136695976. With it, VIES, the EU’s register, confirms the VAT numbers of your business customers.',
        )}
      />
    </>
  ),
})

export const stockSection = settingsSection({
  title: 'Stock',
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
        hint={t('Products with this many or fewer left are listed on the dashboard.')}
      />
      <SettingsSelect
        name="pushStock"
        hint={t(
          'Platform sales are deducted here either way. Adjusting platform inventory requires the write_inventory permission.',
        )}
      >
        <option value="false">{t('Don’t adjust platform inventory')}</option>
        <option value="true">{t('Adjust platform inventory when stock changes here')}</option>
      </SettingsSelect>
      <SettingsSelect
        name="backInStock"
        hint={t('Shoppers can ask for one email when a sold-out product or variant is back in stock.')}
      >
        <option value="options">{t('For products with options')}</option>
        <option value="all">{t('For all products')}</option>
        <option value="off">{t('Off')}</option>
      </SettingsSelect>
    </>
  ),
})

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
        <option value="false">{t('All customers')}</option>
        <option value="true">{t('Only verified purchases')}</option>
      </SettingsSelect>
      <SettingsSelect
        name="holdSuspiciousReviews"
        hint={t(
          'Accounts that haven’t verified their email address, and reviews of products that they didn’t buy here. You publish held reviews in the Reviews tab.',
        )}
      >
        <option value="false">{t('Publish all')}</option>
        <option value="true">{t('Hold back when many come from one network')}</option>
      </SettingsSelect>
    </>
  ),
})

export const securitySection = settingsSection({
  title: 'Security',
  labels: { refundProofAbove: 'Refund limit', staffNeedSecondFactor: 'Second factor of staff' },
  schema: SettingsFields.pick({ refundProofAbove: true, staffNeedSecondFactor: true }),
  amountsOf: () => ['refundProofAbove'],
  valuesOf: ({ refundProofAbove, staffNeedSecondFactor }) => ({
    refundProofAbove,
    staffNeedSecondFactor: String(staffNeedSecondFactor),
  }),
  Fields: () => (
    <>
      <AmountField
        name="refundProofAbove"
        hint={t(
          'To refund more than this on one order, admins must confirm their identity, except in the demo.',
        )}
      />
      <SettingsSelect
        name="staffNeedSecondFactor"
        hint={
          <Trans
            text="An authenticator app, or signing in with a passkey. You need one yourself before you can require it: <link>open your profile</link>."
            parts={{ link: <Link to={PROFILE} className="underline underline-offset-4" /> }}
          />
        }
      >
        <option value="false">{t('Optional')}</option>
        <option value="true">{t('Required to use the admin')}</option>
      </SettingsSelect>
    </>
  ),
})
