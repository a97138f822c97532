import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RejectedForm } from '#contract/page-forms.ts'
import { cartCookieOf } from '../cart/cookie.ts'
import { notFound } from '../errors.ts'
import { inProcessHeaders } from '../platform/http/in-process.ts'
import { isPlainPath, pathAndQuery } from '../platform/http/kept-answers.ts'
import { hasJustWritten, WRITERS_COOKIE } from '../platform/http/writers.ts'
import type { Shop } from '../shop.ts'
import { serveAppIcons, serveIcons } from './app-icons.ts'
import { builtWeb } from './built-web.ts'
import { devWeb } from './dev-web.ts'
import { publicPage } from './public-pages.ts'
import { serveRobots, serveSitemap } from './sitemap.ts'

/** As the endpoints say when the database is away. */
const RETRY_AFTER_S = 2
/**
 * A proxy may show it for so long without asking, and a little longer while it asks; browsers ask each time. The front drops
 * it at once when something changes, a proxy does not: together they stay within the 30 s for which a list is fresh.
 */
const FOR_EVERYBODY = 'public, max-age=0, s-maxage=10, stale-while-revalidate=20'
const FOR_ONE = 'private, no-cache'

/** Every address that is no API call and no file is a page, rendered by the web. */
export async function servePages(app: FastifyInstance, shop: Shop) {
  const web = shop.config.web === 'dev' ? await devWeb(app) : await builtWeb(app)

  serveIcons(app)
  serveAppIcons(app, shop)
  serveSitemap(app, shop)
  serveRobots(app, shop)

  app.get('/*', (request, reply) => answerPage(request, reply))
  app.decorate('answerRejected', async (request, reply, status, rejected) => {
    const html = await answerPage(request, reply, rejected)
    reply.code(status).header('cache-control', 'no-store')
    return html
  })
  app.setNotFoundHandler(async () => {
    throw notFound('There is nothing at this address.')
  })

  async function answerPage(
    request: FastifyRequest,
    reply: FastifyReply,
    rejected?: RejectedForm,
  ): Promise<string> {
    const [path] = pathAndQuery(request.url)
    if (path.includes('%00') || !isPlainPath(path)) throw notFound('There is nothing at this address.')
    const { render, assets } = await web.forRequest(request.url)
    const cookie = cookieForPage(request)
    const cookies = [cookie, hasJustWritten(request.headers) && WRITERS_COOKIE].filter(Boolean).join('; ')
    // A page is for everybody when all that it was made of is.
    let isForAll = publicPage(request.url) !== null
    const page = await render({
      url: request.url,
      assets,
      rejected,
      transport: async ({ method, url, body }) => {
        const answer = await app.inject({
          method: method as 'GET',
          url,
          // Limits count by it, whichever door somebody comes through.
          remoteAddress: request.ip,
          headers: { ...inProcessHeaders(request.id, 'page'), ...(cookies ? { cookie: cookies } : {}) },
          ...(body === undefined ? {} : { payload: body as object }),
        })
        isForAll &&= answer.statusCode === 200 && answer.headers['cache-control'] !== 'no-store'
        return {
          status: answer.statusCode,
          statusText: answer.statusMessage,
          headers: headersOf(answer.headers),
          text: answer.body,
        }
      },
    })
    isForAll &&= page.status === 200
    reply.header('cache-control', cookie === null ? (isForAll ? FOR_EVERYBODY : FOR_ONE) : 'no-store')
    reply.code(page.status).headers(page.headers)
    if (page.status === 503) reply.header('retry-after', String(RETRY_AFTER_S))
    reply.header('content-type', 'text/html; charset=utf-8')
    return page.html
  }
}

/** Pages are made for nobody in particular; the plain cart page alone is the visitor's own. Null: another page. */
function cookieForPage(request: FastifyRequest): string | null {
  if (!/^\/cart\/?(\?|$)/.test(request.url)) return null
  return cartCookieOf(request) ?? ''
}

function headersOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
