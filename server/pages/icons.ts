import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'

const FOLDER = join(
  dirname(createRequire(import.meta.url).resolve('@fortawesome/fontawesome-free/package.json')),
  'svgs',
)
const STYLES = ['solid', 'regular', 'brands']

/** The shop's own mark, and Font Awesome's icons by class name, one small file each: /icons/fa-rug.svg */
export function serveIcons(app: FastifyInstance) {
  const mark = readFileSync(new URL('icon.svg', import.meta.url))
  for (const address of ['/icon.svg', '/favicon.ico']) {
    app.get(address, async (_request, reply) => {
      reply.header('content-type', 'image/svg+xml')
      reply.header('cache-control', 'public, max-age=86400')
      return mark
    })
  }

  app.get<{ Params: { name: string } }>('/icons/:name', async ({ params }, reply) => {
    const icon = /^fa-([a-z0-9-]{1,60})\.svg$/.exec(params.name)?.[1]
    const file = STYLES.map((style) => join(FOLDER, style, `${icon}.svg`)).find((path) => existsSync(path))
    if (!icon || !file) throw notFound('There is no such icon.')
    reply.header('content-type', 'image/svg+xml')
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return readFileSync(file)
  })
}
