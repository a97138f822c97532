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

/** The store owner's settings for the sender. Empty texts are unset. */
export type Sender = { senderName: string; replyAddress: string }

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
   * @param email.senderName replaces the name of the configured sender, unless it is empty
   * @returns null if the server accepted the email, or its message if it rejected the email permanently
   * @throws Error if another attempt may succeed
   */
  send(email: Omit<EmailMessage, 'orderId'> & { id: string; senderName?: string }): Promise<string | null>
  close(): void
}

const TIMEOUT_MS = 10_000
/** Rejected senders, recipients, and contents. Rejected credentials or greetings are retried instead. */
const ABOUT_THE_EMAIL = ['EENVELOPE', 'EMESSAGE']

/** @param smtpUrl such as smtp://user:password@mail.example:587; if it has credentials, TLS is required */
export function openMailer(smtpUrl: string, from: string): Mailer {
  /** Loaded with the first email. */
  let transport: ReturnType<typeof connect> | undefined
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport(
      {
        url: smtpUrl,
        // Reuses connections: the handshake takes longer than sending, and servers limit new connections.
        pool: true,
        maxConnections: 3,
        requireTLS: mailServerOf(smtpUrl).tls === 'required',
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        // Emails contain data from shoppers, which must not be able to load a file or a URL.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    )
  }
  const domain = domainOf(from)
  return {
    async send({ id, unsubscribeUrl, senderName, ...email }) {
      const mail = {
        ...email,
        ...(senderName ? { from: { name: senderName, address: addressOf(from) } } : {}),
        messageId: `<${id}@${domain}>`,
        // Keeps autoresponders from replying (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl ? ONE_CLICK : {}) },
        ...(unsubscribeUrl ? { list: { unsubscribe: unsubscribeUrl } } : {}),
      }
      try {
        transport ??= connect()
        const opened = await transport
        await asStep('send mail', { kind: 'call' }, () => opened.sendMail(mail))
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
    close: () => void transport?.then((opened) => opened.close()),
  }
}

/** With both headers, email clients can offer their own 'Unsubscribe' button (RFC 2369, RFC 8058). */
const ONE_CLICK = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
