import type { FastifyRequest } from 'fastify'
import { takeFault } from '../../faults.ts'
import { type Provider, service } from '../provider.ts'
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

/** The fault switches make a good key one that was revoked, or that lacks a permission. */
export function refuseGoodKey({ faults }: Provider, caller: Caller) {
  if (caller === 'browser') return
  if (takeFault(faults, service, 'key-invalid')) throw wrongKey(secretKey)
  if (!takeFault(faults, service, 'key-restricted')) return
  throw new ApiError(403, {
    type: 'invalid_request_error',
    code: 'more_permissions_required',
    message: `The key ${masked(secretKey)} lacks a permission that this call needs.`,
  })
}

function keyIn(authorization: string | undefined): string | null {
  const [scheme = '', credentials = ''] = authorization?.split(' ') ?? []
  if (scheme.toLowerCase() === 'bearer') return credentials
  if (scheme.toLowerCase() !== 'basic') return null
  return Buffer.from(credentials, 'base64').toString().split(':')[0] ?? null
}

function wrongKey(key: string): ApiError {
  return unauthorized(`The API key ${masked(key)} is not valid.`)
}

const masked = (key: string) => key.slice(0, 8) + '*'.repeat(Math.max(key.length - 12, 0)) + key.slice(-4)

function unauthorized(message: string, code?: string): ApiError {
  return new ApiError(
    401,
    { type: 'invalid_request_error', message, ...(code && { code }) },
    { 'www-authenticate': 'Basic realm="Stripe"' },
  )
}
