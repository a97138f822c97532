/** The GraphQL queries and mutations sent to the platform. */

/** Number of nested objects requested with a product. For the few products with more, separate queries fetch the rest. */
const VARIANTS = 10
const MEDIA = 10
const COLLECTIONS = 5
/** Maximum number of images that the shop stores per product. */
const MEDIA_MOST = 20
const VARIANTS_AT_ONCE = 100
/** Maximum number of locations read per inventory item. */
const LEVELS = 10

const FACTS = `
  id handle title descriptionHtml status publishedAt isGiftCard requiresSellingPlan productType updatedAt
  options { name optionValues { name } } variantsCount { count }`
const VARIANT = `
  id sku barcode price compareAtPrice inventoryPolicy inventoryQuantity selectedOptions { name value }
  inventoryItem { tracked requiresShipping measurement { weight { value unit } } }`
const IMAGE = 'alt ... on MediaImage { image { url } }'
const COLLECTION = 'handle title'
const PAGE_INFO = 'pageInfo { hasNextPage endCursor }'

const VARIANT_NODE = `${VARIANT} media(first: 1) { nodes { ${IMAGE} } }`

const product = (variants: number, media: number) => `${FACTS}
  media(first: ${media}) { nodes { ${IMAGE} } ${PAGE_INFO} }
  variants(first: ${variants}) { nodes { ${VARIANT_NODE} } ${PAGE_INFO} }
  collections(first: ${COLLECTIONS}) { nodes { ${COLLECTION} } }`

export const PRODUCTS = `query Products($first: Int!, $after: String, $query: String) {
  products(first: $first, after: $after, query: $query, sortKey: ID) {
    nodes { ${product(VARIANTS, MEDIA)} }
    ${PAGE_INFO}
  }
}`

export const PRODUCT = `query Product($id: ID!) {
  product(id: $id) { ${product(VARIANTS_AT_ONCE, MEDIA_MOST)} }
}`

export const MORE_VARIANTS = `query Variants($id: ID!, $after: String!) {
  product(id: $id) {
    variants(first: ${VARIANTS_AT_ONCE}, after: $after) { nodes { ${VARIANT_NODE} } ${PAGE_INFO} }
  }
}`

export const PRODUCT_OF_ITEM = `query ProductOfItem($id: ID!) {
  inventoryItem(id: $id) { variants(first: 1) { nodes { product { id } } } }
}`

export const SHOP = 'query Shop { shop { currencyCode taxesIncluded } }'

export const COUNT = 'query Count { productsCount(limit: null) { count } }'

export const INVENTORY = `query Inventory($id: ID!) {
  productVariant(id: $id) {
    inventoryItem {
      id tracked
      inventoryLevels(first: ${LEVELS}) {
        nodes { isActive location { id } quantities(names: ["available"]) { quantity } }
      }
    }
  }
}`

/**
 * Since version 2026-04 the directive is required, and so is `changeFromQuantity`, even if null. An inventory level has
 * `isActive` since that version, too.
 */
export const ADJUST = `mutation Adjust($input: InventoryAdjustQuantitiesInput!, $key: String!) {
  inventoryAdjustQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id }
    userErrors { code message }
  }
}`

export const SUBSCRIPTIONS = `query Subscriptions($after: String) {
  webhookSubscriptions(first: 50, after: $after) { nodes { topic uri } ${PAGE_INFO} }
}`

export const SUBSCRIBE = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    webhookSubscription { id }
    userErrors { message }
  }
}`

/** Query for a bulk operation: all data of all products. */
export const BULK = `{
  products {
    edges {
      node {
        __typename ${FACTS}
        media { edges { node { __typename ${IMAGE} } } }
        variants { edges { node { __typename ${VARIANT} media { edges { node { __typename ${IMAGE} } } } } } }
        collections { edges { node { __typename ${COLLECTION} } } }
      }
    }
  }
}`

export const RUN_BULK = `mutation Bulk($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) {
    bulkOperation { id }
    userErrors { code message }
  }
}`

/** Lists bulk operations, newest first as the platform sorts them. An app may have several at a time. */
export const NEWEST_BULKS = `query NewestBulks {
  bulkOperations(first: 10, query: "operation_type:query") { nodes { id status createdAt query } }
}`

export const BULK_STATE = `query BulkState($id: ID!) {
  bulkOperation(id: $id) { status errorCode url }
}`
