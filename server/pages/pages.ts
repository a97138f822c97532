import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RejectedForm } from '#contract/page-forms.ts'
import { cartCookieOf } from '../cart/cookie.ts'
import { notFound } from '../errors.ts'
import { isPlainPath, pathAndQuery } from '../platform/http/cache-store.ts'
import { isShownOnPages, tagForCdn, tagResponse, tagsIn } from '../platform/http/cache-tags.ts'
import { inTurn } from '../platform/http/fair-turns.ts'
import { hasJustWritten, WRITERS_COOKIE } from '../platform/http/read-your-writes.ts'
import type { Shop } from '../shop.ts'
import { serveAppIcons, serveIcons } from './app-icons.ts'
import { builtWeb, devWeb } from './built-web.ts'
import { publicPage } from './cache-keys.ts'
import { compressedPage } from './compressed-page.ts'
import { serveFonts } from './font-pairs.ts'
import { serveLooks } from './look-styles.ts'
import { transportOf } from './page-transport.ts'
import { servePreview } from './preview.ts'
import { serveRobots, serveSitemap } from './sitemap.ts'

/** Same as the retry time of endpoints if the database is unavailable. */
const RETRY_AFTER_S = 2
/**
 * Proxies may cache the page for 10 s, and serve it for another 20 s while revalidating. Browsers always revalidate.
 * Unlike the response cache, proxies can't be invalidated, so the sum must not exceed the 30 s that a list stays fresh.
 */
const FOR_EVERYBODY = 'public, max-age=0, s-maxage=10, stale-while-revalidate=20'
/** A CDN that gets purges may cache pages for longer. The limit matters only if a purge is lost. */
const UNTIL_PURGED = 'public, max-age=0, s-maxage=600, stale-while-revalidate=20'
const FOR_ONE = 'private, no-cache'

/** Serves every URL that is neither an API call nor a file as a page, rendered by the web. */
export async function servePages(app: FastifyInstance, shop: Shop) {
  const web = shop.config.web === 'dev' ? await devWeb(app) : await builtWeb(app)

  serveIcons(app)
  serveAppIcons(app, shop)
  serveLooks(app)
  serveFonts(app)
  serveSitemap(app, shop)
  serveRobots(app, shop)
  await servePreview(app, shop, web)

  app.get('/*', (request, reply) => answerPage(request, reply))
  app.decorate('answerWithForm', async (request, reply, status, sent) => {
    const html = await answerPage(request, reply, sent)
    if (status !== null) reply.code(status)
    reply.header('cache-control', 'no-store')
    return html
  })
  app.setNotFoundHandler(async () => {
    throw notFound('There is nothing at this URL.')
  })

  async function answerPage(
    request: FastifyRequest,
    reply: FastifyReply,
    rejected?: RejectedForm,
  ): Promise<Buffer> {
    const [path] = pathAndQuery(request.url)
    if (path.includes('%00') || !isPlainPath(path)) throw notFound('There is nothing at this URL.')
    const { render, assets } = await web.forRequest(request.url)
    const cookie = cookieForPage(request)
    const cookies = [cookie, hasJustWritten(request.headers) && WRITERS_COOKIE].filter(Boolean).join('; ')
    // A page is cacheable if all responses that it was rendered from are.
    let isForAll = publicPage(request.url) !== null
    /** The tags of all parts, or null if those of one are unknown. */
    let tags: string[] | null = []
    const send = transportOf(request, cookies)
    const page = await inTurn(request, () =>
      render({
        url: request.url,
        assets,
        rejected,
        async transport(call) {
          const response = await send(call)
          const own = tagsIn(response.headers)
          tags = own && tags && [...tags, ...own.filter(isShownOnPages)]
          isForAll &&= response.status === 200 && response.headers['cache-control'] !== 'no-store'
          return response
        },
      }),
    )
    isForAll &&= page.status === 200
    if (tags) tagResponse(reply, tags)
    const isPurged = shop.config.cdn !== null && isForAll && tags !== null
    if (isPurged) tagForCdn(reply, tags ?? [])
    const shared = isPurged ? UNTIL_PURGED : FOR_EVERYBODY
    reply.header('cache-control', cookie === null ? (isForAll ? shared : FOR_ONE) : 'no-store')
    reply.code(page.status).headers(page.headers)
    if (page.status === 503) reply.header('retry-after', String(RETRY_AFTER_S))
    reply.header('content-type', 'text/html; charset=utf-8')
    return compressedPage(request, reply, page.html)
  }
}

/** Returns the cookie for the cart and the checkout, or null for other pages, which show nothing personal. */
function cookieForPage(request: FastifyRequest): string | null {
  if (!/^\/(cart|checkout)\/?(\?|$)/.test(request.url)) return null
  return cartCookieOf(request) ?? ''
}
