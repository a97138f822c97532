import { type PageArguments, pageOfList } from '../api/connections.ts'
import { globalId, readGlobalId } from '../api/global-ids.ts'
import { supportedVersions } from '../api/versions.ts'
import { momentOf } from '../catalogue/product-tables.ts'
import type { Platform } from '../provider.ts'
import {
  addSubscription,
  dropSubscription,
  findSubscription,
  listSubscriptions,
  moveSubscription,
  type Subscription,
  type Topic,
} from './subscriptions.ts'

interface Wish {
  webhookSubscription: { uri?: string | null }
}

/** The fields of the roots that are about webhooks. */
export function webhookFields({ store }: Platform) {
  const isTaken = (topic: Topic, uri: string, id: number) =>
    listSubscriptions(store).some((one) => one.topic === topic && one.uri === uri && one.id !== id)

  return {
    webhookSubscriptions: (page: PageArguments) =>
      pageOfList(listSubscriptions(store).map(subscriptionFields), page),

    webhookSubscriptionCreate({ topic, webhookSubscription: { uri } }: Wish & { topic: Topic }) {
      if (!isAddress(uri)) return refused('Address is invalid')
      const subscription = addSubscription(store, topic, uri)
      return subscription ? done(subscription) : refused('Address for this topic has already been taken')
    },

    webhookSubscriptionUpdate({ id, webhookSubscription: { uri } }: Wish & { id: string }) {
      const subscription = subscriptionAt(store, id)
      if (!subscription) return refused('Webhook subscription does not exist', ['id'])
      if (!isAddress(uri)) return refused('Address is invalid')
      if (isTaken(subscription.topic, uri, subscription.id))
        return refused('Address for this topic has already been taken')
      moveSubscription(store, subscription.id, uri)
      return done(findSubscription(store, subscription.id) ?? subscription)
    },

    webhookSubscriptionDelete({ id }: { id: string }) {
      const subscription = subscriptionAt(store, id)
      const problem = [{ field: ['id'], message: 'Webhook subscription does not exist' }]
      if (!subscription) return { deletedWebhookSubscriptionId: null, userErrors: problem }
      dropSubscription(store, subscription.id)
      return { deletedWebhookSubscriptionId: id, userErrors: [] }
    },
  }
}

export function subscriptionAt(store: Platform['store'], id: string): Subscription | null {
  const read = readGlobalId(id)
  return read.type === 'WebhookSubscription' ? findSubscription(store, read.id) : null
}

export function subscriptionFields(subscription: Subscription) {
  const newest = supportedVersions.at(-1) ?? ''
  return {
    __typename: 'WebhookSubscription',
    id: globalId('WebhookSubscription', subscription.id),
    topic: subscription.topic,
    uri: subscription.uri,
    format: 'JSON',
    apiVersion: { handle: newest, displayName: newest, supported: true },
    createdAt: momentOf(subscription.created_at),
    updatedAt: momentOf(subscription.updated_at),
  }
}

function done(subscription: Subscription) {
  return { webhookSubscription: subscriptionFields(subscription), userErrors: [] }
}

function refused(message: string, field = ['webhookSubscription', 'uri']) {
  return { webhookSubscription: null, userErrors: [{ field, message }] }
}

/** The platform takes https only; on one machine there is none. */
function isAddress(uri: string | null | undefined): uri is string {
  return typeof uri === 'string' && URL.canParse(uri) && /^https?:$/.test(new URL(uri).protocol)
}
