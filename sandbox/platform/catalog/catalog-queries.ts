import {
  badRequest,
  connection,
  globalId,
  type PageArguments,
  pageOf,
  type RequestContext,
  readCursor,
  readGlobalId,
  sizeOf,
} from '../api/connections.ts'
import { imagePath } from '../images.ts'
import { inventoryLevels } from '../inventory/adjust.ts'
import { inventoryItemId, variantIdOf } from '../inventory/items.ts'
import type { Platform } from '../provider.ts'
import {
  countProducts,
  type Filter,
  findProduct,
  findProductOfVariant,
  readProducts,
} from './product-tables.ts'
import {
  collections,
  isTracked,
  type MediaRecord,
  type ProductRecord,
  totalInventory,
  type VariantRecord,
} from './products.ts'

const VARIANT_BASE = 46_000_000_000_000

/** Pagination ends at this limit. Only a bulk operation can exceed it. */
const LAST_OBJECT = 25_000

/** Fields of the query root for the catalog. */
export function catalogQueries(platform: Platform) {
  const { store } = platform
  return {
    product({ id }: { id: string }) {
      const product = findProduct(store, readGlobalId('Product', id) ?? 0)
      return product && productFields(platform, product)
    },
    productVariant({ id }: { id: string }) {
      const variantId = (readGlobalId('ProductVariant', id) ?? 0) - VARIANT_BASE
      const product = findProductOfVariant(store, variantId)
      const variant = product?.variants.find((one) => one.id === variantId)
      return product && variant ? variantFields(platform, variant, product) : null
    },
    inventoryItem({ id }: { id: string }) {
      const variantId = variantIdOf(readGlobalId('InventoryItem', id) ?? 0)
      const product = findProductOfVariant(store, variantId)
      const variant = product?.variants.find((one) => one.id === variantId)
      return product && variant ? itemFields(platform, variant, product) : null
    },
    products(page: PageArguments & { query?: string | null }, context: RequestContext) {
      const filter = readFilter(page.query ?? '')
      const size = sizeOf(page, context)
      const after = context.bulk
        ? context.bulk.after
        : page.after
          ? readGlobalId('Product', readCursor(page.after))
          : null
      if (!context.bulk && after !== null) {
        const before = { sql: `${filter.sql} and id <= ?`, values: [...filter.values, after] }
        if (countProducts(store, before) + size > LAST_OBJECT)
          throw badRequest(`Pages end at object ${LAST_OBJECT}. Ask for more with a bulk operation.`)
      }
      const { products, hasNextPage } = readProducts(store, filter, size, after)
      if (context.bulk) context.bulk.next = hasNextPage ? (products.at(-1)?.id ?? null) : null
      return connection(
        products.map((product) => productFields(platform, product)),
        hasNextPage,
      )
    },
    productsCount: ({ limit }: { limit: number | null }) => ({
      count: Math.min(countProducts(store), limit ?? Number.POSITIVE_INFINITY),
    }),
  }
}

/** @throws an error for any other field than `updated_at`, which the platform would ignore with a warning */
function readFilter(query: string): Filter {
  if (query === '') return { sql: 'true', values: [] }
  const [, comparator = '', moment = ''] = /^updated_at:(>=|<=|>|<)'?([^']+)'?$/.exec(query.trim()) ?? []
  const seconds = Date.parse(moment) / 1000
  if (!comparator || Number.isNaN(seconds)) throw badRequest(`The filter '${query}' is not emulated.`)
  return { sql: `updated_at ${comparator} ?`, values: [seconds] }
}

/** Converts a product to the schema's format. Its parts are computed on demand. */
function productFields(platform: Platform, product: ProductRecord) {
  const { title, handle, descriptionHtml, status, productType, updatedAt, createdAt } = product
  const { publishedAt = createdAt, isGiftCard = false, requiresSellingPlan = false } = product
  return {
    id: globalId('Product', product.id),
    title,
    handle,
    descriptionHtml,
    status,
    productType,
    updatedAt,
    publishedAt,
    isGiftCard,
    requiresSellingPlan,
    totalInventory: totalInventory(product),
    tracksInventory: isTracked(product),
    options: optionsOf(product).map(({ name, values }) => ({
      name,
      optionValues: values.map((name) => ({ name })),
    })),
    media: pageOf(product.media.map((medium) => mediumFields(platform, medium, product))),
    collections: pageOf(
      collections
        .filter(({ handle }) => product.collections.includes(handle))
        .map(({ id, handle, title }) => ({ id: globalId('Collection', id), handle, title })),
    ),
    variants: pageOf(product.variants.map((variant) => variantFields(platform, variant, product))),
    variantsCount: { count: product.variants.length },
  }
}

function variantFields(platform: Platform, variant: VariantRecord, product: ProductRecord) {
  const picture = product.media.filter(({ kind }) => kind === 'image')[variant.image ?? -1]
  return {
    id: globalId('ProductVariant', VARIANT_BASE + variant.id),
    sku: variant.sku || null,
    barcode: variant.barcode || null,
    selectedOptions: optionsOf(product).map(({ name, values: [first] }, place) => ({
      name,
      value: variant.values[place] ?? first,
    })),
    media: pageOf(picture ? [mediumFields(platform, picture, product)] : []),
    price: variant.price,
    compareAtPrice: variant.compareAtPrice,
    inventoryPolicy: variant.inventoryPolicy ?? 'DENY',
    inventoryQuantity: variant.inventoryQuantity,
    inventoryItem: itemFields(platform, variant, product),
    product: () => productFields(platform, product),
  }
}

/** The part of a variant that is stocked. */
function itemFields(platform: Platform, variant: VariantRecord, product: ProductRecord) {
  const { tracked, requiresShipping = true, weight } = variant
  return {
    id: inventoryItemId(variant),
    inventoryLevels: inventoryLevels(platform, variant),
    tracked,
    requiresShipping,
    measurement: { weight },
    variants: (page: PageArguments, context: RequestContext) =>
      pageOf([variantFields(platform, variant, product)])(page, context),
  }
}

/** The API returns this option for a product without options. */
const onlyOption = { name: 'Title', values: ['Default Title'] }

const optionsOf = ({ options }: ProductRecord) => (options.length > 0 ? options : [onlyOption])

function mediumFields({ url }: Platform, medium: MediaRecord, { updatedAt }: ProductRecord) {
  const id = 34_000_000_000_000 + medium.id
  const alt = medium.alt || null
  if (medium.kind === 'video') {
    return { __typename: 'ExternalVideo', id: globalId('ExternalVideo', id), alt, status: 'READY' }
  }
  const version = Date.parse(updatedAt) / 1000
  return {
    __typename: 'MediaImage',
    id: globalId('MediaImage', id),
    alt,
    status: medium.isProcessing ? 'PROCESSING' : 'READY',
    // The image URL is null until the platform has processed the image.
    image: medium.isProcessing ? null : { url: `${url}${imagePath(medium)}?v=${version}` },
  }
}
