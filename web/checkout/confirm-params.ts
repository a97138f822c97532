import { isoCountry } from '#contract/checkout-rules.ts'
import type { ShippingInfo } from '#contract/shipping.ts'

/** What the card provider is told beside the card, in its own words; the United Kingdom is 'GB' there. */
export function confirmParams(info: ShippingInfo, returnUrl: string) {
  const name = `${info.firstName} ${info.lastName}`
  const { phone, email } = info
  const address = {
    line1: info.address,
    line2: '',
    city: info.city,
    state: info.state,
    postal_code: info.zipCode,
    country: isoCountry(info.country),
  }
  return {
    return_url: returnUrl,
    shipping: { name, phone, address },
    payment_method_data: { billing_details: { name, email, phone, address } },
  }
}
