import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

/** A rejection that can be shown to shoppers. Operations throw it, and platform/http/errors.ts sends it. */
export class ShopError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly errors: ErrorBody['errors']
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined
  /** Additional fields of the response. */
  readonly facts: Pick<ErrorBody, 'quote' | 'orderId' | 'step'>

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    more: {
      errors?: ErrorBody['errors']
      retryAfter?: number
      facts?: Pick<ErrorBody, 'quote' | 'orderId' | 'step'>
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.code = code
    this.errors = more.errors
    this.retryAfter = more.retryAfter
    this.facts = more.facts ?? {}
  }
}

export const invalidInput = (message: string, errors?: ErrorBody['errors']) =>
  new ShopError(400, 'invalid_input', message, { errors })
export const notSignedIn = (message = 'Please sign in first.') => new ShopError(401, 'not_signed_in', message)
export const notAllowed = () => new ShopError(403, 'not_allowed', "You don't have permission to do this.")
export const notFound = (message: string) => new ShopError(404, 'not_found', message)
export const tooManyRequests = (
  retryAfter: number,
  message = 'Too many attempts. Please wait a while and try again.',
) => new ShopError(429, 'too_many_requests', message, { retryAfter })
export const unavailable = (retryAfter: number) =>
  new ShopError(503, 'unavailable', 'The shop is temporarily unavailable. Please try again.', { retryAfter })
