/** Numbers of products per section (spec section 9). Free of zod, so a page can load them first. */

export const FEATURED_MAX = 4
export const RELATED_MAX = 4
