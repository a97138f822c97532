import type { FastifyReply, FastifyRequest } from 'fastify'
import { CART_DAYS } from '#contract/cart-rules.ts'
import type { ShippingInfo } from '#contract/shipping.ts'
import type { Config } from '../config.ts'
import type { Db } from '../platform/db/database.ts'
import { isForPage } from '../platform/http/in-process.ts'
import { addressKey } from '../platform/http/limits.ts'
import { isToken } from '../platform/ids.ts'
import { claimCart, type NewCart, type Owner, renewToken } from './cart.ts'

const PLAIN = 'cart'
/** Browsers accept it only over https and from this very host, so a subdomain can't plant somebody else's cart. */
const HOST = '__Host-cart'
/** Tokens of the two cookies, and of agents, never find each other's carts. */
const HOST_PREFIX = 'host:'

const DAY_SECONDS = 86_400

/** The cart's owner: the signed-in user, whatever cookie comes along, else the visitor with the cookie. */
export function ownerOf(request: FastifyRequest): Owner | null {
  if (request.user) return { userId: request.user.id }
  const token = cartTokenOf(request)
  return token === null ? null : { token }
}

/** What a visitor's new cart needs. */
export function newCartOf(request: FastifyRequest, config: Config): NewCart {
  return { prefix: prefixOf(config), address: addressKey(request.ip) }
}

/** A user's cart needs no cookie. On https the cookie `cart` of older carts goes. */
export function setCartCookie(reply: FastifyReply, owner: Owner, config: Config) {
  if (!('token' in owner)) return
  const secure = isHttps(config)
  if (secure && reply.request.cookies[PLAIN] !== undefined) reply.clearCookie(PLAIN, { path: '/' })
  reply.setCookie(secure ? HOST : PLAIN, owner.token.slice(prefixOf(config).length), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: CART_DAYS * DAY_SECONDS,
  })
}

export function dropCartCookie(reply: FastifyReply) {
  const { cookies } = reply.request
  if (cookies[PLAIN] !== undefined) reply.clearCookie(PLAIN, { path: '/' })
  if (cookies[HOST] !== undefined) reply.clearCookie(HOST, { path: '/', secure: true })
}

/** On https, moves a cart that has the cookie `cart` to the cookie that can't be planted. */
export async function upgradeCookie(
  db: Db,
  owner: Owner,
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): Promise<Owner> {
  // Cookies set for a part of a page don't reach the browser.
  if (!('token' in owner) || owner.token.startsWith(prefixOf(config)) || isForPage(request)) return owner
  return renewed(db, owner, reply, config)
}

/**
 * Gives a visitor's cart a new token before an address is stored with it, so that nobody who knew or planted the token
 * reads that address. @param address left out if the cart's order has just this address
 */
export async function renewCookie(
  db: Db,
  owner: Owner,
  reply: FastifyReply,
  config: Config,
  address: ShippingInfo,
): Promise<Owner> {
  return 'token' in owner ? renewed(db, owner, reply, config, address) : owner
}

/** At sign-in: the cart that came with the request becomes the user's, and its cookie has done its work. */
export async function bringCart(db: Db, userId: number, request: FastifyRequest, reply: FastifyReply) {
  const token = cartTokenOf(request)
  if (token === null) return
  await claimCart(db, token, userId)
  dropCartCookie(reply)
}

/** The cart cookie as it came, or null if there is none that the shop could have made. */
export function cartCookieOf(request: FastifyRequest): string | null {
  const name = request.cookies[HOST] === undefined ? PLAIN : HOST
  const value = request.cookies[name]
  return value !== undefined && isToken(value) ? `${name}=${value}` : null
}

function cartTokenOf(request: FastifyRequest): string | null {
  const [name, value] = cartCookieOf(request)?.split('=') ?? []
  if (value === undefined) return null
  return name === HOST ? HOST_PREFIX + value : value
}

async function renewed(
  db: Db,
  owner: { token: string },
  reply: FastifyReply,
  config: Config,
  address?: ShippingInfo,
): Promise<Owner> {
  const newOwner = await renewToken(db, owner, prefixOf(config), address)
  if (newOwner !== owner) setCartCookie(reply, newOwner, config)
  return newOwner
}

const isHttps = ({ publicUrl }: Config) => publicUrl.startsWith('https:')
const prefixOf = (config: Config) => (isHttps(config) ? HOST_PREFIX : '')
