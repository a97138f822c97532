import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { RejectedForm } from '#contract/page-forms.ts'
import { SettingsError } from '../config.ts'
import type { PartAnswer, PartCall } from '../platform/http/page-parts.ts'
import { ROOT } from '../platform/root.ts'

/** Renders a page; exported by entry-server.tsx. */
type RenderPage = (request: PageRequest) => Promise<PageAnswer>
type PageRequest = {
  /** Path and query of the request. */
  url: string
  /** Calls an endpoint of the shop in-process, with the same contract as browsers. */
  transport(call: PageCall): Promise<PartAnswer>
  assets: PageAssets
  /** The rejected form on the page, with its errors. */
  rejected?: RejectedForm
}
/** A call by its name and input, and as HTTP sends it. */
export type PageCall = PartCall & { method: string; url: string; body?: unknown }
type PageAnswer = { status: number; headers: Record<string, string>; html: string }
/** URLs of scripts and styles that the document must load. `pages` maps the file name of each page to its own ones. */
type PageAssets = {
  scripts: string[]
  styles: string[]
  preloads: string[]
  pages: Record<string, { preloads: string[]; styles: string[] }>
}

const DIST = new URL('dist/', ROOT)

type Pages = { render: RenderPage; assets: PageAssets }
export type Web = { forRequest(url: string): Promise<Pages> }

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>

/** Loaded once, because tests open many shops in one process. */
let built: Promise<Pages> | undefined

/** Serves the web as built by `npm run build`: the bundle's immutable files, and the render handler. */
export async function builtWeb(app: FastifyInstance): Promise<Web> {
  const handler = new URL('server/entry-server.js', DIST)
  if (!existsSync(handler)) throw new SettingsError('The pages are not built yet: run `npm run build` first')
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('client/assets/', DIST)),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    cacheControl: true,
    // The payment provider's frame uses the shop's font.
    setHeaders: (reply, path) => {
      if (path.endsWith('.woff2')) reply.header('access-control-allow-origin', '*')
    },
  })
  built ??= loadPages(handler)
  const pages = await built
  return { forRequest: async () => pages }
}

async function loadPages(handler: URL): Promise<Pages> {
  const { render } = (await import(handler.href)) as Pick<Pages, 'render'>
  return { render, assets: readAssets() }
}

function readAssets(): PageAssets {
  const manifest = JSON.parse(readFileSync(new URL('client/.vite/manifest.json', DIST), 'utf8')) as Manifest
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry)
  if (!entry) throw new SettingsError('The built pages have no entry: run `npm run build` again')
  const shared = reached(manifest, entry)
  const pages = Object.keys(manifest).flatMap((name) => {
    const page = /^web\/routes\/([\w-]+)\.tsx$/.exec(name)?.[1]
    const own = [...reached(manifest, name)].filter((file) => !shared.has(file))
    return page ? [[page, { preloads: addresses(manifest, own), styles: stylesOf(manifest, own) }]] : []
  })
  const [script = '', ...preloads] = addresses(manifest, [...shared])
  return {
    scripts: [script],
    styles: stylesOf(manifest, [...shared]),
    preloads,
    pages: Object.fromEntries(pages),
  }
}

/** Returns a file of the manifest, followed by everything that it imports. */
function reached(manifest: Manifest, name: string, known = new Set<string>()): Set<string> {
  known.add(name)
  for (const imported of manifest[name]?.imports ?? []) {
    if (!known.has(imported)) reached(manifest, imported, known)
  }
  return known
}

function addresses(manifest: Manifest, names: string[]): string[] {
  return names.map((name) => addressOf(manifest[name]?.file ?? ''))
}

function stylesOf(manifest: Manifest, names: string[]): string[] {
  return names.flatMap((name) => manifest[name]?.css ?? []).map(addressOf)
}

function addressOf(file: string): string {
  return `/${file}`
}

/** Serves the web from its sources through Vite's dev server, on the shop's own origin, with hot reload. */
export async function devWeb(app: FastifyInstance): Promise<Web> {
  // Development dependencies, so they aren't always installed.
  const [{ createServer }, { default: middie }] = await Promise.all([
    import('vite'),
    import('@fastify/middie'),
  ])
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  })
  await app.register(middie)
  app.use((request, response, next) => {
    if (/^\/(api|images|looks|fonts|healthz|readyz|metrics)\b/.test(request.url ?? '')) next()
    else vite.middlewares(request, response, next)
  })
  app.addHook('onClose', () => vite.close())
  return {
    async forRequest() {
      const { render } = (await vite.ssrLoadModule('/web/entry-server.tsx')) as { render: RenderPage }
      return {
        render,
        assets: {
          scripts: ['/@vite/client', '/web/platform/react-refresh.ts', '/web/entry-client.tsx'],
          styles: ['/web/styles.css'],
          preloads: [],
          pages: {},
        },
      }
    },
  }
}
