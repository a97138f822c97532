import type { Settings } from '../../settings/settings.ts'
import { type Platform, PlatformError } from '../platform.ts'

/**
 * Rejects a store whose prices have another meaning than the shop's: another currency, or taxes included on only one
 * side. @throws PlatformError
 */
export async function checkPrices(
  platform: Platform,
  shop: Pick<Settings, 'currency' | 'taxes'>,
): Promise<void> {
  const { currency, taxesIncluded } = await platform.prices()
  const { code } = shop.currency
  if (currency !== code)
    throw new PlatformError(
      'mismatch',
      `This store's prices are in ${currency}, but the shop's are in ${code}. Nothing was changed.`,
      `currency ${currency}`,
    )
  const { mode, pricesIncludeTax } = shop.taxes
  if (mode === 'none' || taxesIncluded === pricesIncludeTax) return
  const [store, here] = taxesIncluded ? ['include', 'don’t'] : ['don’t include', 'do']
  throw new PlatformError(
    'mismatch',
    `This store’s prices ${store} taxes, but the shop’s ${here}. Change the tax setting of one of them. Nothing was changed.`,
    `taxes ${taxesIncluded ? 'included' : 'not included'}`,
  )
}
