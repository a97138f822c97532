import { isDeepStrictEqual } from 'node:util'
import type { GoingLive } from '#contract/admin/going-live.ts'
import { NO_BRAND } from '#contract/looks/brand.ts'
import { INSTALLED_HOME } from '#contract/looks/home.ts'
import { listDemoCategories, listDemoProducts } from '../catalog/demo-products.ts'
import type { PaymentGateway } from '../payments/provider.ts'
import { listTestOrders } from '../payments/removal-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings, shipsToEu } from '../settings/settings.ts'
import { findOpeningFacts } from './opening-queries.ts'

/** Pages whose installed texts describe the demo. The second two are required of shops that sell into the EU. */
const LEGAL = { all: ['privacy-policy', 'terms-conditions'], eu: ['imprint', 'withdrawal-policy'] } as const

type Place = { demo: boolean; publicUrl: string }

/**
 * Finds out what the shop still needs before it opens. In the demo, nothing that only a real provider, mail server, or address
 * can prove is met.
 */
export async function readGoingLive(
  db: Db,
  { demo, publicUrl }: Place,
  gateway: Pick<PaymentGateway, 'isLive' | 'findKeyProblem'>,
): Promise<GoingLive> {
  const paymentProblem = await gateway.findKeyProblem()
  const { isLive } = gateway
  const settings = await readSettings(db)
  const demoProducts = (await listDemoProducts(db)).length
  const legal: string[] = [...LEGAL.all, ...(shipsToEu(settings) ? LEGAL.eu : [])]
  const entered = {
    keysChangedAt: settings.stripeKeys?.changedAt ?? null,
    mailChangedAt: settings.mailServer?.changedAt ?? null,
  }
  const facts = await findOpeningFacts(db, isLive, entered)
  return {
    isMet: {
      products: facts.products > 0 && demoProducts === 0,
      business: settings.business.legalName !== '',
      places: settings.zones !== null,
      taxes: settings.taxes.mode !== 'none',
      look: !isDeepStrictEqual([settings.brand, settings.home], [NO_BRAND, INSTALLED_HOME]),
      legal: legal.every((page) => facts.publishedPages.includes(page)),
      address: !demo && publicUrl.startsWith('https://'),
      email: !demo && facts.emailWasSent,
      payments: !demo && isLive && paymentProblem === null,
      webhook: !demo && facts.webhookCame,
      purchase: !demo && facts.purchaseWasRefunded,
      secondFactor: facts.allHaveSecondFactors,
      backup: facts.backupIsRecent,
    },
    isDemo: demo,
    paymentProblem,
    demoProducts,
    demoCategories: demoProducts > 0 ? (await listDemoCategories(db)).map(({ name }) => name) : [],
    testOrders: isLive ? (await listTestOrders(db)).length : 0,
  }
}
