import { createTransport } from 'nodemailer'
import { asStep } from '../trace.ts'
import type { Letter } from './outbox.ts'

export type Mailer = {
  send(letter: Letter & { messageId: string }): Promise<void>
  close(): void
}

const TIMEOUT_MS = 10_000

/** @param smtpUrl such as smtp://user:password@mail.example:587 */
export function openMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      // Greeting a mail server takes longer than sending, and servers limit new connections.
      pool: true,
      maxConnections: 3,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // A letter is data from shoppers too: nothing in it may open a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send({ unsubscribeUrl, ...letter }) {
      const mail = { ...letter, ...(unsubscribeUrl ? unsubscribeHeaders(unsubscribeUrl) : {}) }
      await asStep('send mail', { kind: 'call' }, () => transport.sendMail(mail))
    },
    close: () => transport.close(),
  }
}

/** With both headers a mail program may offer its own 'Unsubscribe' button (RFC 2369, RFC 8058). */
function unsubscribeHeaders(url: string) {
  return {
    list: { unsubscribe: url },
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
