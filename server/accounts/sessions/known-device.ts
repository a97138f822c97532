import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEVICE_DAYS } from '#contract/accounts/rules.ts'
import { bringCart } from '../../cart/cookie.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { addressKey } from '../../platform/http/limits.ts'
import { isToken, randomToken, sha256 } from '../../platform/ids.ts'
import type { Shop } from '../../shop.ts'
import { deleteOlderDevices, findDeviceUser, replaceDevice } from './queries.ts'

/**
 * The origin of a request: the IP address (as limits count it), the User-Agent header, and the hash of the device
 * cookie, or null without a cookie.
 */
export type Origin = { address: string; userAgent: string; device: string | null }

const COOKIE = 'device'
const DEVICES_MAX = 20
const DAY_SECONDS = 86_400

export function originOf(request: FastifyRequest): Origin {
  const token = request.cookies[COOKIE] ?? ''
  return {
    address: addressKey(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    device: isToken(token) ? sha256(token) : null,
  }
}

/**
 * Returns the key for limits that don't protect an account. A device that has signed in is counted by its account
 * instead of its network, because each sign-in renews the device's token.
 */
export async function sourceOf(db: Db, { address, device }: Origin): Promise<string> {
  const userId = device === null ? null : await findDeviceUser(db, device)
  return userId === null ? address : `account ${userId}`
}

/** Runs after every kind of sign-in: merges the browser's cart into the user's, and remembers the device. */
export async function welcome(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  userId: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await bringCart({ db, config }, userId, request, reply)
  await rememberDevice({ db, config }, userId, request, reply)
}

/** Renews the token each time. Otherwise, someone who planted a token could use up its limits. */
export async function rememberDevice(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  userId: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = randomToken()
  const before = originOf(request).device
  await inTransaction(db, async (db) => {
    await replaceDevice(db, { before, after: sha256(token), userId })
    await deleteOlderDevices(db, userId, DEVICES_MAX)
  })
  reply.setCookie(COOKIE, token, {
    path: '/api',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: DEVICE_DAYS * DAY_SECONDS,
  })
}
