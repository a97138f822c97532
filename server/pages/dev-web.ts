import type { FastifyInstance } from 'fastify'
import type { RenderPage, Web } from './built-web.ts'

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
    if (/^\/(api|images|healthz|readyz|metrics)\b/.test(request.url ?? '')) next()
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
