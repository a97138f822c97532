import { z } from 'zod'
import { parseJson } from './graphql-response.ts'
import { PlatformError, type PlatformProduct, type PlatformVariant } from './platform.ts'

/** Schemas of the platform's responses, limited to the fields that the shop reads. Other fields are ignored. */

const PageInfo = z
  .object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
  .refine(({ hasNextPage, endCursor }) => !hasNextPage || endCursor !== null, {
    path: ['endCursor'],
    message: 'the next page has no cursor',
  })

/** Only images have a URL. */
const Media = z.object({ alt: z.string().nullish(), image: z.object({ url: z.string() }).nullish() })
const Variant = z.object({
  id: z.string(),
  sku: z.string().nullish(),
  barcode: z.string().nullish(),
  price: z.string(),
  compareAtPrice: z.string().nullable(),
  inventoryPolicy: z.enum(['CONTINUE', 'DENY']),
  inventoryQuantity: z.int().nullish(),
  selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
  media: z.object({ nodes: z.array(Media) }),
  inventoryItem: z
    .object({
      tracked: z.boolean(),
      requiresShipping: z.boolean(),
      measurement: z
        .object({ weight: z.object({ value: z.number(), unit: z.string() }).nullable() })
        .nullish(),
    })
    .nullish(),
})
const Collection = z.object({ handle: z.string(), title: z.string() })

export const ProductNode = z.object({
  id: z.string(),
  handle: z.string(),
  title: z.string(),
  descriptionHtml: z.string(),
  status: z.enum(['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED']),
  publishedAt: z.iso.datetime({ offset: true }).nullable(),
  isGiftCard: z.boolean(),
  requiresSellingPlan: z.boolean(),
  productType: z.string(),
  updatedAt: z.iso.datetime({ offset: true }),
  options: z.array(z.object({ name: z.string(), optionValues: z.array(z.object({ name: z.string() })) })),
  media: z.object({ nodes: z.array(Media), pageInfo: PageInfo }),
  variants: z.object({ nodes: z.array(Variant), pageInfo: PageInfo }),
  variantsCount: z.object({ count: z.int() }).nullable(),
  collections: z.object({ nodes: z.array(Collection) }),
})
export type ProductNode = z.output<typeof ProductNode>

export const ProductsAnswer = z.object({
  products: z.object({ nodes: z.array(ProductNode), pageInfo: PageInfo }),
})
export const ShopAnswer = z.object({
  shop: z.object({ currencyCode: z.string(), taxesIncluded: z.boolean() }),
})
export const ProductAnswer = z.object({ product: ProductNode.nullable() })
export const ProductOfItemAnswer = z.object({
  inventoryItem: z
    .object({
      variants: z.object({ nodes: z.array(z.object({ product: z.object({ id: z.string() }) })) }).nullable(),
    })
    .nullable(),
})
export const VariantsAnswer = z.object({
  product: z.object({ variants: ProductNode.shape.variants }).nullable(),
})

/** Returns true if the response doesn't include all variants or media of the product. */
export function isCut({ variants, media }: ProductNode): boolean {
  return variants.pageInfo.hasNextPage || media.pageInfo.hasNextPage
}

/** @param clock the platform's, because a product can be scheduled for publication */
export function toProduct(node: ProductNode, clock: Date): PlatformProduct {
  return {
    id: node.id,
    handle: node.handle,
    title: node.title,
    descriptionHtml: node.descriptionHtml,
    status: node.status,
    productType: node.productType,
    isGiftCard: node.isGiftCard,
    requiresSellingPlan: node.requiresSellingPlan,
    isPublished: node.publishedAt !== null && new Date(node.publishedAt) <= clock,
    updatedAt: new Date(node.updatedAt),
    options: node.options.map(({ name, optionValues }) => ({
      name,
      values: optionValues.map((value) => value.name),
    })),
    images: node.media.nodes.flatMap(({ alt, image }) => (image ? [{ url: image.url, alt: alt ?? '' }] : [])),
    variants: node.variants.nodes.map((variant) => toVariant(variant, node)),
    collections: node.collections.nodes,
    gap: gapOf(node),
  }
}

/** Returns what a response about a product lacks, or null if it is complete. */
function gapOf({ variants: { nodes }, variantsCount }: ProductNode): string | null {
  if (variantsCount === null) return 'no number of variants'
  const { count } = variantsCount
  if (nodes.length < count) return `${nodes.length} of ${count} variants`
  const unknown = nodes.filter((one) => isTracked(one) && typeof one.inventoryQuantity !== 'number').length
  if (unknown === 0) return null
  return `no stock for ${unknown} tracked ${unknown === 1 ? 'variant' : 'variants'}`
}

