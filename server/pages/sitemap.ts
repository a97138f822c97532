import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageAddress } from '#contract/pages/rules.ts'
import { notFound } from '../errors.ts'
import { inTurn } from '../platform/http/fair-turns.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { listSitemapParts, listSitemapProducts } from './queries.ts'

/** Products per file. A sitemap can have at most 50,000 URLs (sitemaps.org), including those of the shop's other pages. */
const PART_SIZE = 49_000
const OWN_PAGES = ['/', '/order-tracking', '/contact']
const ORIGINALS = ['shipping', 'returns', 'faq', 'about', 'privacy-policy', 'terms-conditions']

/**
 * Serves /sitemap.xml: all pages if they fit into one file, otherwise an index of /sitemap-1.xml and so on.
 * @param partSize maximum products per file; tests use a small number
 */
export function serveSitemap(app: FastifyInstance, { reads, config }: Shop, partSize = PART_SIZE) {
  const { publicUrl } = config

  app.get('/sitemap.xml', (request, reply) => inTurn(request, () => sendFirst(request, reply)))

  async function sendFirst(request: FastifyRequest, reply: FastifyReply) {
    const parts = await reads(request, (db) => listSitemapParts(db, partSize))
    if (parts.length > 1) {
      const files = parts.map(({ part, updatedAt }) =>
        entry('sitemap', `${publicUrl}/sitemap-${part + 1}.xml`, updatedAt),
      )
      return sendXml(reply, `<sitemapindex ${NAMESPACE}>${files.join('')}</sitemapindex>`)
    }
    return sendXml(reply, urlset(await addressesOf(request, parts[0]?.part ?? 0)))
  }

  app.get<{ Params: { part: string } }>('/sitemap-:part.xml', async (request, reply) => {
    const { params } = request
    const part = /^[1-9]\d{0,5}$/.test(params.part) ? Number(params.part) - 1 : -1
    const addresses = part < 0 ? [] : await inTurn(request, () => addressesOf(request, part))
    if (addresses.length === 0) throw notFound('There is no such part of the sitemap.')
    return sendXml(reply, urlset(addresses))
  })

  async function ownAddressesOf(request: FastifyRequest): Promise<string[]> {
    const { pages } = await reads(request, readSettings)
    return ownPages(pages).map(({ path, updatedAt }) => entry('url', `${publicUrl}${path}`, updatedAt))
  }

  async function addressesOf(request: FastifyRequest, part: number): Promise<string[]> {
    const own = part === 0 ? await ownAddressesOf(request) : []
    const products = await reads(request, (db) => listSitemapProducts(db, part, partSize))
    return [
      ...own,
      ...products.map(({ id, slug, updatedAt }) =>
        entry('url', `${publicUrl}/product/${encodeURIComponent(slug ?? String(id))}`, updatedAt),
      ),
    ]
  }
}

/** Returns the pages of the shop that aren't products, without unpublished ones. */
function ownPages(written: Settings['pages']): { path: string; updatedAt?: Date }[] {
  const added = Object.keys(written).filter((name) => !ORIGINALS.includes(name))
  const texts = [...ORIGINALS, ...added.sort()].flatMap((name) => {
    const page = Object.hasOwn(written, name) ? written[name] : undefined
    if (!page) return [{ path: pageAddress(name) }]
    return page.isPublished ? [{ path: pageAddress(name), updatedAt: new Date(page.updatedAt) }] : []
  })
  return [...OWN_PAGES.map((path) => ({ path })), ...texts]
}

/** Serves robots.txt, which allows robots everything except personal pages. */
export function serveRobots(app: FastifyInstance, { config }: Shop) {
  const hidden = [
    '/api/',
    '/admin',
    '/auth',
    '/cart',
    '/checkout',
    '/favorites',
    '/newsletter',
    '/order-success',
    '/orders',
    '/profile',
  ]
  const lines = [
    'User-agent: *',
    ...hidden.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${config.publicUrl}/sitemap.xml`,
  ]
  app.get('/robots.txt', async (_request, reply) => {
    reply.header('content-type', 'text/plain; charset=utf-8')
    return `${lines.join('\n')}\n`
  })
}

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function urlset(entries: string[]): string {
  return `<urlset ${NAMESPACE}>${entries.join('')}</urlset>`
}

function entry(tag: 'url' | 'sitemap', address: string, updatedAt?: Date): string {
  const changed = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''
  return `<${tag}><loc>${address.replaceAll('&', '&amp;')}</loc>${changed}</${tag}>`
}

function sendXml(reply: FastifyReply, xml: string): string {
  reply.header('content-type', 'application/xml; charset=utf-8')
  return `<?xml version="1.0" encoding="UTF-8"?>${xml}`
}
