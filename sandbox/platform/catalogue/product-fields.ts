import { type PageArguments, pageOfList } from '../api/connections.ts'
import { globalId } from '../api/global-ids.ts'
import { imageAddress, imageSize } from '../images/addresses.ts'
import { inventoryItemId, inventoryLevels } from '../inventory/adjust.ts'
import type { Platform } from '../provider.ts'
import { type CollectionRecord, findCollection } from './collections.ts'
import {
  isTracked,
  type MediaRecord,
  onlyOption,
  type ProductRecord,
  totalInventory,
  type VariantRecord,
} from './records.ts'

type Parts = Pick<Platform, 'url' | 'faults'>

/** A product as the schema has it; parts are worked out when they are asked for. */
export function productFields(platform: Parts, product: ProductRecord) {
  const { url } = platform
  const options = product.options.length > 0 ? product.options : [onlyOption]
  const fields = {
    __typename: 'Product',
    id: globalId('Product', product.id),
    legacyResourceId: String(product.id),
    title: product.title,
    handle: product.handle,
    descriptionHtml: product.descriptionHtml,
    status: product.status,
    vendor: product.vendor,
    productType: product.productType,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    hasOnlyDefaultVariant: product.options.length === 0,
    totalInventory: totalInventory(product),
    tracksInventory: isTracked(product),
    options: ({ first }: PageArguments) =>
      options.slice(0, first ?? undefined).map((option, place) => ({
        id: globalId('ProductOption', partId(product, place)),
        name: option.name,
        position: place + 1,
        optionValues: option.values.map((name, value) => ({
          id: globalId('ProductOptionValue', `${partId(product, place)}${value}`),
          name,
          hasVariants:
            product.options.length === 0 || product.variants.some(({ values }) => values[place] === name),
        })),
      })),
    media: (page: PageArguments) =>
      pageOfList(
        product.media.map((medium) => mediumFields(url, medium, product)),
        page,
      ),
    collections: (page: PageArguments) =>
      pageOfList(
        product.collections.flatMap((handle) => findCollection(handle) ?? []).map(collectionFields),
        page,
      ),
    variants: (page: PageArguments) =>
      pageOfList(
        product.variants.map((variant, place) => ({
          ...variantFields(platform, variant, place, options),
          product: () => fields,
        })),
        page,
      ),
  }
  return fields
}

export function collectionFields({ id, handle, title }: CollectionRecord) {
  return {
    __typename: 'Collection',
    id: globalId('Collection', id),
    legacyResourceId: String(id),
    handle,
    title,
  }
}

function partId({ id }: ProductRecord, place: number): string {
  return `${id}${place}`
}

function variantFields(
  platform: Parts,
  variant: VariantRecord,
  place: number,
  options: readonly { name: string }[],
) {
  const values = variant.values.length > 0 ? variant.values : onlyOption.values
  const { weight } = variant
  return {
    id: globalId('ProductVariant', 46_000_000_000_000 + variant.id),
    legacyResourceId: String(46_000_000_000_000 + variant.id),
    title: values.join(' / '),
    sku: variant.sku || null,
    position: place + 1,
    price: variant.price,
    compareAtPrice: variant.compareAtPrice,
    inventoryQuantity: variant.inventoryQuantity,
    selectedOptions: options.map(({ name }, option) => ({ name, value: values[option] ?? '' })),
    inventoryItem: {
      id: inventoryItemId(variant),
      inventoryLevels: inventoryLevels(platform, variant),
      sku: variant.sku || null,
      tracked: variant.tracked,
      measurement: {
        id: globalId('InventoryItemMeasurement', 49_000_000_000_000 + variant.id),
        weight,
      },
    },
  }
}

function mediumFields(url: string, medium: MediaRecord, { updatedAt }: ProductRecord) {
  const id = 34_000_000_000_000 + medium.id
  if (medium.kind === 'video') {
    return {
      __typename: 'ExternalVideo',
      id: globalId('ExternalVideo', id),
      alt: medium.alt,
      mediaContentType: 'EXTERNAL_VIDEO',
      status: 'READY',
      embedUrl: `https://video.example/embed/${medium.id}`,
    }
  }
  return {
    __typename: 'MediaImage',
    id: globalId('MediaImage', id),
    alt: medium.alt || null,
    mediaContentType: 'IMAGE',
    status: medium.isProcessing ? 'PROCESSING' : 'READY',
    // The platform has no image to show before it has processed it.
    image: medium.isProcessing
      ? null
      : {
          id: globalId('ImageSource', 35_000_000_000_000 + medium.id),
          altText: medium.alt || null,
          url: imageAddress(url, medium, updatedAt),
          ...imageSize,
        },
  }
}
