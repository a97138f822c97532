import { beforeAll, expect, test } from 'vitest'
import { deliverWebhooks } from '../../server/webhooks/deliver.ts'
import * as fixtures from '../support/fixtures.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { aReceiver, type Receiver } from '../support/receiver.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

const EVENTS = 40
let shop: TestShop
let receiver: Receiver
beforeAll(async () => {
  shop = await openTestShop({ databaseUrl: await shopDatabase() })
  receiver = await aReceiver()
  const { sandbox } = shop.shop.config
  if (sandbox) sandbox.url = receiver.url
})

test('each webhook event is sent once by concurrent senders', async () => {
  const admin = await fixtures.anAdmin(shop)
  const { webhook } = await admin.call('POST /api/admin/webhooks', {
    url: receiver.url,
    topics: ['product.changed'],
  })
  for (let n = 0; n < EVENTS; n++) await fixtures.aProduct(shop)
  await Promise.all(Array.from({ length: 4 }, () => deliverWebhooks(shop.shop, webhook.id)))
  await shop.runJobs()
  expect(receiver.received).toHaveLength(EVENTS)
  expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(EVENTS)
  expect(await admin.call('GET /api/admin/webhooks')).toMatchObject([{ waiting: 0, failed: 0 }])
})
