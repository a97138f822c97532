import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CART_COOKIE, cartTokenOf } from '../cart/cookie.ts'
import { notFound } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { builtWeb } from './built-web.ts'
import { devWeb } from './dev-web.ts'
import { serveIcons } from './icons.ts'
import { serveRobots, serveSitemap } from './sitemap.ts'

/** The web's part of a request, as entry-server.tsx exports it. */
export type RenderPage = (request: PageRequest) => Promise<PageAnswer>
export type PageRequest = {
  /** Path and query as asked for. */
  url: string
  /** Asks an endpoint of the shop in-process: one door for pages and browsers alike. */
  transport(call: { method: string; url: string; body?: unknown }): Promise<ApiAnswer>
  assets: PageAssets
}
export type ApiAnswer = { status: number; statusText: string; headers: Record<string, string>; text: string }
export type PageAnswer = { status: number; headers: Record<string, string>; html: string }
/** What the document must load: addresses of scripts and styles. */
export type PageAssets = { scripts: string[]; styles: string[]; preloads: string[] }

/** Every address that is no API call and no file is a page, rendered by the web. */
export async function servePages(app: FastifyInstance, shop: Shop) {
  const web = shop.config.web === 'dev' ? await devWeb(app) : await builtWeb(app)

  serveIcons(app)
  serveSitemap(app, shop)
  serveRobots(app, shop)

  app.get('/*', async (request, reply) => {
    const { render, assets } = await web.forRequest(request.url)
    const cookie = cartCookieOf(request)
    if (cookie !== null) reply.header('cache-control', 'no-store')
    const page = await render({
      url: request.url,
      assets,
      transport: async ({ method, url, body }) => {
        const answer = await app.inject({
          method: method as 'GET',
          url,
          // Limits count by it, whichever door somebody comes through.
          remoteAddress: request.ip,
          headers: { 'x-in-process': '1', ...(cookie ? { cookie } : {}) },
          ...(body === undefined ? {} : { payload: body as object }),
        })
        return {
          status: answer.statusCode,
          statusText: answer.statusMessage,
          headers: headersOf(answer.headers),
          text: answer.body,
        }
      },
    })
    reply.code(page.status).headers(page.headers)
    reply.header('content-type', 'text/html; charset=utf-8')
    return page.html
  })
  app.setNotFoundHandler(async () => {
    throw notFound('There is nothing at this address.')
  })
}

/** Pages are made for nobody in particular; the plain cart page alone is the visitor's own. Null: another page. */
function cartCookieOf(request: FastifyRequest): string | null {
  if (!/^\/cart\/?(\?|$)/.test(request.url)) return null
  const token = cartTokenOf(request)
  return token === null ? '' : `${CART_COOKIE}=${token}`
}

function headersOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
