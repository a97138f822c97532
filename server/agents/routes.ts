import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { previewAgentCart, quoteAgentCart, takeAgentCart } from '#contract/agents/api.ts'
import { newCartOf, ownerOf, setCartCookie } from '../cart/cookie.ts'
import { listCartItems } from '../cart/item-queries.ts'
import { estimate } from '../checkout/quoted-cart.ts'
import { ShopError } from '../errors.ts'
import { errorBodyOf } from '../platform/http/errors.ts'
import { inTurn } from '../platform/http/fair-turns.ts'
import { addressKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { claimCart, readCart, readLink } from './carts.ts'

const MCP = '/mcp'
const BODY_LIMIT = 64 * 1024

/** Mounts the MCP endpoint for shopping agents (docs/agents.md). */
export function agentRoutes(app: FastifyInstance, shop: Shop) {
  const { db, config } = shop

  app.post(MCP, { bodyLimit: BODY_LIMIT, errorHandler: handleInProtocol }, async (request, reply) => {
    // Rate limits would count a batch as one request.
    if (Array.isArray(request.body)) return reject(reply, 400, -32_600, 'Send one message at a time.')
    const caller = { ...shop, address: addressKey(request.ip) }
    const { handleMessage } = await import('./protocol.ts')
    const response = await inTurn(request, () =>
      handleMessage(caller, asWebRequest(request), request.body, (error) => errorBodyOf(error, request)),
    )
    reply.code(response.status).header('cache-control', 'no-store')
    reply.header('content-type', response.headers.get('content-type') ?? 'application/json')
    return reply.send(await response.text())
  })

  // The endpoint is stateless: there is no stream to open and no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: MCP,
    handler: (_request, reply) =>
      reject(reply.header('allow', 'POST'), 405, -32_000, 'Send messages by POST.'),
  })

  mount(app, previewAgentCart, async ({ code }, _request, reply) => {
    reply.header('cache-control', 'no-store')
    return (await readCart(db, readLink(shop, code))).lines
  })

  mount(app, quoteAgentCart, async ({ code }, _request, reply) => {
    reply.header('cache-control', 'no-store')
    const { lines } = await readCart(db, readLink(shop, code))
    return estimate(lines, await readSettings(db))
  })

  mount(app, takeAgentCart, async ({ code }, request, reply) => {
    const known = ownerOf(request)
    const owner = await claimCart(db, readLink(shop, code), known, newCartOf(request, config))
    if (!owner) return []
    if (owner !== known) setCartCookie(reply, owner, config)
    return listCartItems(db, owner, await readSettings(db))
  })
}

function asWebRequest({ headers }: FastifyRequest): Request {
  const sent = new Headers({ 'content-type': 'application/json' })
  for (const name of ['accept', 'content-type', 'mcp-protocol-version']) {
    const value = headers[name]
    if (typeof value === 'string') sent.set(name, value)
  }
  // The body is passed on already parsed. The transport only checks the method and the headers.
  return new Request('http://shop.invalid/mcp', { method: 'POST', headers: sent })
}

/** Errors before a tool runs, such as too many requests, are also reported as protocol errors. */
function handleInProtocol(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const data = errorBodyOf(error, request)
  const status = error instanceof ShopError ? error.status : ((error as FastifyError).statusCode ?? 500)
  if (error instanceof ShopError && error.retryAfter) reply.header('retry-after', String(error.retryAfter))
  return reject(reply, status, -32_000, data.message, data)
}

function reject(reply: FastifyReply, status: number, code: number, message: string, data?: object) {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ jsonrpc: '2.0', error: { code, message, ...(data ? { data } : {}) }, id: null })
}
