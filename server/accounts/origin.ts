import type { FastifyRequest } from 'fastify'
import { addressKey } from '../platform/http/limits.ts'

/** Where a request comes from: an address as limits count it, and what the browser says it is. */
export type Origin = { address: string; userAgent: string }

export function originOf(request: FastifyRequest): Origin {
  return { address: addressKey(request.ip), userAgent: request.headers['user-agent'] ?? '' }
}
