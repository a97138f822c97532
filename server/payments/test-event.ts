import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type CardProvider, ProviderError } from './provider.ts'

/**
 * Makes the provider send a webhook, which proves the whole way: keys, network, address and signing secret.
 * @returns when it was asked for @throws ShopError 503 with the provider's own words, which an admin may read
 */
export async function askForTestEvent(cards: CardProvider): Promise<{ askedAt: string }> {
  const askedAt = now().toISOString()
  try {
    await cards.causeTestEvent()
    return { askedAt }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const message =
      error.kind === 'refused' || error.kind === 'unauthorized'
        ? `${cards.name} refused: ${error.message}`
        : `${cards.name} could not be reached. Please try again.`
    throw new ShopError(503, 'unavailable', message, { retryAfter: 5, cause: error })
  }
}
