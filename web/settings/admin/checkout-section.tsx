import { ORDER_BUTTON_LABELS, ORDER_BUTTONS } from '#contract/checkout/order-button.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import { AmountField, SettingsField, SettingsSelect, settingsSection } from './settings-section.tsx'

export const checkoutSection = settingsSection({
  title: 'Checkout',
  labels: {
    guestCheckout: 'Guest checkout',
    minimumOrder: 'Minimum order',
    holdMinutes: 'Hold time',
    orderButton: 'Order button',
  },
  schema: SettingsFields.pick({
    guestCheckout: true,
    minimumOrder: true,
    holdMinutes: true,
    orderButton: true,
  }),
  amountsOf: () => ['minimumOrder'],
  valuesOf: ({ guestCheckout, minimumOrder, holdMinutes, orderButton }) => ({
    guestCheckout: String(guestCheckout),
    minimumOrder,
    holdMinutes: String(holdMinutes),
    orderButton,
  }),
  Fields: () => (
    <>
      <SettingsSelect
        name="guestCheckout"
        hint="Visitors who must sign in keep their cart, and can create an account on the way."
      >
        <option value="true">Anyone can order</option>
        <option value="false">Only with an account</option>
      </SettingsSelect>
      <AmountField
        name="minimumOrder"
        hint="The least value of an order’s items, before shipping and taxes that are added. Enter 0 for none."
      />
      <SettingsField
        name="holdMinutes"
        inputMode="numeric"
        hint="Minutes that stock stays reserved while an order is being paid."
      />
      <SettingsSelect
        name="orderButton"
        hint="The law of the EU requires that the button names the obligation to pay. Applies once you ship to the EU."
      >
        {ORDER_BUTTONS.map((button) => (
          <option key={button} value={button}>
            {ORDER_BUTTON_LABELS[button]}
          </option>
        ))}
      </SettingsSelect>
    </>
  ),
})
