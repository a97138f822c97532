/** How many products stand where (spec section 9); no zod here, so that a page may have them at its first load. */

export const FEATURED_MAX = 4
export const RELATED_MAX = 4
