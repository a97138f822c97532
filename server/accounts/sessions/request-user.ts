import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import { ShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import { findRequestUser } from './sessions.ts'

/**
 * Sets `request.user` on each API request. Makes no query without a token. Rejects an invalid token with 401, unless
 * the endpoint ignores tokens (docs/decisions/0009).
 */
export function recognizeUsers(app: FastifyInstance, { db, config }: Shop) {
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    const token = tokenOf(request)
    if (token === null || endpoint.ignoresToken) return
    request.user = await findRequestUser(db, token, config.demo)
    if (!request.user) throw new ShopError(401, 'sign_in_ended', ACCOUNT_MESSAGES.signInEnded)
  })
}

/** Reads only the Authorization header: URLs are logged and shared, and cookies are also sent by other sites' pages. */
export function tokenOf(request: FastifyRequest): string | null {
  return /^Bearer +(\S.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}
