import type Stripe from 'stripe'

/** The `error` of a response. */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string | undefined
  decline_code?: string | undefined
  param?: string | undefined
  charge?: string | undefined
  payment_intent?: Stripe.PaymentIntent | undefined
  payment_method?: Stripe.PaymentMethod | undefined
}

/** An error in Stripe's format. Earlier writes are kept: a declined card leaves a charge. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Record<string, string>

  constructor(status: number, body: ErrorBody, headers: Record<string, string> = {}) {
    super(body.message)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export function invalidRequest(
  message: string,
  details: Omit<ErrorBody, 'type' | 'message'> = {},
  status = 400,
): ApiError {
  return new ApiError(status, { type: 'invalid_request_error', message, ...details })
}

export function unauthorized(message: string, code?: string): ApiError {
  return new ApiError(
    401,
    { type: 'invalid_request_error', message, ...(code && { code }) },
    { 'www-authenticate': 'Basic realm="Stripe"' },
  )
}

export function noSuch(what: string, id: string, param = 'id'): ApiError {
  return invalidRequest(`There is no ${what} '${id}'.`, { code: 'resource_missing', param }, 404)
}
