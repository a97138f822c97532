import type { FastifyReply, FastifyRequest } from 'fastify'
import { CART_DAYS } from '#contract/cart-rules.ts'
import type { Config } from '../config.ts'
import type { Db } from '../platform/db/database.ts'
import { isToken } from '../platform/ids.ts'
import { claimCart, type Owner } from './cart.ts'

export const CART_COOKIE = 'cart'

const DAY_SECONDS = 86_400

/** Whose cart a request means: the user's, however it comes with a cookie; else that of the cookie. */
export function ownerOf(request: FastifyRequest): Owner | null {
  if (request.user) return { userId: request.user.id }
  const token = cartTokenOf(request)
  return token === null ? null : { token }
}

/** A user's cart needs no cookie. */
export function setCartCookie(reply: FastifyReply, owner: Owner, { publicUrl }: Config) {
  if (!('token' in owner)) return
  reply.setCookie(CART_COOKIE, owner.token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: CART_DAYS * DAY_SECONDS,
  })
}

export function dropCartCookie(reply: FastifyReply) {
  reply.clearCookie(CART_COOKIE, { path: '/' })
}

/** At sign-in: the cart that came with the request becomes the user's, and its cookie has done its work. */
export async function bringCart(db: Db, userId: number, request: FastifyRequest, reply: FastifyReply) {
  const token = cartTokenOf(request)
  if (token === null) return
  await claimCart(db, token, userId)
  dropCartCookie(reply)
}

/** Null when there is none, or nothing that the shop could have made. */
export function cartTokenOf(request: FastifyRequest): string | null {
  const token = request.cookies[CART_COOKIE]
  return token !== undefined && isToken(token) ? token : null
}
