import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/http.ts'
import { notAllowed, notSignedIn } from '../../errors.ts'

export type RequestUser = { id: number; role: 'admin' | 'customer' }

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null for a visitor. */
    user: RequestUser | null
  }
}

/** @throws ShopError 401 or 403 when the request may not use what needs this access */
export function guard(access: Access, request: FastifyRequest) {
  if (access === 'anyone') return
  if (!request.user) throw notSignedIn()
  if (access === 'admin' && request.user.role !== 'admin') throw notAllowed()
}
