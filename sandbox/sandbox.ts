import { createServer, type RequestListener, type Server } from 'node:http'
import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import type { Settings } from './config.ts'
import type { Emulator, World } from './emulator.ts'
import { handleErrors } from './errors.ts'
import { mountFaults } from './fault-routes.ts'
import { faultTables } from './faults.ts'
import { identity } from './identity/identity.ts'
import { mountIndexPage } from './index-page.ts'
import { mountStyle } from './layout.ts'
import { addressOf, listen } from './listen.ts'
import { mailbox } from './mailbox/mailbox.ts'
import { receiveMail } from './mailbox/smtp.ts'
import { rejectForeignHosts, rejectForeignOrigins } from './own-origin.ts'
import { payments } from './payments/payments.ts'
import { platform } from './platform/platform.ts'
import { receiver } from './receiver/receiver.ts'
import { openScheduler, workTables } from './scheduler.ts'
import { openStore, settingTables } from './store.ts'
import { recordTraffic } from './traffic.ts'
import { vies } from './vies.ts'
import { webhookTables } from './webhooks.ts'

/** Every emulated service, in the order of the start page. */
const allEmulators: readonly Emulator[] = [mailbox, payments, identity, platform, receiver, vies]
const sharedTables = [faultTables, settingTables, webhookTables, workTables]

export interface Sandbox {
  url: string
  smtpUrl: string
  stop(): Promise<void>
}

export async function startSandbox(settings: Settings, emulators = allEmulators): Promise<Sandbox> {
  await using opened = new AsyncDisposableStack()
  const store = openStore(settings.dataDir, [...sharedTables, ...emulators.map(({ tables }) => tables)])
  opened.defer(() => store.close())

  // The port is opened first, because an emulator may need its URL before it can be created.
  let result: RequestListener = stillOpening
  const server = createServer((request, response) => result(request, response))
  const port = await listen(server, settings.port, settings.host, 'SANDBOX_PORT')
  opened.defer(() => closeServer(server))

  const stopping = new AbortController()
  const work = opened.adopt(openScheduler(store), (work) => work.stop())
  const world: World = {
    url: settings.url ?? addressOf('http', settings.host, port),
    shopUrl: settings.shopUrl,
    store,
    faults: { store, kinds: new Map(emulators.map((emulator) => [emulator.service, emulator.faults])) },
    work,
    stopping: stopping.signal,
  }
  const app = opened.adopt(await buildApp(world, settings, emulators), (app) => app.close())
  result = app.routing
  if (settings.trafficFile) {
    const traffic = opened.adopt(recordTraffic(settings.trafficFile), ({ stop }) => stop())
    result = traffic.wrap(app.routing)
  }
  work.start()
  const smtp = opened.adopt(await receiveMail(world, settings), (smtp) => smtp.close())
  opened.defer(() => stopping.abort())

  const all = opened.move()
  return { url: world.url, smtpUrl: smtp.url, stop: () => all.disposeAsync() }
}

async function buildApp(
  world: World,
  settings: Settings,
  emulators: readonly Emulator[],
): Promise<FastifyInstance> {
  const app = fastify()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  rejectForeignHosts(app, [
    settings.host.toLowerCase(),
    new URL(world.url).hostname,
    new URL(world.shopUrl).hostname,
  ])
  rejectForeignOrigins(app)
  handleErrors(app, world)
  app.get('/healthz', () => ({ status: 'ok' }))
  mountStyle(app)
  mountIndexPage(app, world, emulators)
  mountFaults(app, world.faults)
  for (const emulator of emulators) await app.register(mounting(emulator, world))
  await app.ready()
  return app
}

function mounting(emulator: Emulator, world: World): FastifyPluginAsync {
  return async (own) => emulator.mount(own, world)
}

const stillOpening: RequestListener = (_request, response) => {
  response.writeHead(503, { 'retry-after': '1', connection: 'close' }).end()
}

/** Gives running requests time to finish, then closes connections that are still open. */
async function closeServer(server: Server) {
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  const patience = setTimeout(() => server.closeAllConnections(), 3000)
  await closed.promise
  clearTimeout(patience)
}
