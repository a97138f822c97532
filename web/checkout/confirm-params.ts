import { isoCountry } from '#contract/checkout/rules.ts'
import type { BillingInfo, OrderAddresses } from '#contract/checkout/shipping.ts'

/** What the card provider is told beside the card, in its own words; the United Kingdom is 'GB' there. */
export function confirmParams({ shippingInfo, billingInfo }: OrderAddresses, returnUrl: string) {
  const { phone, email } = shippingInfo
  return {
    return_url: returnUrl,
    shipping: { ...partyOf(shippingInfo), phone },
    payment_method_data: { billing_details: { ...partyOf(billingInfo ?? shippingInfo), email, phone } },
  }
}

function partyOf(info: BillingInfo) {
  return {
    name: `${info.firstName} ${info.lastName}`,
    address: {
      line1: info.address,
      line2: '',
      city: info.city,
      state: info.state,
      postal_code: info.zipCode,
      country: isoCountry(info.country),
    },
  }
}
