import { httpError } from '../../errors.ts'
import { countRows, type Store } from '../../store.ts'
import type { Platform } from '../provider.ts'
import { sendInventoryWebhooks, sendProductWebhook } from '../webhooks.ts'
import { dropProduct, findProduct, momentOf, saveProduct } from './product-tables.ts'
import type { MediaRecord, NewProduct, ProductChange, ProductRecord, VariantRecord } from './products.ts'

export function addProduct(platform: Platform, input: NewProduct): ProductRecord {
  const { store } = platform
  const { images, variants, ...rest } = input
  const now = thisSecond()
  const id = saveProduct(store, {
    ...rest,
    id: null,
    handle: uniqueHandle(store, handleOf(input.handle || input.title), null),
    media: [],
    variants: [],
    createdAt: now,
    updatedAt: now,
  })
  // The IDs of its parts are derived from its own.
  const product = getProduct(store, id)
  const whole = { ...product, media: mediaOf(product, images), variants: variantsOf(product, variants) }
  saveProduct(store, whole)
  sendProductWebhook(platform, 'PRODUCTS_CREATE', whole)
  return whole
}

/** Every change updates `updatedAt`, in whole seconds as on the platform. */
export function changeProduct(platform: Platform, id: number, change: ProductChange): ProductRecord {
  const { store } = platform
  const product = getProduct(store, id)
  const { images, variants, price, compareAtPrice, inventoryQuantity, tracked, handle, ...others } = change
  const { inventoryChange = 0, inventoryChangeOf = 0, inventoryPolicy, requiresShipping, ...rest } = others
  const all = { price, compareAtPrice, inventoryQuantity, tracked, inventoryPolicy, requiresShipping }
  const defined = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  const changed: ProductRecord = {
    ...product,
    ...rest,
    handle:
      handle === undefined ? product.handle : uniqueHandle(store, handleOf(handle || product.title), id),
    media: images ? mediaOf(product, images) : product.media,
    variants: (variants ? variantsOf(product, variants) : product.variants).map((one, place) => ({
      ...one,
      inventoryQuantity: one.inventoryQuantity + (place === inventoryChangeOf ? inventoryChange : 0),
      ...defined,
    })),
    updatedAt: thisSecond(),
  }
  saveProduct(store, changed)
  sendProductWebhook(platform, 'PRODUCTS_UPDATE', changed)
  sendInventoryWebhooks(platform, product, changed)
  return changed
}

export function deleteProduct(platform: Platform, id: number) {
  const product = getProduct(platform.store, id)
  dropProduct(platform.store, id)
  sendProductWebhook(platform, 'PRODUCTS_DELETE', product)
}

export function getProduct(store: Store, id: number): ProductRecord {
  const product = findProduct(store, id)
  if (!product) throw httpError(404, `There is no product ${id}.`)
  return product
}

function thisSecond(): string {
  return momentOf(Math.floor(Date.now() / 1000))
}

/**
 * A variant keeps its ID if the change contains it. If the change contains no IDs, variants keep theirs as long as they
 * keep their positions. As on the platform, a removed variant's ID is never used again.
 */
function variantsOf(product: ProductRecord, variants: NewProduct['variants']): VariantRecord[] {
  const known = product.variants.map(({ id }) => id)
  const isNamed = variants.some(({ id }) => id !== undefined)
  let last = Math.max(newPartId(product, 0) - 1, product.lastVariantId ?? 0, ...known)
  return variants.map(({ id: named, ...variant }, place) => {
    const id = isNamed ? known.find((one) => one === named) : known[place]
    if (id === undefined) last += 1
    return { id: id ?? last, ...variant }
  })
}

/** Videos can't be changed. */
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
  return (id % 1_000_000_000) * 10_000 + place
}

/** Returns a title as part of a URL: lowercase letters and digits of any script, joined by dashes. */
function handleOf(title: string): string {
  const handle = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return handle || 'product'
}

/** Returns the handle, with a number appended if another product has it. */
function uniqueHandle(store: Store, input: string, id: number | null): string {
  const isTaken = (handle: string) =>
    countRows(store, 'platform_products where handle = ? and id is not ?', handle, id) > 0
  let handle = input
  for (let number = 1; isTaken(handle); number++) handle = `${input}-${number}`
  return handle
}
