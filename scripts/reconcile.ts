import { readConfig, SettingsError } from '../server/config.ts'
import { openShop } from '../server/open-shop.ts'
import { ProviderError } from '../server/payments/provider.ts'
import { reconcile } from '../server/payments/reconcile.ts'

/**
 * `npm run reconcile` compares every payment with the payment provider, the stock with its journal and the audit log with its
 * seals, as the shop does every night. What it repairs and what it leaves to a person is said line by line; exit code 1 when something is left.
 * An embedded database belongs to the shop that runs on it: stop that one first.
 */
try {
  const { shop, close } = await openShop(readConfig())
  try {
    const { compared, findings, seal } = await reconcile(shop.db, shop.cards, shop.config)
    for (const { kind, subject, text, isRepaired } of findings)
      console.log(`${isRepaired ? 'repaired' : 'PLEASE LOOK'}  ${kind}  ${subject}: ${text}`)
    const open = findings.filter(({ isRepaired }) => !isRepaired).length
    console.log(
      `${compared} payments and refunds compared, ${findings.length - open} repaired, ${open} for a person.`,
    )
    if (seal) console.log(`The newest seal of the audit log: ${seal}`)
    process.exitCode = open > 0 ? 1 : 0
  } finally {
    await close()
  }
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof ProviderError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
