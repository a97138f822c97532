import type { FastifyInstance } from 'fastify'
import type { Emulator } from '../emulator.ts'
import { type FaultKind, takeFault } from '../faults.ts'
import { html } from '../html.ts'
import { section } from '../layout.ts'
import { deliver, deliveryWork, webhookFaults } from '../webhooks.ts'
import { accountCalls } from './account.ts'
import { mountCalls } from './api/handle-call.ts'
import { idempotencyTables } from './api/idempotency.ts'
import { mountBank } from './browser/bank.ts'
import { mountCardForm } from './browser/card-form.ts'
import { testCardsSection } from './cards/test-cards.ts'
import { chargeCalls } from './charges/charges.ts'
import { disputeCalls } from './charges/disputes.ts'
import { fileCalls } from './charges/files.ts'
import { failingRefunds, finishingRefunds, refundCalls } from './charges/refunds.ts'
import { mountDashboard } from './dashboard/routes.ts'
import { createConfirmationToken } from './intents/confirm.ts'
import { intentCalls } from './intents/intent-calls.ts'
import { failingIntents, settlingIntents } from './intents/pay.ts'
import { objectTables } from './objects.ts'
import { type Provider, service } from './provider.ts'
import { calculationCalls } from './tax/calculations.ts'
import { transactionCalls } from './tax/transactions.ts'
import { saveEndpoint, senderOf, webhookCalls } from './webhooks.ts'

const faults: readonly FaultKind[] = [
  { kind: 'declined', does: 'The bank declines every card.' },
  { kind: 'processing', does: 'A payment stays in processing for a while, then succeeds.', delayMs: 5000 },
  {
    kind: 'processing-fails',
    does: 'A payment stays in processing for a while, then the bank declines it.',
    delayMs: 5000,
  },
  {
    kind: 'bank-redirects',
    does: "The bank's page for 3-D Secure opens in place of the shop's page, not in a frame.",
  },
  { kind: 'no-wallet', does: 'The browser has no wallet, so the Express Checkout Element shows nothing.' },
  { kind: 'slow', does: 'The API waits before it processes a request.', delayMs: 3000 },
  { kind: 'rate-limited', does: 'The API rejects requests with 429.' },
  {
    kind: 'error',
    does: 'The API returns 500 and does nothing. The same idempotency key gets the same 500 again, as with Stripe.',
  },
  {
    kind: 'timeout-before',
    does: 'The API does nothing, does not respond, and closes the connection.',
    delayMs: 30_000,
  },
  {
    kind: 'timeout-after',
    does: 'The API processes the request but closes the connection without responding.',
    delayMs: 30_000,
  },
  ...webhookFaults('an event'),
  { kind: 'webhook-thin', does: 'A webhook is a thin event, as if the endpoint had been set up for those.' },
  { kind: 'key-invalid', does: 'The API returns 401, as if the key had been revoked.' },
  { kind: 'key-restricted', does: 'The API returns 403, as if the key lacked a permission.' },
  {
    kind: 'balance-insufficient',
    does: "A refund is rejected, since the account's balance is too low. The same idempotency key gets the same response.",
  },
  { kind: 'refund-pending', does: 'A refund is pending for a while before it succeeds.', delayMs: 5000 },
  {
    kind: 'refund-fails',
    does: 'A refund is pending for a while, then the bank returns the money.',
    delayMs: 5000,
  },
  {
    kind: 'amount-too-small',
    does: "An amount is below the minimum, since the account's payouts are in another currency.",
  },
  { kind: 'tax-inactive', does: 'Stripe Tax is not set up on the account.' },
  { kind: 'tax-total', does: 'The total of a calculated tax is not the sum of its parts.' },
  { kind: 'tax-mismatch', does: 'The parts of a calculated tax do not add up to the tax.' },
  { kind: 'down', does: 'The provider is unavailable: API and card form return 503.' },
]

/** Emulates Stripe: its HTTP API, its webhooks, and its browser script. */
export const payments: Emulator = {
  service,
  title: 'Card payments',
  tables: objectTables + idempotencyTables,
  faults,
  async mount(app, world) {
    saveEndpoint(world.store, world.shopUrl)
    const provider: Provider = { ...world, cause: { id: null, idempotency_key: null }, isLive: false }
    startWorkers(provider)
    await mountCalls(app, provider, [
      ...accountCalls,
      ...intentCalls,
      createConfirmationToken,
      ...chargeCalls,
      ...disputeCalls,
      ...fileCalls,
      ...refundCalls,
      ...calculationCalls,
      ...transactionCalls,
      ...webhookCalls,
    ])
    await app.register(async (own) => mountBrowserSide(own, provider))
    mountDashboard(app, provider)
  },
  indexSection: () => html`${testCardsSection()}
${section(
  'payments',
  'Card payments',
  html`<p>The shop's payments, refunds, events, and webhooks, as the payment provider sees them.</p>
<p><a class="button" href="/payments">Open dashboard</a></p>`,
)}`,
}

function startWorkers(provider: Provider) {
  const { work } = provider
  work.on(deliveryWork(service), deliver(provider, senderOf(provider)))
  work.on('settle-intent', settlingIntents(provider))
  work.on('fail-intent', failingIntents(provider))
  work.on('finish-refund', finishingRefunds(provider))
  work.on('fail-refund', failingRefunds(provider))
}

/** The script for the shop's page, the framed card form, and the bank's page. */
function mountBrowserSide(app: FastifyInstance, provider: Provider) {
  app.addHook('onRequest', async (_request, reply) => {
    if (takeFault(provider.faults, service, 'down')) {
      return reply.status(503).type('text/plain').send('The provider is unavailable.')
    }
  })
  mountCardForm(app)
  mountBank(app, provider)
}
