import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Emulator, World } from '../emulator.ts'
import { checked, httpError } from '../errors.ts'
import { html } from '../html.ts'
import { section, sendPage } from '../layout.ts'
import { countRows } from '../store.ts'
import { clearMails, findMail, listMails, type Mail, mailTables, readHeaders, readRaw } from './mails.ts'
import { mailboxPage, mailPage, pageSize } from './pages.ts'

/** The mailbox for all recipients. sandbox.ts starts its mail server (smtp.ts). */
export const mailbox: Emulator = {
  service: 'mail',
  title: 'Email',
  tables: mailTables,
  faults: [
    { kind: 'down', does: 'The mail server rejects connections and emails with 421.' },
    { kind: 'rejected', does: 'The mail server rejects the recipient permanently with 550.' },
    { kind: 'slow', does: 'The mail server waits before it accepts an email.', delayMs: 3000 },
    { kind: 'lost', does: 'The email is accepted but never delivered.' },
    { kind: 'doubled', does: 'The email is delivered twice.' },
  ],
  mount: mountMailbox,
  indexSection(world) {
    const count = countRows(world.store, 'mails')
    const emails =
      count === 0 ? 'No emails yet.' : count === 1 ? '1 email so far.' : `${count} emails so far.`
    return section(
      'mailbox',
      'Mailbox',
      html`<p>Every email from the shop is delivered here. ${emails}</p>
<p><a class="button" href="/mailbox">Open mailbox</a></p>`,
    )
  },
}

interface MailRoute {
  Params: { id: string }
}

function mountMailbox(app: FastifyInstance, world: World) {
  const { store } = world

  app.get('/mailbox', ({ query }, reply) => {
    const { to, before } = checked(ListQuery, query)
    const found = listMails(store, { to, before, limit: pageSize + 1 })
    return sendPage(reply, world, mailboxPage(found, to))
  })

  app.get<MailRoute>('/mailbox/:id', async ({ params }, reply) => {
    const mail = mailAt(params.id)
    return sendPage(reply, world, mailPage(mail, await readHeaders(readRaw(store, mail.id))))
  })

  app.get<MailRoute>('/mailbox/:id/html', ({ params }, reply) => sendMail(reply, mailAt(params.id)))

  app.get('/sandbox/api/mails', ({ query }) =>
    listMails(store, { ...checked(ListQuery, query), limit: 1000 }),
  )

  app.delete('/sandbox/api/mails', (_request, reply) => {
    clearMails(store)
    return reply.status(204).send()
  })

  function mailAt(id: string): Mail {
    const mail = /^\d{1,15}$/.test(id) ? findMail(store, Number(id)) : null
    if (!mail) throw httpError(404, `Email ${id} not found.`)
    return mail
  }
}

const ListQuery = z.object({
  to: z.string('to must be given exactly once').trim().default(''),
  before: z.coerce.number().int().positive().optional().catch(undefined),
})

// An email is untrusted, so it may only load images and open links.
const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http: https:',
  'font-src data: http: https:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
].join('; ')

function sendMail(reply: FastifyReply, mail: Mail) {
  if (mail.html === '') throw httpError(404, `Email ${mail.id} has no HTML version.`)
  // The parser merges this with the email's own <html> and <head>.
  const page = `<!doctype html><meta charset="utf-8"><base target="_top">${mail.html}`
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', mailPolicy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(page)
}
