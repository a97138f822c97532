import { firstAdminLine } from './accounts/first-admin.ts'
import { type Config, readConfig, SettingsError } from './config.ts'
import { type OpenShop, openShop } from './open-shop.ts'
import { nameSourcesInStacks } from './platform/stack-traces.ts'

const STOP_AFTER_MS = 12_000

nameSourcesInStacks()

// Files that the shop creates are readable only by its own user.
process.umask(0o077)

let open: OpenShop | null = null
let isStopping = false
let isEnding = false

// A stop signal may arrive while the shop is still starting.
process.on('SIGTERM', () => stop('SIGTERM'))
process.on('SIGINT', () => stop('SIGINT'))
process.on('disconnect', () => stop('launcher exited'))

try {
  const config = readConfig()
  const sandbox = config.sandbox && { ...config.sandbox, host: config.host }
  process.send?.({ kind: 'settings', demo: config.demo, sandbox })
  open = await openShop(config)
  void open.shop.stopped?.then(endAtOnce)
  if (isStopping) await end(open)
  await listen(open, config)
  await open.shop.jobs.work()
  printReady(linesFor(config, open))
} catch (error) {
  if (!isEnding) {
    if (!(error instanceof SettingsError)) throw error
    process.stderr.write(`Plinth can't start. ${error.message}\n`)
    process.exit(1)
  }
  // A start that is interrupted by a stop fails. `end` exits.
}

async function listen({ app, close }: OpenShop, { port, host }: Config) {
  try {
    await app.listen({ port, host })
  } catch (cause) {
    // The embedded database ends, which isn't a failure.
    isStopping = true
    await close()
    if ((cause as { code?: string }).code === 'EADDRINUSE') {
      throw new SettingsError(`PORT: port ${port} is already in use`, { cause })
    }
    throw cause
  }
}

/** Shuts down gracefully, once. */
function stop(reason: string) {
  if (isStopping) return
  isStopping = true
  const drainMs = (open?.shop.config.drainSeconds ?? 0) * 1000
  setTimeout(() => process.exit(1), drainMs + STOP_AFTER_MS).unref()
  open?.shop.log.info({ reason }, 'shutting down')
  // A shop that is still starting shuts down as soon as it has started.
  if (open) void end(open)
}

async function end({ app, shop, close }: OpenShop): Promise<never> {
  isEnding = true
  try {
    await app.drain()
    await close()
  } catch (error) {
    shop.log.error({ err: error }, 'shutdown failed')
    process.exit(1)
  }
  process.exit(0)
}

/** Exits when the embedded database has ended unexpectedly. A restart recovers it. */
function endAtOnce(error: Error) {
  if (isStopping) return
  open?.shop.log.fatal({ err: error }, 'embedded database exited')
  process.exit(1)
}

function linesFor(config: Config, { shop, firstAdmin }: OpenShop): string[] {
  return [
    `Plinth is running${config.demo ? ' in demo mode: no card is charged' : ''}.`,
    `  Shop       ${config.publicUrl}`,
    `  API        ${config.publicUrl}/api/docs`,
    `  Database   ${shop.isEmbedded ? `embedded, in ${config.dataDir}` : 'PostgreSQL'}`,
    ...(firstAdmin ? [firstAdminLine(firstAdmin, process.stdout.isTTY)] : []),
  ]
}

function printReady(lines: string[]) {
  if (process.send) process.send({ kind: 'ready', lines })
  else process.stdout.write(`${lines.join('\n')}\n`)
}
