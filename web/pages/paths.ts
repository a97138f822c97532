/** Text pages that others link to. Not in web/platform/paths.ts, which the home page loads. */
export const PRIVACY = '/privacy-policy'
export const RETURNS = '/returns'
export const FAQ = '/faq'
