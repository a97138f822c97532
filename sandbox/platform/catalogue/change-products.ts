import { refuse } from '../../errors.ts'
import type { Store } from '../../store.ts'
import type { Platform } from '../provider.ts'
import { tellOfProduct } from '../webhooks/deliveries.ts'
import { freeHandle, handleOf } from './handles.ts'
import type { NewProduct, ProductChange } from './product-input.ts'
import { dropProduct, findProduct, keepProduct, momentOf } from './product-tables.ts'
import type { MediaRecord, ProductRecord, VariantRecord } from './records.ts'

export function addProduct(platform: Platform, wish: NewProduct): ProductRecord {
  const { store } = platform
  const { images, variants, ...rest } = wish
  const now = thisSecond()
  const id = keepProduct(store, {
    ...rest,
    id: null,
    handle: freeHandle(store, handleOf(wish.handle || wish.title), null),
    media: [],
    variants: [],
    createdAt: now,
    updatedAt: now,
  })
  // The ids of its parts are made from its own.
  const product = getProduct(store, id)
  const whole = { ...product, media: mediaOf(product, images), variants: variantsOf(product, variants) }
  keepProduct(store, whole)
  tellOfProduct(platform, 'PRODUCTS_CREATE', whole)
  return whole
}

/** Each change moves `updatedAt`, to the second, as the platform counts. */
export function changeProduct(platform: Platform, id: number, change: ProductChange): ProductRecord {
  const { store } = platform
  const product = getProduct(store, id)
  const { images, variants, price, compareAtPrice, inventoryQuantity, tracked, handle, ...others } = change
  const { inventoryChange = 0, ...rest } = others
  const all = { price, compareAtPrice, inventoryQuantity, tracked }
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  const changed: ProductRecord = {
    ...product,
    ...rest,
    handle: handle === undefined ? product.handle : freeHandle(store, handleOf(handle || product.title), id),
    media: images ? mediaOf(product, images) : product.media,
    variants: (variants ? variantsOf(product, variants) : product.variants).map((one, place) => ({
      ...one,
      inventoryQuantity: one.inventoryQuantity + (place === 0 ? inventoryChange : 0),
      ...given,
    })),
    updatedAt: thisSecond(),
  }
  keepProduct(store, changed)
  tellOfProduct(platform, 'PRODUCTS_UPDATE', changed)
  return changed
}

export function deleteProduct(platform: Platform, id: number) {
  const product = getProduct(platform.store, id)
  dropProduct(platform.store, id)
  tellOfProduct(platform, 'PRODUCTS_DELETE', product)
}

export function getProduct(store: Store, id: number): ProductRecord {
  const product = findProduct(store, id)
  if (!product) throw refuse(404, `There is no product ${id}.`)
  return product
}

function thisSecond(): string {
  return momentOf(Math.floor(Date.now() / 1000))
}

/** A variant keeps its id as long as it keeps its place. */
function variantsOf(product: ProductRecord, variants: NewProduct['variants']): VariantRecord[] {
  return variants.map((variant, place) => ({
    id: product.variants[place]?.id ?? newPartId(product, place),
    ...variant,
  }))
}

/** Videos stay as they are. */
function mediaOf(product: ProductRecord, images: NewProduct['images']): MediaRecord[] {
  const videos = product.media.filter(({ kind }) => kind === 'video')
  const pictures = product.media.filter(({ kind }) => kind === 'image')
  return [
    ...videos,
    ...images.map((image, place) => ({
      id: pictures[place]?.id ?? newPartId(product, place),
      kind: 'image' as const,
      ...image,
    })),
  ]
}

function newPartId({ id }: ProductRecord, place: number): number {
  return (id % 1_000_000_000) * 1000 + place
}
