import type { FastifyInstance } from 'fastify'
import { type Html, html } from '../html.ts'
import { section } from '../layout.ts'
import type { StandIn, World } from '../stand-in.ts'
import { startWork, type Work, workTables } from '../work.ts'
import { accountCalls } from './account-calls.ts'
import { mountCalls } from './api/calls.ts'
import { idempotencyTables } from './api/idempotency.ts'
import { mountBrowserSide } from './browser/browser-routes.ts'
import { cardCalls } from './cards/card-calls.ts'
import { cardTables } from './cards/payment-methods.ts'
import { chargeCalls } from './charges/charge-calls.ts'
import { disputeCalls } from './charges/dispute-calls.ts'
import { refundCalls } from './charges/refund-calls.ts'
import { failingRefunds, finishingRefunds } from './charges/refunds-later.ts'
import { mountDashboardApi } from './dashboard/dashboard-api.ts'
import { mountDashboard } from './dashboard/dashboard-routes.ts'
import { faultKinds } from './fault-kinds.ts'
import { challengeTables } from './intents/challenges.ts'
import { intentCalls } from './intents/intent-calls.ts'
import { failingIntents, settlingIntents } from './intents/settle-later.ts'
import { objectTables } from './objects.ts'
import { type Provider, service } from './provider.ts'
import { settingTables } from './settings.ts'
import { testCardsSection } from './test-cards.ts'
import { delivering } from './webhooks/deliver.ts'
import { deliveryTables } from './webhooks/deliveries.ts'
import { endpointTables, keepDemoEndpoint } from './webhooks/endpoints.ts'
import { webhookCalls } from './webhooks/webhook-calls.ts'

/** Stripe, played: its HTTP API, its webhooks and its script for the browser. */
export const payments: StandIn = {
  service,
  title: 'Card payments',
  tables: [
    objectTables,
    cardTables,
    challengeTables,
    endpointTables,
    deliveryTables,
    idempotencyTables,
    settingTables,
    workTables,
  ].join('\n'),
  faults: faultKinds,
  async mount(app, world) {
    keepDemoEndpoint(world.store, world.shopUrl)
    const provider = openProvider(app, world)
    await mountCalls(app, provider, [
      ...intentCalls,
      ...cardCalls,
      ...chargeCalls,
      ...disputeCalls,
      ...refundCalls,
      ...webhookCalls,
      ...accountCalls,
    ])
    await mountBrowserSide(app, provider)
    mountDashboardApi(app, provider)
    mountDashboard(app, provider, world)
  },
  indexSection: () => html`${testCardsSection()}
${paymentsSection()}`,
}

function paymentsSection(): Html {
  return section(
    'payments',
    'Card payments',
    html`<p>Every payment, refund, event and webhook of the shop, as its card provider sees them.</p>
<p><a class="button" href="/payments">Open the dashboard</a></p>`,
  )
}

function openProvider(app: FastifyInstance, world: World): Provider {
  let work: Work | undefined
  const { url, store, faults, stopping } = world
  const cause = { id: null, idempotency_key: null }
  const provider: Provider = { url, store, faults, stopping, cause, wake: () => work?.wake() }
  work = startWork(store, {
    deliver: delivering(provider),
    'settle-intent': settlingIntents(provider),
    'fail-intent': failingIntents(provider),
    'finish-refund': finishingRefunds(provider),
    'fail-refund': failingRefunds(provider),
  })
  app.addHook('onClose', () => work.stop())
  return provider
}
