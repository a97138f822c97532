import type { FastifyReply, FastifyRequest } from 'fastify'
import { CART_DAYS } from '#contract/cart/rules.ts'
import type { OrderAddresses } from '#contract/checkout/shipping.ts'
import type { Config } from '../config.ts'
import type { Db } from '../platform/db/database.ts'
import { isForPage } from '../platform/http/in-process.ts'
import { addressKey } from '../platform/http/limits.ts'
import { isToken } from '../platform/ids.ts'
import { claimCart, moveItems, type NewCart, renewToken } from './cart.ts'
import type { Owner } from './queries.ts'

const PLAIN = 'cart'
/** Browsers accept it only over https and from this exact host, so a subdomain can't plant another visitor's cart. */
const HOST = '__Host-cart'
/** Separates the tokens of the two cookies and of agents, so a token of one kind never identifies a cart of another. */
const HOST_PREFIX = 'host:'

const DAY_SECONDS = 86_400

/** Returns the cart's owner: the signed-in user, regardless of any cookie, otherwise the visitor with the cookie. */
export function ownerOf(request: FastifyRequest): Owner | null {
  if (request.user) return { userId: request.user.id }
  const token = cartTokenOf(request)
  return token === null ? null : { token }
}

export function newCartOf(request: FastifyRequest, config: Config): NewCart {
  return { prefix: prefixOf(config), address: addressKey(request.ip) }
}

/** A user's cart needs no cookie. On https, also removes the cookie `cart` of older carts. */
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

/** On https, moves the items of a cart with the cookie `cart` to a cart with the cookie that can't be planted. */
export async function upgradeCookie(
  db: Db,
  owner: Owner,
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): Promise<Owner> {
  // Cookies set while rendering a page on the server don't reach the browser.
  if (!('token' in owner) || !isPlantable(owner, config) || isForPage(request)) return owner
  return moved(db, owner, reply, config)
}

/** Returns the cart's owner for anything that concerns its order, or null if the cookie could have been planted. */
export function orderOwnerOf(request: FastifyRequest, config: Config): Owner | null {
  const owner = ownerOf(request)
  return owner && isPlantable(owner, config) ? null : owner
}

/**
 * Gives a visitor's cart a new token before an address is stored with it, so a stranger who knows or planted the token
 * can't read the address.
 * @param addresses the token stays if the cart's order has exactly these addresses
 * @returns the owner, or null for a visitor without a cart
 */
export async function renewCookie(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  addresses: OrderAddresses,
): Promise<Owner | null> {
  const owner = ownerOf(request)
  if (!owner || 'userId' in owner) return owner
  if (!isPlantable(owner, config))
    return renewed(reply, config, owner, renewToken(db, owner, prefixOf(config), addresses))
  const taken = await moved(db, owner, reply, config)
  return taken === owner ? null : taken
}

/** Makes the visitor's cart the user's on sign-in, and removes its cookie. */
export async function bringCart(
  { db, config }: { db: Db; config: Config },
  userId: number,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const token = cartTokenOf(request)
  if (token === null) return
  await claimCart(db, token, userId, { withOrders: !isPlantable({ token }, config) })
  dropCartCookie(reply)
}

/** Returns the cart cookie of the request, or null if there is none that the shop could have set. */
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

const moved = (db: Db, owner: { token: string }, reply: FastifyReply, config: Config) =>
  renewed(reply, config, owner, moveItems(db, owner, prefixOf(config)))

async function renewed(
  reply: FastifyReply,
  config: Config,
  owner: Owner,
  renewal: Promise<Owner>,
): Promise<Owner> {
  const newOwner = await renewal
  if (newOwner !== owner) setCartCookie(reply, newOwner, config)
  return newOwner
}

/** On https, a subdomain can still set the cookie `cart`. */
const isPlantable = (owner: Owner, config: Config) =>
  'token' in owner && !owner.token.startsWith(prefixOf(config))

const isHttps = ({ publicUrl }: Config) => publicUrl.startsWith('https:')
const prefixOf = (config: Config) => (isHttps(config) ? HOST_PREFIX : '')
