import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import type { FormValue } from './form.ts'

/** Who calls: the shop's server, or a browser with the key that everybody may know. */
export type Caller = 'server' | 'browser'

export const secretKey = 'sk_test_plinth_sandbox'
export const publishableKey = 'pk_test_plinth_sandbox'

/** The key stands in the header, or among the parameters, where Stripe's script in the browser puts it. */
export function callerOf(request: FastifyRequest, parameter: FormValue | undefined): Caller {
  const key = keyIn(request.headers.authorization) ?? (typeof parameter === 'string' ? parameter : null)
  if (key === secretKey) return 'server'
  if (key === publishableKey) return 'browser'
  throw key === null
    ? unauthorized('No API key was sent: send yours in the Authorization header.')
    : wrongKey(key)
}

export function refuseBrowser(): never {
  throw unauthorized('This call needs a secret key; a publishable key is not enough.', 'secret_key_required')
}

function keyIn(authorization: string | undefined): string | null {
  const [scheme = '', credentials = ''] = authorization?.split(' ') ?? []
  if (scheme.toLowerCase() === 'bearer') return credentials
  if (scheme.toLowerCase() !== 'basic') return null
  return Buffer.from(credentials, 'base64').toString().split(':')[0] ?? null
}

function wrongKey(key: string): ApiError {
  const masked = key.slice(0, 8) + '*'.repeat(Math.max(key.length - 12, 0)) + key.slice(-4)
  return unauthorized(`The API key ${masked} is not valid.`)
}

function unauthorized(message: string, code?: string): ApiError {
  return new ApiError(
    401,
    { type: 'invalid_request_error', message, ...(code && { code }) },
    { 'www-authenticate': 'Basic realm="Stripe"' },
  )
}