const isTracked = ({ inventoryItem }: z.output<typeof Variant>) => inventoryItem?.tracked ?? true

function toVariant(variant: z.output<typeof Variant>, { options }: ProductNode): PlatformVariant {
  const { id, sku, barcode, price, compareAtPrice, inventoryItem, selectedOptions } = variant
  return {
    id,
    sku: sku ?? '',
    barcode: barcode ?? '',
    price,
    compareAtPrice,
    values: options.map(({ name }) => selectedOptions.find((one) => one.name === name)?.value ?? ''),
    weight: inventoryItem?.measurement?.weight ?? null,
    isTracked: isTracked(variant),
    inventory: isTracked(variant) ? (variant.inventoryQuantity ?? null) : null,
    continues: variant.inventoryPolicy === 'CONTINUE',
    requiresShipping: inventoryItem?.requiresShipping ?? true,
    image: variant.media.nodes[0]?.image?.url ?? null,
  }
}

export const CountAnswer = z.object({ productsCount: z.object({ count: z.int() }).nullable() })
export const BulkStarted = z.object({
  bulkOperationRunQuery: z.object({
    bulkOperation: z.object({ id: z.string() }).nullable(),
    userErrors: z.array(z.object({ code: z.string().nullable(), message: z.string() })),
  }),
})
export const NewestBulks = z.object({
  bulkOperations: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        status: z.string(),
        createdAt: z.iso.datetime({ offset: true }),
        query: z.string(),
      }),
    ),
  }),
})
export const BulkState = z.object({
  bulkOperation: z
    .object({ status: z.string(), errorCode: z.string().nullable(), url: z.string().nullable() })
    .nullable(),
})

const InventoryLevel = z.object({
  isActive: z.boolean(),
  location: z.object({ id: z.string() }),
  quantities: z.array(z.object({ quantity: z.int() })),
})
const InventoryItem = z.object({
  id: z.string(),
  tracked: z.boolean(),
  inventoryLevels: z.object({ nodes: z.array(InventoryLevel) }),
})
export const InventoryAnswer = z.object({
  productVariant: z.object({ inventoryItem: InventoryItem.nullish() }).nullable(),
})
export const AdjustAnswer = z.object({
  inventoryAdjustQuantities: z
    .object({ userErrors: z.array(z.object({ code: z.string().nullable(), message: z.string() })) })
    .nullable(),
})

export const SubscriptionsAnswer = z.object({
  webhookSubscriptions: z.object({
    nodes: z.array(z.object({ topic: z.string(), uri: z.string() })),
    pageInfo: PageInfo,
  }),
})
export const SubscribeAnswer = z.object({
  webhookSubscriptionCreate: z.object({
    webhookSubscription: z.object({ id: z.string() }).nullable(),
    userErrors: z.array(z.object({ message: z.string() })),
  }),
})

/** One object of the file: a product, or one of its parts, which references it. */
const BulkLine = z.looseObject({
  id: z.string().optional(),
  __typename: z.string(),
  __parentId: z.string().optional(),
})
export type BulkLine = z.output<typeof BulkLine>

/** @throws PlatformError */
export function readBulkLine(line: string): BulkLine {
  return orUnreadable(() => BulkLine.parse(parseJson(line)))
}

/** @param lines a product followed by its parts @throws PlatformError */
export function toBulkProduct(lines: BulkLine[], clock: Date): PlatformProduct {
  const [product, ...parts] = lines
  const nodesOf = (type: string) =>
    parts.filter((part) => part.__typename === type && part.__parentId === product?.id)
  const imagesOf = Map.groupBy(
    parts.filter((part) => part.__typename === 'MediaImage'),
    (part) => part.__parentId,
  )
  const whole = { hasNextPage: false, endCursor: null }
  return orUnreadable(() =>
    toProduct(
      ProductNode.parse({
        ...product,
        media: { nodes: nodesOf('MediaImage'), pageInfo: whole },
        variants: {
          nodes: nodesOf('ProductVariant').map((variant) => ({
            ...variant,
            media: { nodes: imagesOf.get(variant.id) ?? [] },
          })),
          pageInfo: whole,
        },
        collections: { nodes: nodesOf('Collection') },
      }),
      clock,
    ),
  )
}

function orUnreadable<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    const message = "The platform returned a file that the shop can't read."
    throw new PlatformError('unreadable', message, 'unreadable bulk file', cause)
  }
}
