import type { Emulator } from '../emulator.ts'
import type { FaultKind } from '../faults.ts'
import { html } from '../html.ts'
import { facts, section } from '../layout.ts'
import { deliver, deliveryWork, webhookFaults } from '../webhooks.ts'
import { mountApi } from './api/api-routes.ts'
import { openBucket } from './api/bucket.ts'
import { bulkTables, bulkWork, mountBulkFiles } from './bulk/bulk-operations.ts'
import { seedProductsOnce } from './catalog/first-products.ts'
import { countProducts, productTables } from './catalog/product-tables.ts'
import { mountEditor } from './editor/routes.ts'
import { mountImages } from './images.ts'
import { adjustmentTables } from './inventory/adjust.ts'
import { demoApp, demoShop, type Platform, readPlatformSettings, service } from './provider.ts'
import { senderOf, subscriptionTables } from './webhooks.ts'

const faults: readonly FaultKind[] = [
  { kind: 'slow', does: 'The API waits before it responds.', delayMs: 3000 },
  { kind: 'unauthorized', does: 'The API rejects a valid access token with 401, as if it had been revoked.' },
  {
    kind: 'throttled',
    does: 'The API returns 200 with the error THROTTLED, as if the app had used up its points.',
  },
  {
    kind: 'too-many-requests',
    does: 'The API rejects a request with 429 and a Retry-After header.',
    delayMs: 1000,
  },
  { kind: 'internal-error', does: 'The API returns 200 with an internal error and no data.' },
  { kind: 'lost-page', does: 'The connection breaks in the middle of a response.' },
  { kind: 'timeout', does: 'The API does not respond and closes the connection.', delayMs: 30_000 },
  ...webhookFaults('a change'),
  { kind: 'bulk-limit', does: 'A bulk operation is rejected because too many are running.' },
  { kind: 'bulk-slow', does: 'A bulk operation runs for a long time.', delayMs: 15_000 },
  { kind: 'bulk-fails', does: 'A bulk operation fails after its first page.' },
  { kind: 'bulk-cut', does: 'The file of a bulk operation breaks off in the middle.' },
  {
    kind: 'bulk-inside',
    does: 'The URL of a bulk operation’s file points to a private host, as a malicious platform’s might.',
  },
  { kind: 'no-location', does: 'No product is stocked at any location.' },
  { kind: 'inventory-busy', does: 'An inventory adjustment is rejected temporarily.' },
  { kind: 'lost-adjustment', does: 'Inventory is adjusted, but the connection breaks before the response.' },
  { kind: 'no-write-access', does: 'The app may read inventory, but not adjust it.' },
  { kind: 'down', does: 'The platform is unavailable: it returns 503 with an HTML page instead of JSON.' },
]

/** Emulates Shopify: the part of its Admin API that a shop uses to sync its catalog, and an editor for that catalog. */
export const platform: Emulator = {
  service,
  title: 'E-commerce platform',
  tables: [productTables, subscriptionTables, bulkTables, adjustmentTables].join('\n'),
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
    seedProductsOnce(store)
    await mountApi(app, platform)
    mountImages(app)
    mountBulkFiles(app, platform)
    mountEditor(app, platform)
  },
  indexSection: ({ store, url }) =>
    section(
      'platform',
      'E-commerce platform',
      html`<p>The demo store ${demoShop.name}. The shop can import its catalog. It has ${countProducts(store)} products.</p>
<p><a class="button" href="/platform">Open store editor</a></p>
${facts([
  ['Store URL', url],
  ['API key', demoApp.apiKey],
  ['API secret', demoApp.apiSecret],
  ['Access token', demoApp.accessToken],
])}`,
    ),
}
