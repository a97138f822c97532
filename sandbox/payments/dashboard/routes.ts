import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { checked, formOf, httpError } from '../../errors.ts'
import { sendPage } from '../../layout.ts'
import { inTransaction, saveSettings } from '../../store.ts'
import { deliveriesOf, deliverNow, deliveryWork } from '../../webhooks.ts'
import { openDispute } from '../charges/disputes.ts'
import { findObject } from '../objects.ts'
import { inModeOf, type Provider, readPaymentSettings, service } from '../provider.ts'
import { senderOf } from '../webhooks.ts'
import { overviewPage } from './overview-page.ts'
import { paymentPage } from './payment-page.ts'

interface ById {
  Params: { id: string }
  Querystring: { before?: string }
}

/** The features that only Stripe's dashboard has, as an API and as pages. */
export function mountDashboard(app: FastifyInstance, provider: Provider) {
  const { store } = provider
  const api = '/sandbox/api/payments'
  app.get(`${api}/settings`, () => readPaymentSettings(store))
  app.put(`${api}/settings`, ({ body }) => changeSettings(provider, body))
  app.post<ById>(`${api}/events/:id/deliver`, ({ params }) => deliverEvent(provider, params.id))
  app.post<ById>(`${api}/charges/:id/dispute`, ({ params }) => dispute(provider, params.id))

  app.get<ById>('/payments', ({ query }, reply) =>
    sendPage(reply, provider, overviewPage(store, query.before)),
  )
  app.get<ById>('/payments/:id', ({ params }, reply) => {
    const intent = findObject(store, 'payment_intent', params.id)
    if (!intent) throw httpError(404, `There is no payment ${params.id}.`)
    return sendPage(reply, provider, paymentPage(store, intent))
  })
  app.post('/payments/settings', ({ body }, reply) => {
    changeSettings(provider, { webhookSpeed: Number(formOf(body).get('webhookSpeed')) })
    return reply.redirect('/payments#webhooks', 303)
  })
  app.post<ById>('/payments/events/:id/deliver', async ({ params, headers }, reply) => {
    await deliverEvent(provider, params.id)
    return reply.redirect(`${backTo(headers.referer)}#${params.id}`, 303)
  })
  app.post<ById>('/payments/charges/:id/dispute', ({ params, headers }, reply) => {
    dispute(provider, params.id)
    return reply.redirect(backTo(headers.referer), 303)
  })
}

const speed = 'webhookSpeed must be from 0.001 to 1000000'
const Settings = z.strictObject({
  webhookSpeed: z.number('webhookSpeed must be a number').min(0.001, speed).max(1_000_000, speed),
})

function changeSettings({ store, work }: Provider, body: unknown) {
  const settings = checked(Settings, body)
  work.speedUp(deliveryWork(service), settings.webhookSpeed / readPaymentSettings(store).webhookSpeed)
  saveSettings(store, service, settings)
  return settings
}

async function deliverEvent(provider: Provider, id: string) {
  const [delivery] = deliveriesOf(provider.store, service, id)
  if (!delivery) throw httpError(404, `There is no webhook of an event ${id}.`)
  return { delivered: await deliverNow(provider, senderOf(provider), delivery) }
}

function dispute(provider: Provider, id: string) {
  return inTransaction(provider.store, () => {
    const charge = findObject(provider.store, 'charge', id)
    if (charge?.status !== 'succeeded' || charge.disputed)
      throw httpError(400, `The charge ${id} cannot be disputed.`)
    return openDispute(inModeOf(provider, charge), charge, 'fraudulent')
  })
}

/** Returns the path of the page with the button, never a URL of another site. */
function backTo(referer: string | undefined): string {
  const path = referer && URL.canParse(referer) ? new URL(referer).pathname : ''
  return path.startsWith('/payments') ? path : '/payments'
}
