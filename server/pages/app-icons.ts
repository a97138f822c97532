import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'
import { ROOT } from '../platform/root.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { LOGO_ICONS, openLogoIcons } from './logo-icons.ts'

const PAGES = new URL('server/pages/', ROOT)
const DAY = 'public, max-age=86400'

/** The installed icons as PNG files. Phones mask the last two, so they fill the whole square. */
const PICTURES = ['icon-192.png', 'icon-512.png', 'icon-maskable.png', 'apple-touch-icon.png']

/** Serves what phones need to install the shop as an app: the manifest and the icons. */
export function serveAppIcons(app: FastifyInstance, { db }: Shop) {
  const findLogoIcon = openLogoIcons(db)

  app.get('/manifest.webmanifest', async (_request, reply) => {
    reply.header('content-type', 'application/manifest+json').header('cache-control', DAY)
    return JSON.stringify(manifestOf(await readSettings(db)))
  })

  for (const name of Object.keys(LOGO_ICONS)) {
    const installed = PICTURES.includes(name) ? readFileSync(new URL(`app-icons/${name}`, PAGES)) : null
    app.get(`/${name}`, async (_request, reply) => {
      const icon = (await findLogoIcon(name)) ?? installed
      if (!icon) throw notFound('There is no such icon.')
      reply.header('content-type', 'image/png').header('cache-control', DAY)
      return icon
    })
  }

  const mark = readFileSync(new URL('icon.svg', PAGES))
  for (const address of ['/icon.svg', '/favicon.ico']) {
    app.get(address, async (_request, reply) => {
      const icon = address === '/favicon.ico' ? await findLogoIcon('icon-32.png') : null
      reply.header('content-type', icon ? 'image/png' : 'image/svg+xml').header('cache-control', DAY)
      return icon ?? mark
    })
  }
}

function manifestOf({ shopName: name, brand }: Settings) {
  const installed = brand.logo ? [] : [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }]
  return {
    id: '/',
    name,
    short_name: name,
    description: brand.tagline || 'Premium desk accessories designed for productivity and style.',
    start_url: '/',
    display: 'standalone',
    background_color: '#faf8f4',
    theme_color: '#faf8f4',
    icons: [
      ...installed,
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}

const FOLDER = join(
  dirname(createRequire(import.meta.url).resolve('@fortawesome/fontawesome-free/package.json')),
  'svgs',
)
const STYLES = ['solid', 'regular', 'brands']

/** Serves Font Awesome icons by class name, each as a small file: /icons/fa-rug.svg */
export function serveIcons(app: FastifyInstance) {
  app.get<{ Params: { name: string } }>('/icons/:name', async ({ params }, reply) => {
    const icon = /^fa-([a-z0-9-]{1,60})\.svg$/.exec(params.name)?.[1]
    const file = STYLES.map((style) => join(FOLDER, style, `${icon}.svg`)).find((path) => existsSync(path))
    if (!icon || !file) throw notFound('There is no such icon.')
    reply.header('content-type', 'image/svg+xml')
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return readFileSync(file)
  })
}
