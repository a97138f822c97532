/** Numbers of products per section (spec section 9). Doesn't import zod, so pages can load it early. */

export const FEATURED_MAX = 4
export const RELATED_MAX = 4
