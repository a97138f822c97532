import { FIELD_CHOICES } from '#contract/checkout/fields.ts'
import { ORDER_BUTTON_LABELS, ORDER_BUTTONS } from '#contract/checkout/order-button.ts'
import { t } from '#contract/language/language.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import {
  AmountField,
  SettingsField,
  SettingsSelect,
  SettingsTextArea,
  settingsSection,
} from './settings-section.tsx'

const CHOICES = { off: 'Off', optional: 'Optional', required: 'Required' }

function FieldSelect({ name, hint }: { name: string; hint: string }) {
  return (
    <SettingsSelect name={name} hint={hint}>
      {FIELD_CHOICES.map((choice) => (
        <option key={choice} value={choice}>
          {CHOICES[choice]}
        </option>
      ))}
    </SettingsSelect>
  )
}

export const checkoutSection = settingsSection({
  title: 'Checkout',
  labels: {
    guestCheckout: 'Guest checkout',
    phoneField: 'Phone number',
    companyField: 'Company',
    vatNumberField: 'VAT number',
    minimumOrder: 'Minimum order',
    holdMinutes: 'Hold time',
    orderButton: 'Order button',
    orderPrefix: 'Order prefix',
    returnDays: 'Return period',
    returnAddress: 'Return address',
  },
  schema: SettingsFields.pick({
    guestCheckout: true,
    phoneField: true,
    companyField: true,
    vatNumberField: true,
    minimumOrder: true,
    holdMinutes: true,
    orderButton: true,
    orderPrefix: true,
    returnDays: true,
    returnAddress: true,
  }),
  amountsOf: () => ['minimumOrder'],
  valuesOf: (settings) => ({
    guestCheckout: String(settings.guestCheckout),
    phoneField: settings.phoneField,
    companyField: settings.companyField,
    vatNumberField: settings.vatNumberField,
    minimumOrder: settings.minimumOrder,
    holdMinutes: String(settings.holdMinutes),
    orderButton: settings.orderButton,
    orderPrefix: settings.orderPrefix,
    returnDays: String(settings.returnDays),
    returnAddress: settings.returnAddress,
  }),
  Fields: () => (
    <>
      <SettingsSelect
        name="guestCheckout"
        hint={t('Visitors who must sign in keep their cart, and can create an account on the way.')}
      >
        <option value="true">{t('Anyone can order')}</option>
        <option value="false">{t('Only with an account')}</option>
      </SettingsSelect>
      <FieldSelect
        name="phoneField"
        hint={t('Carriers call about a delivery. Wallets ask for it only if it’s required.')}
      />
      <FieldSelect
        name="companyField"
        hint={t(
          'Part of the address on packing slips. If it’s required, wallets aren’t offered, because they don’t know it.',
        )}
      />
      <FieldSelect
        name="vatNumberField"
        hint={t(
          'Asked in other EU countries than the one where you’re registered for VAT. If it’s required there, wallets aren’t offered.',
        )}
      />
      <AmountField
        name="minimumOrder"
        hint={t(
          'The least value of an order’s items, before shipping and taxes that are added. Enter 0 for none.',
        )}
      />
      <SettingsField
        name="holdMinutes"
        inputMode="numeric"
        hint={t('Minutes that stock stays reserved while an order is being paid.')}
      />
      <SettingsSelect
        name="orderButton"
        hint={t(
          'The law of the EU requires that the button names the obligation to pay. Applies once you ship to the EU.',
        )}
      >
        {ORDER_BUTTONS.map((button) => (
          <option key={button} value={button}>
            {ORDER_BUTTON_LABELS[button]}
          </option>
        ))}
      </SettingsSelect>
      <SettingsField
        name="orderPrefix"
        autoCapitalize="characters"
        spellCheck={false}
        hint={t('The numbers of new orders begin with it, as in PL-7K3F-92QX. Earlier orders keep theirs.')}
      />
      <SettingsField
        name="returnDays"
        inputMode="numeric"
        hint={t(
          'Days after delivery during which customers can return new orders. At least 14 if you ship to the EU.',
        )}
      />
      <SettingsTextArea
        name="returnAddress"
        rows={4}
        autoComplete="off"
        hint={t('Customers who request a return get it by email. Leave empty to email it to them yourself.')}
      />
    </>
  ),
})
