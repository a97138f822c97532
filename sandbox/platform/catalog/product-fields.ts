import { globalId, pageOf } from '../api/connections.ts'
import { imagePath } from '../images.ts'
import { inventoryItemId, inventoryLevels } from '../inventory/adjust.ts'
import type { Platform } from '../provider.ts'
import {
  collections,
  isTracked,
  type MediaRecord,
  type ProductRecord,
  totalInventory,
  type VariantRecord,
} from './products.ts'

export const VARIANT_BASE = 46_000_000_000_000

/** Converts a product to the schema's format. Its parts are computed on demand. */
export function productFields(platform: Platform, product: ProductRecord) {
  const { title, handle, descriptionHtml, status, productType, updatedAt } = product
  return {
    id: globalId('Product', product.id),
    ...{ title, handle, descriptionHtml, status, productType, updatedAt },
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
  }
}

export function variantFields(platform: Platform, variant: VariantRecord, product: ProductRecord) {
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
    inventoryQuantity: variant.inventoryQuantity,
    inventoryItem: {
      id: inventoryItemId(variant),
      inventoryLevels: inventoryLevels(platform, variant),
      tracked: variant.tracked,
      measurement: { weight: variant.weight },
    },
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
