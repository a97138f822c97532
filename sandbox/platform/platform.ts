import type { FastifyInstance } from 'fastify'
import { html } from '../html.ts'
import { section } from '../layout.ts'
import type { StandIn, World } from '../stand-in.ts'
import { startWork, type Work, workTables } from '../work.ts'
import { mountApi } from './api/api-routes.ts'
import { openBucket } from './api/bucket.ts'
import { tokenTables } from './api/tokens.ts'
import { mountBulkFiles } from './bulk/bulk-files.ts'
import { bulkTables, bulkWork } from './bulk/bulk-operations.ts'
import { runningBulk } from './bulk/run-bulk.ts'
import { stockShelvesOnce } from './catalogue/first-products.ts'
import { countProducts, productTables } from './catalogue/product-tables.ts'
import { mountEditorApi } from './editor/editor-api.ts'
import { mountEditorPages } from './editor/editor-pages.ts'
import { faultKinds } from './fault-kinds.ts'
import { mountImages } from './images/image-routes.ts'
import { adjustmentTables } from './inventory/adjust.ts'
import { demoApp, demoShop, type Platform, service } from './provider.ts'
import { readSettings, settingTables } from './settings.ts'
import { delivering } from './webhooks/deliver.ts'
import { deliverWork, deliveryTables } from './webhooks/deliveries.ts'
import { subscriptionTables } from './webhooks/subscriptions.ts'

/** Shopify, played: the part of its Admin API by which a shop follows a catalogue, and an editor for that. */
export const platform: StandIn = {
  service,
  title: 'E-commerce platform',
  tables: [
    productTables,
    tokenTables,
    settingTables,
    subscriptionTables,
    deliveryTables,
    bulkTables,
    adjustmentTables,
    workTables,
  ].join('\n'),
  faults: faultKinds,
  async mount(app, world) {
    const platform = openPlatform(app, world)
    stockShelvesOnce(world.store)
    await mountApi(app, platform)
    mountImages(app)
    mountBulkFiles(app, platform)
    mountEditorApi(app, platform)
    mountEditorPages(app, platform, world)
  },
  indexSection: ({ store, url }) =>
    section(
      'platform',
      'E-commerce platform',
      html`<p>The store ${demoShop.name}, from which the shop can take its catalogue. It has ${countProducts(store)} products.</p>
<p><a class="button" href="/platform">Open the store editor</a></p>
<dl class="facts">
<div><dt>Store URL</dt><dd>${url}</dd></div>
<div><dt>API key</dt><dd>${demoApp.apiKey}</dd></div>
<div><dt>API secret</dt><dd>${readSettings(store).apiSecret}</dd></div>
<div><dt>Access token</dt><dd>${demoApp.accessToken}</dd></div>
</dl>`,
    ),
}

function openPlatform(app: FastifyInstance, world: World): Platform {
  const { url, store, faults, stopping } = world
  let work: Work | undefined
  const bucket = openBucket(() => {
    const { bucketSize, restoreRate } = readSettings(store)
    return { size: bucketSize, rate: restoreRate }
  })
  const platform: Platform = { url, store, faults, stopping, bucket, wake: () => work?.wake() }
  work = startWork(store, { [deliverWork]: delivering(platform), [bulkWork]: runningBulk(platform) })
  app.addHook('onClose', () => work.stop())
  return platform
}
