import type { StripeSettings } from '../stripe-settings.ts'
import type { PaymentGateway } from './provider.ts'
import { openStripe } from './stripe.ts'

/** Opens the shop's payment provider. @param shopId marks the shop's own objects there */
export function openCards(settings: StripeSettings, shopId: string): PaymentGateway {
  return openStripe(settings, shopId)
}
