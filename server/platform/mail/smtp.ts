import { createTransport } from 'nodemailer'
import { asStep } from '../trace.ts'

/** The server, and whether it is ever sent anything without TLS. */
export function mailServerOf(smtpUrl: string): { server: string; tls: 'required' | 'if offered' } {
  const { protocol, hostname, port, username } = new URL(smtpUrl)
  const isRequired = protocol === 'smtps:' || username !== ''
  return {
    server: `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`,
    tls: isRequired ? 'required' : 'if offered',
  }
}

/** 'Plinth <hello@plinth.example>' -> 'plinth.example' */
export function domainOf(from: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? 'localhost'
}

export type EmailMessage = {
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes, when not to the shop. */
  replyTo?: string
  /** Of a letter that was subscribed to: ends the subscription by one POST (RFC 8058). */
  unsubscribeUrl?: string
  /** The order that it is about. */
  orderId?: string
}

export type Mailer = {
  /**
   * @param letter.id the same for every attempt, and part of the Message-ID
   * @returns null if the server took it; its words if it rejects this email for good
   * @throws Error if another attempt may succeed
   */
  send(letter: Omit<EmailMessage, 'orderId'> & { id: string }): Promise<string | null>
  close(): void
}

const TIMEOUT_MS = 10_000
/** Rejected senders, recipients, and contents. Rejected credentials or greetings are the shop's trouble, and are retried. */
const ABOUT_THE_EMAIL = ['EENVELOPE', 'EMESSAGE']

/** @param smtpUrl such as smtp://user:password@mail.example:587; with credentials, nothing is sent without TLS */
export function openMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      // Greeting a mail server takes longer than sending, and servers limit new connections.
      pool: true,
      maxConnections: 3,
      requireTLS: mailServerOf(smtpUrl).tls === 'required',
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // A letter is data from shoppers too: nothing in it may open a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const domain = domainOf(from)
  return {
    async send({ id, unsubscribeUrl, ...letter }) {
      const mail = {
        ...letter,
        messageId: `<${id}@${domain}>`,
        // Answering machines leave it alone (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl ? ONE_CLICK : {}) },
        ...(unsubscribeUrl ? { list: { unsubscribe: unsubscribeUrl } } : {}),
      }
      try {
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
    close: () => transport.close(),
  }
}

/** With both headers a mail program may offer its own 'Unsubscribe' button (RFC 2369, RFC 8058). */
const ONE_CLICK = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
