import { productAddress } from '../platform/addresses.ts'

/** By id when the slug looks like 'product-' followed by digits, otherwise by slug (spec section 2, Cart sidebar). */
export function lineAddress({ id, slug }: { id: number; slug: string | null }): string {
  return productAddress({ id, slug: slug && /^product-\d+$/.test(slug) ? null : slug })
}
