/** Every address of the shop that code links to. */
export const HOME = '/'

export function productAddress(product: { id: number; slug: string | null }): string {
  return `/product/${encodeURIComponent(product.slug ?? String(product.id))}`
}
