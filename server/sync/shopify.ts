import { walkBulk } from './bulk.ts'
import {
  COUNT,
  MORE_VARIANTS,
  PRODUCT,
  PRODUCT_OF_ITEM,
  PRODUCTS,
  SHOP,
  SUBSCRIBE,
  SUBSCRIPTIONS,
} from './documents.ts'
import { type Link, openGraphql } from './graphql.ts'
import { type Cost, QueryTooExpensive } from './graphql-response.ts'
import { adjust, planChanges } from './inventory.ts'
import { type Platform, PlatformError, type PlatformProduct } from './platform.ts'
import {
  CountAnswer,
  isCut,
  ProductAnswer,
  type ProductNode,
  ProductOfItemAnswer,
  ProductsAnswer,
  ShopAnswer,
  SubscribeAnswer,
  SubscriptionsAnswer,
  toProduct,
  VariantsAnswer,
} from './responses.ts'

/** The platform's maximum page size. */
const MAX = 250
/** Size of the first page. Its cost determines the size of the next one. */
const FIRST = 10
/** Maximum share of the available query points that one query may use, and the platform's maximum cost per query. */
const SHARE = 0.9
const MAX_COST = 1000

/** Connects to Shopify. No other code calls its API. */
export function createShopify(link: Link): Platform {
  const graphql = openGraphql(link)
  let size = FIRST
  return {
    storeUrl: link.storeUrl,
    async prices() {
      const { currencyCode: currency, taxesIncluded } = (await graphql.ask(SHOP, {}, ShopAnswer)).shop
      return { currency, taxesIncluded }
    },
    count: async () => (await graphql.ask(COUNT, {}, CountAnswer)).productsCount?.count ?? 0,
    listAll: (cursor, begun) => walkBulk(graphql, link, cursor, begun),
    async listProducts(cursor, since) {
      const query = since ? `updated_at:>='${since.toISOString()}'` : null
      const { nodes, pageInfo } = await page(cursor, query)
      const products: PlatformProduct[] = []
      for (const node of nodes) {
        const whole = isCut(node) ? await complete(node.id) : toProduct(node, graphql.now())
        if (whole) products.push(whole)
      }
      return { products, next: pageInfo.hasNextPage ? pageInfo.endCursor : null }
    },
    findProduct: complete,
    async findProductOfItem(id) {
      const { inventoryItem } = await graphql.ask(PRODUCT_OF_ITEM, { id }, ProductOfItemAnswer)
      return inventoryItem?.variants?.nodes[0]?.product.id ?? null
    },
    planChanges: (variantId, delta) => planChanges(graphql, variantId, delta),
    adjust: (adjustment) => adjust(graphql, adjustment),
    subscribe: (uri) => subscribe(graphql, uri),
    clock: graphql.clock,
    warning: graphql.warning,
  }

  async function page(after: string | null, query: string | null) {
    for (;;) {
      try {
        const { products } = await graphql.ask(PRODUCTS, { first: size, after, query }, ProductsAnswer)
        const cost = graphql.cost()
        if (cost) size = sizeAfter(size, cost)
        return products
      } catch (error) {
        if (!(error instanceof QueryTooExpensive) || size === 1) throw error
        size = Math.ceil(size / 2)
      }
    }
  }

  /** Fetches one product with all of its variants. */
  async function complete(id: string): Promise<PlatformProduct | null> {
    const { product } = await graphql.ask(PRODUCT, { id }, ProductAnswer)
    if (!product) return null
    const variants = [...product.variants.nodes, ...(await moreVariants(id, product.variants.pageInfo))]
    return toProduct({ ...product, variants: { ...product.variants, nodes: variants } }, graphql.now())
  }

  async function moreVariants(id: string, from: ProductNode['variants']['pageInfo']) {
    const nodes: ProductNode['variants']['nodes'] = []
    for (let info = from; info.hasNextPage; ) {
      const { product } = await graphql.ask(MORE_VARIANTS, { id, after: info.endCursor }, VariantsAnswer)
      if (!product) break
      nodes.push(...product.variants.nodes)
      info = product.variants.pageInfo
    }
    return nodes
  }
}

/** Returns the largest page size that one query can afford, based on the cost of the last one. */
function sizeAfter(size: number, { requestedQueryCost, throttleStatus: { maximumAvailable } }: Cost): number {
  const each = Math.max(requestedQueryCost / size, 1)
  const budget = Math.min(maximumAvailable * SHARE, MAX_COST * SHARE)
  return Math.min(MAX, Math.max(1, Math.floor(budget / each)))
}

type Graphql = ReturnType<typeof openGraphql>

const TOPICS = ['PRODUCTS_CREATE', 'PRODUCTS_UPDATE', 'PRODUCTS_DELETE', 'INVENTORY_LEVELS_UPDATE']

/** Subscribes a URL to changes of products and inventory, and keeps existing subscriptions. @throws PlatformError */
async function subscribe(graphql: Graphql, uri: string): Promise<void> {
  const registered = await topicsAt(graphql, uri)
  for (const topic of TOPICS.filter((topic) => !registered.has(topic))) {
    const { webhookSubscriptionCreate: made } = await graphql.ask(SUBSCRIBE, { topic, uri }, SubscribeAnswer)
    // Another node may have subscribed first.
    if (made.webhookSubscription || (await topicsAt(graphql, uri)).has(topic)) continue
    const reasons = made.userErrors.map(({ message }) => message).join('; ')
    throw new PlatformError('refused', `The platform won't send webhooks to ${uri}: ${reasons}`, reasons)
  }
}

async function topicsAt(graphql: Graphql, uri: string): Promise<Set<string>> {
  const topics = new Set<string>()
  for (let page = await fetchPage(null); ; page = await fetchPage(page.pageInfo.endCursor)) {
    for (const node of page.nodes) if (node.uri === uri) topics.add(node.topic)
    if (!page.pageInfo.hasNextPage) return topics
  }

  async function fetchPage(after: string | null) {
    return (await graphql.ask(SUBSCRIPTIONS, { after }, SubscriptionsAnswer)).webhookSubscriptions
  }
}
