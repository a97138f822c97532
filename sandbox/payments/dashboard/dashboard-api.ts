import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from '../../errors.ts'
import { inTransaction } from '../../transaction.ts'
import { hurry } from '../../work.ts'
import { ApiError } from '../api/api-error.ts'
import { getCharge } from '../charges/charges.ts'
import { openDispute } from '../charges/disputes.ts'
import { findObject } from '../objects.ts'
import type { Provider } from '../provider.ts'
import { keepSettings, readSettings } from '../settings.ts'
import { deliverNow } from '../webhooks/deliver.ts'

interface ById {
  Params: { id: string }
}

/** What a dashboard can do and the API of Stripe cannot, for programs. */
export function mountDashboardApi(app: FastifyInstance, provider: Provider) {
  const base = '/sandbox/api/payments'
  app.get(`${base}/settings`, () => readSettings(provider.store))
  app.put(`${base}/settings`, ({ body }) => changeSettings(provider, body))
  app.post<ById>(`${base}/events/:id/deliver`, ({ params }) => deliverEvent(provider, params.id))
  app.post<ById>(`${base}/charges/:id/dispute`, ({ params }) => disputeCharge(provider, params.id))
}

const Settings = z.strictObject({
  webhookSpeed: z
    .number('webhookSpeed must be a number')
    .min(0.001, 'webhookSpeed must be from 0.001 to 1000000')
    .max(1_000_000, 'webhookSpeed must be from 0.001 to 1000000'),
})

export function changeSettings(provider: Provider, body: unknown) {
  const checked = Settings.safeParse(body)
  if (!checked.success) throw refuse(400, checked.error.issues.map(({ message }) => message).join('. '))
  const { webhookSpeed } = checked.data
  hurry(provider.store, 'deliver', webhookSpeed / readSettings(provider.store).webhookSpeed)
  keepSettings(provider.store, checked.data)
  provider.wake()
  return checked.data
}

export function deliverEvent(provider: Provider, id: string) {
  const event = findObject(provider.store, 'event', id)
  if (!event) throw refuse(404, `There is no event ${id}.`)
  return deliverNow(provider, event)
}

export function disputeCharge(provider: Provider, id: string) {
  try {
    return inTransaction(provider.store, () =>
      openDispute(provider, getCharge(provider.store, id), 'fraudulent'),
    )
  } catch (error) {
    if (error instanceof ApiError) throw refuse(error.status, error.message)
    throw error
  }
}
