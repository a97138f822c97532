import { createServer, type RequestListener, type Server } from 'node:http'
import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import type { Settings } from './config.ts'
import { answerErrors } from './errors.ts'
import { mountFaultApi, mountFaultForms } from './fault-routes.ts'
import { faultTables } from './faults.ts'
import { mountIndexPage } from './index-page.ts'
import { mountStyle } from './layout.ts'
import { addressOf, listen } from './listen.ts'
import { receiveMail } from './mailbox/smtp.ts'
import { refuseForeignHosts, refuseForeignOrigins } from './own-origin.ts'
import type { StandIn, World } from './stand-in.ts'
import { allStandIns } from './stand-ins.ts'
import { openStore } from './store.ts'
import { recordTraffic } from './traffic.ts'

export interface Sandbox {
  url: string
  smtpUrl: string
  stop(): Promise<void>
}

export async function startSandbox(settings: Settings, standIns = allStandIns): Promise<Sandbox> {
  await using opened = new AsyncDisposableStack()
  const store = openStore(settings.dataDir, [faultTables, ...standIns.map((standIn) => standIn.tables)])
  opened.defer(() => store.close())

  // The port is opened first, because a stand-in may need its own address before it can be built.
  let answer: RequestListener = stillOpening
  const server = createServer((request, response) => answer(request, response))
  const port = await listen(server, settings.port, settings.host, 'SANDBOX_PORT')
  opened.defer(() => closeServer(server))

  const stopping = new AbortController()
  const world: World = {
    url: settings.url ?? addressOf('http', settings.host, port),
    shopUrl: settings.shopUrl,
    store,
    faults: { store, kinds: new Map(standIns.map((standIn) => [standIn.service, standIn.faults])) },
    stopping: stopping.signal,
  }
  const app = opened.adopt(await buildApp(world, settings, standIns), (app) => app.close())
  answer = app.routing
  if (settings.trafficFile) {
    const traffic = opened.adopt(recordTraffic(settings.trafficFile), ({ stop }) => stop())
    answer = traffic.wrap(app.routing)
  }
  const smtp = opened.adopt(await receiveMail(world, settings), (smtp) => smtp.close())
  opened.defer(() => stopping.abort())

  const all = opened.move()
  return { url: world.url, smtpUrl: smtp.url, stop: () => all.disposeAsync() }
}

async function buildApp(
  world: World,
  settings: Settings,
  standIns: readonly StandIn[],
): Promise<FastifyInstance> {
  const app = fastify()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  refuseForeignHosts(app, [
    settings.host.toLowerCase(),
    new URL(world.url).hostname,
    new URL(world.shopUrl).hostname,
  ])
  refuseForeignOrigins(app)
  answerErrors(app, world)
  app.get('/healthz', () => ({ status: 'ok' }))
  mountStyle(app)
  mountIndexPage(app, world, standIns)
  mountFaultApi(app, world.faults)
  mountFaultForms(app, world.faults)
  for (const standIn of standIns) await app.register(mounting(standIn, world))
  await app.ready()
  return app
}

function mounting(standIn: StandIn, world: World): FastifyPluginAsync {
  return async (own) => standIn.mount(own, world)
}

const stillOpening: RequestListener = (_request, response) => {
  response.writeHead(503, { 'retry-after': '1', connection: 'close' }).end()
}

/** Lets what runs finish for a moment; connections that stay open longer are cut. */
async function closeServer(server: Server) {
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  const patience = setTimeout(() => server.closeAllConnections(), 3000)
  await closed.promise
  clearTimeout(patience)
}
