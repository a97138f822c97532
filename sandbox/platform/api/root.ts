import { bulkFields, operationAt, operationFields } from '../bulk/bulk-fields.ts'
import { catalogueQueries, productAt } from '../catalogue/catalogue-queries.ts'
import { collections } from '../catalogue/collections.ts'
import { collectionFields, productFields } from '../catalogue/product-fields.ts'
import { adjustmentFields } from '../inventory/adjust.ts'
import { demoShop, type Platform } from '../provider.ts'
import { readSettings } from '../settings.ts'
import { subscriptionAt, subscriptionFields, webhookFields } from '../webhooks/webhook-fields.ts'
import { badRequest } from './connections.ts'
import { globalId, readGlobalId } from './global-ids.ts'

/** Everything that can be asked of the root. */
export function rootOf(platform: Platform) {
  return {
    ...catalogueQueries(platform),
    ...webhookFields(platform),
    ...bulkFields(platform),
    ...adjustmentFields(platform),
    node: ({ id }: { id: string }) => nodeAt(platform, id),
    nodes({ ids }: { ids: string[] }) {
      if (ids.length > 250) throw badRequest('The input array size of ids must not exceed 250.')
      return ids.map((id) => nodeAt(platform, id))
    },
    shop: {
      id: globalId('Shop', demoShop.id),
      name: demoShop.name,
      myshopifyDomain: demoShop.domain,
      currencyCode: readSettings(platform.store).currencyCode,
      weightUnit: demoShop.weightUnit,
    },
  }
}

function nodeAt(platform: Platform, globalId: string) {
  const { type, id } = readGlobalId(globalId)
  if (type === 'Collection') {
    const collection = collections.find((one) => one.id === id)
    return collection ? collectionFields(collection) : null
  }
  if (type === 'WebhookSubscription') {
    const subscription = subscriptionAt(platform.store, globalId)
    return subscription && subscriptionFields(subscription)
  }
  if (type === 'BulkOperation') {
    const operation = operationAt(platform, globalId)
    return operation && operationFields(platform.url, operation)
  }
  const product = productAt(platform, globalId)
  return product && productFields(platform, product)
}
