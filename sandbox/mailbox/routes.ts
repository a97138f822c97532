import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { refuse } from '../errors.ts'
import { sendPage } from '../layout.ts'
import type { World } from '../stand-in.ts'
import { clearMails, findMail, listMails, type Mail, readHeaders, readRaw } from './mails.ts'
import { mailboxPage, mailPage, pageSize } from './pages.ts'

interface MailRoute {
  Params: { id: string }
}

export function mountMailbox(app: FastifyInstance, world: World) {
  const { store } = world

  app.get('/mailbox', ({ query }, reply) => {
    const { to, before } = readQuery(query)
    const found = listMails(store, { to, before, limit: pageSize + 1 })
    return sendPage(reply, world, mailboxPage(found, to))
  })

  app.get<MailRoute>('/mailbox/:id', async ({ params }, reply) => {
    const mail = mailAt(params.id)
    return sendPage(reply, world, mailPage(mail, await readHeaders(readRaw(store, mail.id))))
  })

  app.get<MailRoute>('/mailbox/:id/html', ({ params }, reply) => sendLetter(reply, mailAt(params.id)))

  app.get('/sandbox/api/mails', ({ query }) => listMails(store, { ...readQuery(query), limit: 1000 }))

  app.delete('/sandbox/api/mails', (_request, reply) => {
    clearMails(store)
    return reply.status(204).send()
  })

  function mailAt(id: string): Mail {
    const mail = /^\d{1,15}$/.test(id) ? findMail(store, Number(id)) : null
    if (!mail) throw refuse(404, `There is no letter ${id} in the mailbox.`)
    return mail
  }
}

const ListQuery = z.object({
  to: z.string('to must be given once').trim().default(''),
  before: z.coerce.number().int().positive().optional().catch(undefined),
})

function readQuery(query: unknown): z.infer<typeof ListQuery> {
  const checked = ListQuery.safeParse(query)
  if (!checked.success) throw refuse(400, checked.error.issues.map(({ message }) => message).join('. '))
  return checked.data
}

// A letter is written by a stranger: it may show itself, load pictures and open links, and nothing else.
const letterPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http: https:',
  'font-src data: http: https:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
].join('; ')

function sendLetter(reply: FastifyReply, mail: Mail) {
  if (mail.html === '') throw refuse(404, `Letter ${mail.id} has no HTML version.`)
  // The parser merges this opening with the letter's own <html> and <head>, wherever they begin.
  const letter = `<!doctype html><meta charset="utf-8"><base target="_top">${mail.html}`
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', letterPolicy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(letter)
}
