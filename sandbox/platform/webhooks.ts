import { createHmac, randomUUID } from 'node:crypto'
import { insertRow, listRows, type Store } from '../store.ts'
import { queueWebhooks, type Sender } from '../webhooks.ts'
import { globalId, type PageArguments, pageOf, type RequestContext } from './api/connections.ts'
import type { ProductRecord } from './catalog/products.ts'
import { levelPayload } from './inventory/items.ts'
import { demoApp, demoShop, type Platform, service, supportedVersions } from './provider.ts'

export const topics = {
  INVENTORY_LEVELS_UPDATE: 'inventory_levels/update',
  PRODUCTS_CREATE: 'products/create',
  PRODUCTS_DELETE: 'products/delete',
  PRODUCTS_UPDATE: 'products/update',
} as const
type Topic = keyof typeof topics
type ProductTopic = Exclude<Topic, 'INVENTORY_LEVELS_UPDATE'>

interface Subscription {
  id: number
  topic: Topic
  uri: string
}

export const subscriptionTables = `
  create table if not exists platform_webhook_subscriptions (
    id integer primary key autoincrement,
    topic text not null,
    uri text not null,
    unique (topic, uri)
  ) strict;
`

/** Fields of the query and mutation roots for webhooks. */
export function webhookFields({ store }: Platform) {
  return {
    webhookSubscriptions: (page: PageArguments, context: RequestContext) =>
      pageOf(listSubscriptions(store).map(subscriptionFields))(page, context),

    webhookSubscriptionCreate({ topic, webhookSubscription: { uri } }: CreateArguments) {
      // The platform accepts only https, which a demo on one machine doesn't have.
      if (!uri || !URL.canParse(uri) || !/^https?:$/.test(new URL(uri).protocol)) {
        return rejected('Address is invalid')
      }
      const row = insertRow<Subscription>(
        store,
        'platform_webhook_subscriptions',
        { topic, uri },
        'or ignore',
      )
      if (!row) return rejected('Address for this topic has already been taken')
      return { webhookSubscription: subscriptionFields(row), userErrors: [] }
    },
  }
}

interface CreateArguments {
  topic: Topic
  webhookSubscription: { uri?: string | null }
}

export function listSubscriptions(store: Store): Subscription[] {
  return listRows<Subscription>(store, 'select * from platform_webhook_subscriptions order by id')
}

/** Queues a webhook about a changed product for every subscription. */
export function sendProductWebhook(platform: Platform, topic: ProductTopic, product: ProductRecord) {
  sendWebhook(platform, topic, topic === 'PRODUCTS_DELETE' ? { id: product.id } : payloadOf(product))
}

/** Queues webhooks about the variants whose inventory changed. The platform sends them in addition to the product's. */
export function sendInventoryWebhooks(platform: Platform, before: ProductRecord, after: ProductRecord) {
  const known = new Map(before.variants.map(({ id, inventoryQuantity }) => [id, inventoryQuantity]))
  for (const variant of after.variants)
    if (known.get(variant.id) !== variant.inventoryQuantity)
      sendWebhook(platform, 'INVENTORY_LEVELS_UPDATE', levelPayload(variant, after.updatedAt))
}

function sendWebhook(platform: Platform, topic: Topic, payload: object) {
  const body = JSON.stringify(payload)
  const webhooks = listSubscriptions(platform.store)
    .filter((one) => one.topic === topic)
    .map(({ id }) => ({ webhook_id: randomUUID(), listener: String(id) }))
  queueWebhooks(platform, { service, topic, body }, webhooks)
}

export function senderOf({ store }: Platform): Sender {
  const subscriptionOf = (listener: string) =>
    listSubscriptions(store).find(({ id }) => String(id) === listener)
  return {
    service,
    // The platform documents eight retries within four hours at increasing intervals, but not the intervals themselves.
    waits: [1, 2, 4, 8, 15, 30, 60, 120].map((minutes) => minutes * 60_000),
    timeoutMs: 5000,
    speed: () => 1,
    request({ listener, body, webhook_id: id, triggered_at: triggered }) {
      const subscription = subscriptionOf(listener)
      if (!subscription) return null
      const headers = {
        'content-type': 'application/json',
        'x-shopify-topic': topics[subscription.topic],
        'x-shopify-hmac-sha256': createHmac('sha256', demoApp.apiSecret).update(body).digest('base64'),
        'x-shopify-shop-domain': demoShop.domain,
        'x-shopify-api-version': supportedVersions.at(-1) ?? '',
        'x-shopify-webhook-id': id,
        'x-shopify-triggered-at': triggered,
      }
      return { url: subscription.uri, body, headers }
    },
  }
}

/** The part of the payload that identifies the changed product. Clients query the rest. */
function payloadOf({ id, title, handle, status, updatedAt }: ProductRecord) {
  return {
    admin_graphql_api_id: globalId('Product', id),
    id,
    title,
    handle,
    status: status.toLowerCase(),
    updated_at: updatedAt,
  }
}

function subscriptionFields({ id, topic, uri }: Subscription) {
  return { id: globalId('WebhookSubscription', id), topic, uri }
}

function rejected(message: string) {
  return { webhookSubscription: null, userErrors: [{ field: ['webhookSubscription', 'uri'], message }] }
}
