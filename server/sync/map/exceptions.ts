import type { SyncException } from '#contract/sync/api.ts'
import {
  EXCEPTION_REASONS,
  type ExceptionReason,
  exceptionText,
  isLeftOut,
  type LeftOutReason,
} from '#contract/sync/rules.ts'
import type { PlatformProduct, PlatformVariant } from '../platform.ts'

/**
 * Products of the platform that the shop doesn't sell, or sells differently (docs/decisions/0073). The shop charges
 * shipping for everything, so it leaves out what needs no shipping.
 */

export const LEFT_OUT_NOTES: Record<LeftOutReason, string> = {
  inactive: 'It isn’t active on the platform.',
  unpublished: 'It isn’t published to the platform’s online store.',
  giftCard: 'It is a gift card of the platform.',
  subscription: 'The platform sells it only by subscription.',
  noShipping: 'It needs no shipping.',
}

/** Returns why the shop leaves out a product, or null if the shop sells it. */
export function leftOutReason(product: PlatformProduct): LeftOutReason | null {
  if (product.status !== 'ACTIVE') return 'inactive'
  if (!product.isPublished) return 'unpublished'
  if (product.isGiftCard) return 'giftCard'
  if (product.requiresSellingPlan) return 'subscription'
  return product.variants.length > 0 && shippedVariants(product).length === 0 ? 'noShipping' : null
}

export const shippedVariants = ({ variants }: Pick<PlatformProduct, 'variants'>) =>
  variants.filter(({ requiresShipping }) => requiresShipping)

const isUntracked = ({ isTracked }: PlatformVariant) => !isTracked
/** Whether the platform sells it at any count. */
export const isContinuing = ({ isTracked, continues }: PlatformVariant) => isTracked && continues

export function exceptionsOf(product: PlatformProduct): ExceptionReason[] {
  const left = leftOutReason(product)
  if (left !== null) return [left]
  const shipped = shippedVariants(product)
  return [
    ...(shipped.length < product.variants.length ? ['someNoShipping' as const] : []),
    ...(shipped.some(isContinuing) ? ['continues' as const] : []),
    ...(shipped.some(isUntracked) ? ['untracked' as const] : []),
  ]
}

/** Describes variants that were left out or aren't counted. @param nameOf returns 'it' for a product without options */
export function exceptionNotes(
  product: PlatformProduct,
  nameOf: (variant: PlatformVariant) => string,
): string[] {
  const shipped = shippedVariants(product)
  const left = product.variants.filter(({ requiresShipping }) => !requiresShipping)
  const on = (variants: PlatformVariant[], text: (names: string, words: Words) => string) =>
    variants.length === 0
      ? []
      : [text(listed(variants.map(nameOf)), variants.length === 1 ? ONE_VARIANT : VARIANTS)]
  return [
    ...on(left, (names, { need, were }) => `${names} ${need} no shipping, so ${were} left out.`),
    ...on(
      shipped.filter(isContinuing),
      (names, { are, their }) =>
        `The platform sells ${names} when ${are} out of stock, so ${their} stock isn’t counted here.`,
    ),
    ...on(
      shipped.filter(isUntracked),
      (names, { their }) => `The platform doesn’t track ${names}, so ${their} stock isn’t counted here.`,
    ),
  ]
}

const ONE_VARIANT = { need: 'needs', are: 'it is', were: 'it was', their: 'its' }
const VARIANTS = { need: 'need', are: 'they are', were: 'they were', their: 'their' }
type Words = typeof VARIANTS

const NAMED = 3
const list = new Intl.ListFormat('en')

/** Returns, for example, 'Gray, Blue, Red, and 2 more'. */
function listed(names: string[]): string {
  const more = names.length - NAMED
  return list.format([...names.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])])
}

export type ExceptionCounts = Partial<Record<ExceptionReason, number>>

export function countExceptions(products: PlatformProduct[]): ExceptionCounts {
  const counts: ExceptionCounts = {}
  for (const reason of products.flatMap(exceptionsOf)) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}

/** Returns the counts in the order of the reasons. */
export function listExceptions(counts: ExceptionCounts): SyncException[] {
  return EXCEPTION_REASONS.flatMap((reason) => {
    const count = counts[reason]
    return count === undefined ? [] : [{ reason, count }]
  })
}

/** Returns a sentence about the products that were left out, and one about each other exception. */
export function describeExceptions(exceptions: SyncException[]): string {
  const left = exceptions.filter(isLeftOut).map(exceptionText)
  const others = exceptions.filter((one) => !isLeftOut(one)).map((one) => `${exceptionText(one)}.`)
  return [...(left.length > 0 ? [`Left out: ${left.join(', ')}.`] : []), ...others].join(' ')
}
