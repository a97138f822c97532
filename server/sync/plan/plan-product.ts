import { isDeepStrictEqual } from 'node:util'
import { isColorOption } from '#contract/catalog/variants.ts'
import type { ProductFields } from '../product.ts'
import { comparedFields, type Merged, merge, type ProductField } from './merge.ts'
import type { Sides } from './pair-variants.ts'
import { planVariants, type VariantPlan } from './plan-variants.ts'

/** The result of a sync for a product: the fields that get the platform's values, and its variants. */
export type Plan = VariantPlan & {
  fields: ProductField[]
  /** Written after the variants if the product no longer has an option for colors. */
  colors: string[] | null
}

/**
 * Decides what the shop's product is after a sync, without writing. The preview shows the same plan.
 * @throws MappingError on first contact if both sides have different variants
 */
export function planProduct(sides: Sides): Plan {
  const { now, link, here, owned, choice } = sides
  const compared = comparedFields(now.facts, here.facts)
  const isChosen = (field: ProductField) => choice?.variant === null && choice.field === field
  const merged: Merged<ProductField> = choice
    ? { apply: compared.filter(isChosen), conflicts: [], isHeld: false }
    : merge({ now: now.facts, last: link?.facts ?? null, here: here.facts }, compared, (field) =>
        owned.product.has(field),
      )
  const takesImages = merged.apply.includes('images')
  const hasSameImages = takesImages || areSameImages(here.facts, now.facts)
  const variants = planVariants(sides, { takesImages, hasSameImages })
  // A product isn't shown as discounted, or no longer, while the prices of all its variants are conflicts.
  const isHeld = (field: ProductField) => field === 'isOnSale' && variants.isHeld && choice === null
  const isOpen = (field: ProductField) =>
    merged.conflicts.includes(field) || (isHeld(field) && merged.apply.includes(field))
  const conflicts = compared
    .filter(isOpen)
    .map((field) => ({ variant: null, field, here: here.facts[field], platform: now.facts[field] }))
  const fields = merged.apply.filter((field) => !isHeld(field))
  // Another product may have taken the slug of an archived one.
  const isSlugLost =
    choice === null && here.isArchived && here.facts.slug === null && !owned.product.has('slug')
  if (isSlugLost && !fields.includes('slug')) fields.push('slug')
  const hadColors = variants.options.length === 0 && here.facts.options.some(isColorOption)
  return {
    ...variants,
    fields,
    colors: hadColors && !owned.product.has('colors') ? now.facts.colors : null,
    conflicts: [...conflicts.filter(({ field }) => !fields.includes(field)), ...variants.conflicts],
  }
}

const areSameImages = ({ images: one }: ProductFields, { images: other }: ProductFields) =>
  isDeepStrictEqual(
    one.map(({ url }) => url),
    other.map(({ url }) => url),
  )
