import type { StripeSettings } from '../stripe-settings.ts'
import type { CardProvider } from './provider.ts'
import { openStripe } from './stripe.ts'

/** The card provider of the shop. */
export function openCards(settings: StripeSettings): CardProvider {
  return openStripe(settings)
}
