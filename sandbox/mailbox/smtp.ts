import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Settings } from '../config.ts'
import type { World } from '../emulator.ts'
import { takeFault, waitIfFaulty } from '../faults.ts'
import { addressOf, listen } from '../listen.ts'
import { type Envelope, keepMail } from './mails.ts'

const biggestMail = 20 * 1024 * 1024

/** The mail server, which stores every email instead of forwarding it. */
export async function receiveMail(world: World, { host, smtpPort }: Pick<Settings, 'host' | 'smtpPort'>) {
  const smtp = new PromptServer({
    name: 'plinth-sandbox',
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    hideSMTPUTF8: false,
    closeTimeout: 500,
    size: biggestMail,
    rejectOversized: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    onConnect: (_session, done) => done(rejectionFor(world)),
    onMailFrom: (_address, session, done) => done(session.transaction > 1 ? rejectionFor(world) : null),
    onRcptTo: (_address, _session, done) => done(rejection(world)),
    onData: (stream, session, done) => {
      acceptMail(world, stream, session).then(() => done(null), done)
    },
  })
  smtp.on('error', (error) => {
    // Until the server listens, an error fails the start.
    if (smtp.server.listening) process.stderr.write(`Sandbox mail server: ${error.message}\n`)
  })
  const port = await listen(smtp.server, smtpPort, host, 'SANDBOX_SMTP_PORT')
  const close = () => new Promise<void>((closed) => smtp.close(closed))
  return { url: addressOf('smtp', host, port), close }
}

/**
 * Greets clients immediately. By default, smtp-server delays the greeting by 100 ms to catch clients that send too early.
 */
class PromptServer extends SMTPServer {
  override connect(...accepted: Parameters<SMTPServer['connect']>) {
    super.connect(...accepted)
    const connection = [...this.connections].at(-1)
    if (!connection) return
    connection.connectionReady()
    // The library's timer calls it a second time.
    connection.connectionReady = () => undefined
  }
}

/** Called for each connection, and for each further email on it. */
function rejectionFor(world: World): Error | null {
  if (!takeFault(world.faults, 'mail', 'down')) return null
  return Object.assign(new Error('The mail server is temporarily down, try again later'), {
    responseCode: 421,
  })
}

function rejection(world: World): Error | null {
  if (!takeFault(world.faults, 'mail', 'rejected')) return null
  return Object.assign(new Error('There is no such mailbox here'), { responseCode: 550 })
}

async function acceptMail(world: World, stream: SMTPServerDataStream, session: SMTPServerSession) {
  const raw = await buffer(stream)
  if (stream.sizeExceeded) return
  await waitIfFaulty(world, 'mail', 'slow')
  if (takeFault(world.faults, 'mail', 'lost')) return
  const copies = takeFault(world.faults, 'mail', 'doubled') ? 2 : 1
  await keepMail(world.store, envelopeOf(session), raw, copies)
}

function envelopeOf({ envelope }: SMTPServerSession): Envelope {
  const from = envelope.mailFrom ? envelope.mailFrom.address : ''
  return { from, to: envelope.rcptTo.map(({ address }) => address) }
}
