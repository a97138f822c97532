import { type Platform, PlatformError } from './platform.ts'

/** The shop's currency (contract section 1). */
const CURRENCY = 'USD'

/** Rejects a store whose prices aren't in dollars. @throws PlatformError */
export async function checkCurrency(platform: Platform): Promise<void> {
  const currency = await platform.currency()
  if (currency === CURRENCY) return
  const message = `This store's prices are in ${currency}, but the shop's are in ${CURRENCY}. Nothing was changed.`
  throw new PlatformError('unreadable', message, `currency ${currency}`)
}
