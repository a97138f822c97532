import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { sendPage } from '../../layout.ts'
import type { World } from '../../stand-in.ts'
import { findObject } from '../objects.ts'
import type { Provider } from '../provider.ts'
import { changeSettings, deliverEvent, disputeCharge } from './dashboard-api.ts'
import { overviewPage } from './overview-page.ts'
import { paymentPage } from './payment-page.ts'

interface ById {
  Params: { id: string }
  Querystring: { before?: string }
}

/** The same for people, as pages and forms. */
export function mountDashboard(app: FastifyInstance, provider: Provider, world: World) {
  const style = readFileSync(new URL('./dashboard.css', import.meta.url), 'utf8')
  app.get('/payments/dashboard.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  )

  app.get<ById>('/payments', ({ query }, reply) =>
    sendPage(reply, world, overviewPage(provider.store, query.before)),
  )

  app.get<ById>('/payments/:id', ({ params }, reply) => {
    const intent = findObject(provider.store, 'payment_intent', params.id)
    if (!intent) throw refuse(404, `There is no payment ${params.id}.`)
    return sendPage(reply, world, paymentPage(provider.store, intent))
  })

  app.post('/payments/settings', ({ body }, reply) => {
    const speed = body instanceof URLSearchParams ? Number(body.get('webhookSpeed')) : undefined
    changeSettings(provider, { webhookSpeed: speed })
    return reply.redirect('/payments#webhooks', 303)
  })

  app.post<ById>('/payments/events/:id/deliver', async ({ params, headers }, reply) => {
    await deliverEvent(provider, params.id)
    return reply.redirect(`${cameFrom(headers.referer)}#${params.id}`, 303)
  })

  app.post<ById>('/payments/charges/:id/dispute', ({ params, headers }, reply) => {
    disputeCharge(provider, params.id)
    return reply.redirect(cameFrom(headers.referer), 303)
  })
}

/** Back to the page with the button; only its path, so that nobody is led elsewhere. */
function cameFrom(referer: string | undefined): string {
  const path = referer && URL.canParse(referer) ? new URL(referer).pathname : ''
  return path.startsWith('/payments') ? path : '/payments'
}
