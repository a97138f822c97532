import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/http.ts'
import { notAllowed, notSignedIn } from '../../errors.ts'

export type RequestUser = { id: number; role: 'admin' | 'customer'; sessionId: number }

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

/** @throws ShopError 401 for a visitor; where `access` has seen to it, it only says so to the compiler */
export function signedInUser({ user }: FastifyRequest): RequestUser {
  if (!user) throw notSignedIn()
  return user
}
