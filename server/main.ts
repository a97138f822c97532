import { type Config, readConfig, SettingsError } from './config.ts'
import { type OpenShop, openShop } from './open-shop.ts'

const STOP_AFTER_MS = 12_000

try {
  const config = readConfig()
  tellLauncher({ kind: 'settings', demo: config.demo, sandbox: config.sandbox })
  const open = await openShop(config)
  stopGracefully(open)
  await listen(open, config)
  await open.shop.jobs.work()
  announce(linesFor(config, open.shop.engine))
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  process.stderr.write(`Plinth cannot start. ${error.message}\n`)
  process.exit(1)
}

async function listen({ app, close }: OpenShop, { port, host }: Config) {
  try {
    await app.listen({ port, host })
  } catch (cause) {
    await close()
    if ((cause as { code?: string }).code === 'EADDRINUSE') {
      throw new SettingsError(`PORT: something else is already listening on port ${port}`, { cause })
    }
    throw cause
  }
}

/** Finishes what runs, then ends; on Ctrl-C, on SIGTERM, and when the launcher is gone. */
function stopGracefully({ shop, close }: OpenShop) {
  let isStopping = false
  const stop = (reason: string) => {
    if (isStopping) return
    isStopping = true
    shop.log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), STOP_AFTER_MS).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        shop.log.error({ err: error }, 'stop failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('disconnect', () => stop('launcher gone'))
}

function linesFor(config: Config, engine: string): string[] {
  return [
    `Plinth is open${config.demo ? ' in demo mode: no card is charged' : ''}.`,
    `  Shop       ${config.publicUrl}`,
    `  API        ${config.publicUrl}/api/docs`,
    `  Database   ${engine === 'embedded' ? `embedded, in ${config.dataDir}` : 'PostgreSQL'}`,
  ]
}

function announce(lines: string[]) {
  if (process.send) tellLauncher({ kind: 'ready', lines })
  else process.stdout.write(`${lines.join('\n')}\n`)
}

function tellLauncher(message: object) {
  process.send?.(message)
}
