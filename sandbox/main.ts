import { readSettings } from './config.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'

// The mailbox and the database are readable only by this user.
process.umask(0o077)

// Registered first, so no orphan remains if the launcher dies during startup.
const stopRequested = Promise.withResolvers<void>()
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, () => stopRequested.resolve())

const sandbox = await start()
printReady([`Sandbox: ${sandbox.url}`, `Sandbox mail server: ${sandbox.smtpUrl}`])
await stopRequested.promise
await sandbox.stop()
process.exit(0)

async function start(): Promise<Sandbox> {
  try {
    return await startSandbox(readSettings())
  } catch (error) {
    process.stderr.write(`The sandbox can't start: ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

function printReady(lines: string[]) {
  if (process.send) process.send({ kind: 'ready', lines })
  else process.stdout.write(`${lines.join('\n')}\n`)
}
