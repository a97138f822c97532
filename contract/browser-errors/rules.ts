/** Lengths in characters; the body in bytes, with room for characters that take several. */
export const BROWSER_ERROR = {
  messageMax: 300,
  stackMax: 2000,
  pageMax: 200,
  bodyMax: 8 * 1024,
  /** A page that fails over and over has said all by then. */
  perPage: 5,
} as const
