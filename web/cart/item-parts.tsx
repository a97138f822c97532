import { lineName } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { centsOf } from '#contract/money.ts'
import { lineTotal } from '#contract/pricing/amounts.ts'
import { productAddress } from '../platform/paths.ts'
import { NoPicture, Picture } from '../ui/picture.tsx'
import { UnitPriceText } from '../ui/price.tsx'
import { useStepQuantity } from './change-cart.ts'
import type { CartItem } from './queries.ts'

/** The reason why an item can't be purchased as it is, if there is one. */
export function ItemNote({ item }: { item: CartItem }) {
  const note = noteOf(item)
  return note && <p className="font-medium text-sale text-sm">{note}</p>
}

/** A note with a button that reduces the quantity to what is available. Requires JavaScript. */
export function FixableItemNote({ item }: { item: CartItem }) {
  const stepQuantity = useStepQuantity()
  const left = shortageOf(item)
  if (left === null) return <ItemNote item={item} />
  return (
    <div className="relative z-10 flex flex-wrap items-center gap-x-3">
      <ItemNote item={item} />
      <button
        type="button"
        aria-label={t('Set to {left}: {item}', { left, item: nameOfItem(item) })}
        className="tap min-h-8 font-medium text-sm underline underline-offset-4 hover:text-accent"
        onClick={() => stepQuantity(item.id, left - item.quantity)}
      >
        {t('Set to {left}', { left })}
      </button>
    </div>
  )
}

/** Returns the quantity available if it is less than wanted but not zero, otherwise null. */
export function shortageOf({ isAvailable, quantity, product }: CartItem): number | null {
  const left = product.stockQuantity
  return isAvailable && product.inStock && left !== null && left > 0 && left < quantity ? left : null
}

/** Returns true if checkout would reject the item. */
export function isBlocked(item: CartItem): boolean {
  return noteOf(item) !== null
}

function noteOf({ isAvailable, quantity, product }: CartItem): string | null {
  if (!isAvailable) return 'No longer available'
  if (!product.inStock) return 'Out of stock'
  const left = product.stockQuantity
  return left !== null && left < quantity ? `Only ${left} left` : null
}

/** The image on the left of an item. */
export function ItemPicture({ item }: { item: CartItem }) {
  const image = pictureOf(item)
  return (
    <div className="size-20 shrink-0 overflow-hidden rounded-card bg-hairline sm:size-24">
      {image ? (
        <Picture {...image} sizes="96px" className="photo size-full object-cover" />
      ) : (
        <NoPicture className="size-full" />
      )}
    </div>
  )
}

/** Returns the image of an item's variant, or the main image of its product. */
export function pictureOf({ product: { images }, variant }: CartItem) {
  return images.find(({ url }) => url === variant?.image) ?? images[0]
}

/** The option values and the unit price of an item, if it has any. */
export function ItemVariant({ item: { variant, product } }: { item: CartItem }) {
  return (
    <>
      {variant && <p className="wrap-anywhere text-muted text-sm">{variant.title}</p>}
      <UnitPriceText of={product.unitPrice} />
    </>
  )
}

/** Returns the price of an item in cents, before anything that depends on the whole cart. */
export const itemTotal = ({ quantity, product }: CartItem) =>
  lineTotal({ quantity, priceCents: centsOf(product.price) })

/** Returns an item's name for labels and messages. */
export const nameOfItem = ({ product, variant }: CartItem) => lineName(product.name, variant)

/**
 * Links by ID if the slug looks like 'product-' followed by digits, otherwise by slug (spec section 2, Cart sidebar).
 */
export function itemUrl({ product: { id, slug }, variant }: CartItem): string {
  const address = productAddress({ id, slug: slug && /^product-\d+$/.test(slug) ? null : slug })
  return variant ? `${address}?variant=${variant.id}` : address
}
