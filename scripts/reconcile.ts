import { readConfig, SettingsError } from '../server/config.ts'
import { openShop } from '../server/open-shop.ts'
import { ProviderError } from '../server/payments/provider.ts'
import { reconcile } from '../server/payments/reconcile.ts'
import { openDatabase } from '../server/platform/db/database.ts'

/**
 * `npm run reconcile` compares payments with the provider, the stock with its movements, and the audit log with its hash
 * chain, as the shop does every night. It lists every discrepancy, and exits with code 1 if one needs review. The shop may
 * keep running.
 */
try {
  const config = readConfig()
  const { shop, close } = await openShop(config, () => openDatabase({ ...config, isShared: true }))
  try {
    const { compared, discrepancies, seal } = await reconcile(shop.db, shop.gateway, shop.config)
    for (const { kind, subject, text, isRepaired } of discrepancies)
      console.log(`${isRepaired ? 'resolved' : 'NEEDS REVIEW'}  ${kind}  ${subject}: ${text}`)
    const open = discrepancies.filter(({ isRepaired }) => !isRepaired).length
    console.log(
      `Payments and refunds compared: ${compared}. Discrepancies resolved: ${discrepancies.length - open}. Needs review: ${open}.`,
    )
    if (seal) console.log(`Audit log checkpoint: ${seal}`)
    process.exitCode = open > 0 ? 1 : 0
  } finally {
    await close()
  }
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof ProviderError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
