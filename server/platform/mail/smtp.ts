import { isIP, connect as openSocket, type Socket } from 'node:net'
import type { Transporter } from 'nodemailer'
import { isPublicAddress, publicLookup } from '../public-address.ts'
import { asStep } from '../trace.ts'

/** Returns the mail server, and whether TLS is required. */
export function mailServerOf(smtpUrl: string): { server: string; tls: 'required' | 'if offered' } {
  const { protocol, hostname, port, username } = new URL(smtpUrl)
  const isRequired = protocol === 'smtps:' || username !== ''
  return {
    server: `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`,
    tls: isRequired ? 'required' : 'if offered',
  }
}

/** Returns the domain of a sender: 'Plinth <hello@plinth.example>' -> 'plinth.example' */
export function domainOf(from: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? 'localhost'
}

/** Returns the email address of a sender: 'Plinth <hello@plinth.example>' -> 'hello@plinth.example' */
export const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

export type EmailMessage = {
  to: string
  subject: string
  text: string
  html: string
  /** Reply address, if it differs from the shop's. */
  replyTo?: string
  /** URL in a newsletter email that ends the subscription with one POST (RFC 8058). */
  unsubscribeUrl?: string
  /** The order that the email is about. */
  orderId?: string
}

export type Mailer = {
  /**
   * @param email.id the same for every attempt, and part of the Message-ID
   * @returns null if the server accepted the email, or its message if it rejected the email permanently
   * @throws Error if another attempt may succeed
   */
  send(email: Omit<EmailMessage, 'orderId'> & { id: string }): Promise<string | null>
  close(): void
}

/** The mail server of this moment. Without a URL, `problem` says why, in a sentence for admins. */
export type MailServer = {
  url: string | null
  problem: string | null
  /** Sender, such as 'Plinth <hello@plinth.example>'. */
  from: string
  /** Name that replaces the sender's, or ''. */
  name: string
  /** Where replies go, unless an email says otherwise, or '' for the sender. */
  replyAddress: string
  /** Whether it may be only on the public internet, because it was entered in the admin. */
  isPublicOnly: boolean
}

const TIMEOUT_MS = 10_000
/** Rejected senders, recipients, and contents. Rejected credentials or greetings are retried instead. */
const ABOUT_THE_EMAIL = ['EENVELOPE', 'EMESSAGE']

/**
 * @param current returns the server, which can change. Its URL is such as smtp://user:password@mail.example:587; if it has
 * credentials, TLS is required
 */
export function openMailer(current: () => Promise<MailServer>): Mailer {
  /** Opened with the first email, and again for another server. */
  let opened: { url: string; transport: Promise<Transporter> } | undefined
  const close = () => void opened?.transport.then((transport) => transport.close())
  return {
    async send({ id, unsubscribeUrl, replyTo, ...email }) {
      const { url, problem, from, name, replyAddress, isPublicOnly } = await current()
      if (url === null) throw new Error(problem ?? 'There is no mail server')
      const mail = {
        ...email,
        replyTo: replyTo ?? (replyAddress || undefined),
        from: name ? { name, address: addressOf(from) } : from,
        messageId: `<${id}@${domainOf(from)}>`,
        // Keeps autoresponders from replying (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl ? ONE_CLICK : {}) },
        ...(unsubscribeUrl ? { list: { unsubscribe: unsubscribeUrl } } : {}),
      }
      try {
        if (opened?.url !== url) {
          close()
          opened = { url, transport: connect(url, isPublicOnly) }
        }
        const transport = await opened.transport
        await asStep('send mail', { kind: 'call' }, () => transport.sendMail(mail))
        return null
      } catch (error) {
        const {
          code = '',
          responseCode = 0,
          message,
        } = error as Error & {
          code?: string
          responseCode?: number
        }
        if (!ABOUT_THE_EMAIL.includes(code) || responseCode < 500) throw error
        return message
      }
    },
    close,
  }
}

/** Connects to a mail server and signs in to it, without sending an email. @throws Error with the server's message */
export async function tryMailServer(url: string, isPublicOnly: boolean): Promise<void> {
  const transport = await connect(url, isPublicOnly)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

async function connect(url: string, isPublicOnly: boolean): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    // Reuses connections: the handshake takes longer than sending, and servers limit new connections.
    pool: true,
    maxConnections: 3,
    requireTLS: mailServerOf(url).tls === 'required',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Emails contain data from shoppers, which must not be able to load a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(isPublicOnly && { getSocket: openPublicSocket }),
  })
}

/** Connects to the checked IP addresses only, so an admin can't reach servers on the shop's own network. */
function openPublicSocket(
  { host = '', port = 587 }: { host?: string; port?: number | string },
  done: (error: Error | null, socket?: { connection: Socket }) => void,
) {
  if (isIP(host) !== 0 && !isPublicAddress(host)) return done(new Error(`${host} isn't a public address.`))
  const connection = openSocket({ host, port: Number(port), lookup: publicLookup(), timeout: TIMEOUT_MS })
  const fail = (error: Error) => {
    connection.destroy()
    done(error)
  }
  connection.once('error', fail)
  connection.once('timeout', () => fail(new Error('The connection timed out')))
  connection.once('connect', () => {
    connection.removeAllListeners()
    connection.setTimeout(0)
    done(null, { connection })
  })
}

/** With both headers, email clients can offer their own 'Unsubscribe' button (RFC 2369, RFC 8058). */
const ONE_CLICK = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
