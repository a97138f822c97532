import type { Emulator } from '../emulator.ts'
import type { FaultKind } from '../faults.ts'
import { html } from '../html.ts'
import { facts, section } from '../layout.ts'
import { deliver, deliveryWork, webhookFaults } from '../webhooks.ts'
import { mountApi, tokenTables } from './api/api-routes.ts'
import { openBucket } from './api/bucket.ts'
import { bulkTables, bulkWork, mountBulkFiles } from './bulk/bulk-operations.ts'
import { stockShelvesOnce } from './catalogue/first-products.ts'
import { countProducts, productTables } from './catalogue/product-tables.ts'
import { mountEditor } from './editor/routes.ts'
import { mountImages } from './images.ts'
import { adjustmentTables } from './inventory/adjust.ts'
import { demoApp, demoShop, type Platform, readPlatformSettings, service } from './provider.ts'
import { senderOf, subscriptionTables } from './webhooks.ts'

const faults: readonly FaultKind[] = [
  { kind: 'slow', does: 'The API waits before it responds.', delayMs: 3000 },
  { kind: 'unauthorized', does: 'The API rejects a good access token with 401, as if it was revoked.' },
  {
    kind: 'throttled',
    does: 'All points of the app are spent: the API returns 200 with the error THROTTLED.',
  },
  {
    kind: 'too-many-requests',
    does: 'The API rejects a request with 429, and says when to retry.',
    delayMs: 1000,
  },
  { kind: 'internal-error', does: 'The API returns 200 with an internal error and no data.' },
  { kind: 'lost-page', does: 'The connection breaks in the middle of a response.' },
  { kind: 'timeout', does: 'The API does not respond; then the connection is cut.', delayMs: 30_000 },
  ...webhookFaults('a change'),
  { kind: 'bulk-limit', does: 'A bulk operation is rejected: too many run at the same time.' },
  { kind: 'bulk-slow', does: 'A bulk operation runs for a long time.', delayMs: 15_000 },
  { kind: 'bulk-fails', does: 'A bulk operation fails after its first page.' },
  { kind: 'bulk-cut', does: 'The file of a bulk operation breaks off in the middle.' },
  {
    kind: 'bulk-inside',
    does: 'The URL of a bulk operation’s file leads to a host inside the network, as that of a hostile platform may.',
  },
  { kind: 'no-location', does: 'No product is stocked at any location.' },
  { kind: 'inventory-busy', does: 'An adjustment of inventory is rejected for now.' },
  { kind: 'lost-adjustment', does: 'Inventory is adjusted, but the connection breaks before the response.' },
  { kind: 'no-write-access', does: 'The app may read inventory, but not adjust it.' },
  { kind: 'down', does: 'The platform is unavailable: it returns 503, with a page instead of data.' },
]

/** Emulates Shopify: the part of its Admin API that a shop syncs its catalog with, and an editor for that catalog. */
export const platform: Emulator = {
  service,
  title: 'E-commerce platform',
  tables: [productTables, tokenTables, subscriptionTables, bulkTables, adjustmentTables].join('\n'),
  faults,
  async mount(app, world) {
    const { store, work } = world
    const bucket = openBucket(() => {
      const { bucketSize, restoreRate } = readPlatformSettings(store)
      return { size: bucketSize, rate: restoreRate }
    })
    const platform: Platform = { ...world, bucket }
    work.on(deliveryWork(service), deliver(platform, senderOf(platform)))
    work.on(bulkWork, async (subject) => (await import('./bulk/run-bulk.ts')).runBulk(platform)(subject))
    stockShelvesOnce(store)
    await mountApi(app, platform)
    mountImages(app)
    mountBulkFiles(app, platform)
    mountEditor(app, platform)
  },
  indexSection: ({ store, url }) =>
    section(
      'platform',
      'E-commerce platform',
      html`<p>The store ${demoShop.name}, whose catalog the shop can import. It has ${countProducts(store)} products.</p>
<p><a class="button" href="/platform">Open the store editor</a></p>
${facts([
  ['Store URL', url],
  ['API key', demoApp.apiKey],
  ['API secret', readPlatformSettings(store).apiSecret],
  ['Access token', demoApp.accessToken],
])}`,
    ),
}
