import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import { ShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import { findRequestUser } from './sessions.ts'

/**
 * Puts who is signed in on each API request. Without a token the database is not asked; a token that is not good is
 * refused with 401, except by an endpoint that ignores tokens (docs/decisions/0009).
 */
export function knowUsers(app: FastifyInstance, { db, config }: Shop) {
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    const token = tokenOf(request)
    if (token === null || endpoint.ignoresToken) return
    request.user = await findRequestUser(db, token, config.demo)
    if (!request.user) throw new ShopError(401, 'sign_in_ended', ACCOUNT_MESSAGES.signInEnded)
  })
}

/** Only from the Authorization header: an address is logged and shared, and a cookie is sent by other sites' pages too. */
export function tokenOf(request: FastifyRequest): string | null {
  return /^Bearer +(\S.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}
