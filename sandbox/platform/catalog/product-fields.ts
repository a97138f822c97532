import { globalId, type PageArguments, pageOfList, type RequestContext } from '../api/connections.ts'
import { imagePath } from '../images.ts'
import { inventoryItemId, inventoryLevels } from '../inventory/adjust.ts'
import type { Platform } from '../provider.ts'
import { findCollection } from './product-input.ts'
import {
  isTracked,
  type MediaRecord,
  onlyOption,
  type ProductRecord,
  totalInventory,
  type VariantRecord,
} from './records.ts'

/** Converts a product to the schema's format. Its parts are computed on demand. */
export function productFields(platform: Platform, product: ProductRecord) {
  const { title, handle, descriptionHtml, status, productType, updatedAt } = product
  const options = product.options.length > 0 ? product.options : [onlyOption]
  return {
    id: globalId('Product', product.id),
    ...{ title, handle, descriptionHtml, status, productType, updatedAt },
    totalInventory: totalInventory(product),
    tracksInventory: isTracked(product),
    options: options.map(({ name, values }) => ({ name, optionValues: values.map((name) => ({ name })) })),
    media: (page: PageArguments, context: RequestContext) =>
      pageOfList(
        product.media.map((medium) => mediumFields(platform, medium, product)),
        page,
        context,
      ),
    collections: (page: PageArguments, context: RequestContext) =>
      pageOfList(
        product.collections
          .flatMap((handle) => findCollection(handle) ?? [])
          .map(({ id, handle, title }) => ({ id: globalId('Collection', id), handle, title })),
        page,
        context,
      ),
    variants: (page: PageArguments, context: RequestContext) =>
      pageOfList(
        product.variants.map((variant) => variantFields(platform, variant)),
        page,
        context,
      ),
  }
}

function variantFields(platform: Platform, variant: VariantRecord) {
  return {
    id: globalId('ProductVariant', 46_000_000_000_000 + variant.id),
    price: variant.price,
    compareAtPrice: variant.compareAtPrice,
    inventoryQuantity: variant.inventoryQuantity,
    inventoryItem: {
      id: inventoryItemId(variant),
      inventoryLevels: inventoryLevels(platform, variant),
      tracked: variant.tracked,
      measurement: { weight: variant.weight },
    },
  }
}

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
