/** Lengths in characters. The body is in bytes, with room for multibyte characters. */
export const BROWSER_ERROR = {
  messageMax: 300,
  stackMax: 2000,
  pageMax: 200,
  bodyMax: 8 * 1024,
  /** Maximum reports per page view. */
  perPage: 5,
} as const
