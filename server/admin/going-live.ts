import type { GoingLive } from '#contract/admin/going-live.ts'
import { listDemoProducts } from '../catalog/demo-products.ts'
import type { PaymentGateway } from '../payments/provider.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import { findOpeningFacts } from './opening-queries.ts'

type Place = { demo: boolean; publicUrl: string }

/**
 * Finds out what the shop still needs before it opens. In the demo, nothing that only a real provider, mail server, or address
 * can prove is met.
 */
export async function readGoingLive(
  db: Db,
  { demo, publicUrl }: Place,
  { isLive }: Pick<PaymentGateway, 'isLive'>,
): Promise<GoingLive> {
  const settings = await readSettings(db)
  const demoProducts = (await listDemoProducts(db)).length
  const facts = await findOpeningFacts(db, isLive)
  return {
    isMet: {
      products: facts.products > 0 && demoProducts === 0,
      business: settings.business.legalName !== '',
      places: settings.zones !== null,
      taxes: settings.taxes.mode !== 'none',
      address: !demo && publicUrl.startsWith('https://'),
      email: !demo && facts.emailWasSent,
      payments: !demo && isLive,
      webhook: !demo && facts.webhookCame,
      purchase: !demo && facts.purchaseWasRefunded,
      secondFactor: facts.allHaveSecondFactors,
      backup: facts.backupIsRecent,
    },
    demoProducts,
  }
}
