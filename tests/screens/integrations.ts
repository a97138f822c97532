import type { Page } from '@playwright/test'
import type { PaymentProvider } from '#contract/payments/api.ts'
import type { SyncChange, SyncRun } from '#contract/sync/api.ts'
import type { SyncConflict } from '#contract/sync/conflicts.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks/api.ts'
import type { Screen } from './steps.ts'
import { answering, failing, holding, openDialog, press, seen, seenLoading } from './steps.ts'

const WEBHOOKS = /api\/admin\/webhooks$/
const AT = '2026-03-02T09:30:00.000Z'
const LONG_URL = `https://hooks.example.com/${'warehouse-and-bookkeeping/'.repeat(6)}?key=${'k'.repeat(80)}`
const FAILED_TRY = {
  at: AT,
  url: LONG_URL,
  status: 503,
  answer: `<html>${'Service unavailable. '.repeat(12)}${'x'.repeat(120)}</html>`,
  error: null,
  durationMs: 10_012,
}

const webhook = (id: number, more: Partial<Webhook>): Webhook => ({
  id,
  url: 'https://erp.example.com/plinth',
  topics: ['order.paid', 'order.refunded'],
  createdAt: AT,
  previousSecretUntil: null,
  lastDeliveredAt: AT,
  lastTry: null,
  waiting: 0,
  failed: 0,
  ...more,
})
const delivery = (id: number, more: Partial<WebhookDelivery>): WebhookDelivery => ({
  id,
  webhookId: 1,
  eventId: `evt_${id}`,
  topic: 'order.paid',
  subjectId: 'PL-KS84-1M1K',
  state: 'delivered',
  createdAt: AT,
  nextTryAt: null,
  deliveredAt: AT,
  tries: 1,
  lastTry: null,
  ...more,
})

/** A working endpoint, and one with a very long URL that has been failing for a day. */
async function withWebhooks(page: Page) {
  await answering(WEBHOOKS, [
    webhook(1, { previousSecretUntil: AT }),
    webhook(2, {
      url: LONG_URL,
      topics: ['order.placed', 'order.paid', 'order.shipped', 'order.refunded', 'product.changed'],
      lastDeliveredAt: null,
      lastTry: FAILED_TRY,
      waiting: 3,
      failed: 1,
    }),
  ])(page)
  await answering(/api\/admin\/webhook-deliveries\?/, [
    delivery(3, { webhookId: 2, topic: 'product.changed', subjectId: '12', state: 'failed', tries: 15 }),
    delivery(2, { webhookId: 2, state: 'waiting', tries: 4, nextTryAt: AT, deliveredAt: null }),
    delivery(1, {}),
  ])(page)
  const body = JSON.stringify({ id: 'evt_3', topic: 'product.changed', url: LONG_URL, product: { id: 12 } })
  await answering(/api\/admin\/webhook-deliveries\/\d+$/, {
    ...delivery(3, { webhookId: 2, state: 'failed', tries: 2 }),
    body,
    tries: [
      FAILED_TRY,
      {
        ...FAILED_TRY,
        at: '2026-03-02T09:31:00.000Z',
        status: null,
        answer: null,
        error: 'It did not answer within 10 seconds',
      },
    ],
  })(page)
}

const run = (id: number, more: Partial<SyncRun>): SyncRun => ({
  id,
  kind: 'full',
  state: 'done',
  askedBy: 'screens-admin',
  startedAt: AT,
  finishedAt: AT,
  seen: 30,
  exceptions: [{ reason: 'inactive', count: 3 }],
  created: 0,
  changed: 0,
  archived: 0,
  failed: 0,
  message: '38 products compared: nothing to change. Left out: 3 aren’t active on the platform.',
  error: null,
  warning: null,
  isUndone: false,
  ...more,
})
const change = (id: number, more: Partial<SyncChange>): SyncChange => ({
  id,
  at: AT,
  productId: id,
  name: 'Walnut Monitor Stand',
  action: 'changed',
  before: null,
  after: null,
  note: null,
  ...more,
})
const conflict = (id: number, more: Partial<SyncConflict>): SyncConflict => ({
  id,
  productId: 1,
  name: 'Walnut Monitor Stand',
  variant: null,
  field: 'price',
  here: '80.00',
  platform: '70.00',
  state: 'open',
  noticedAt: AT,
  ...more,
})

/** Runs with every possible outcome, and conflicts, one of them over a long text. */
async function withSyncs(page: Page) {
  await answering(/api\/admin\/sync-runs\?/, [
    run(5, {
      state: 'failed',
      kind: 'incremental',
      askedBy: 'schedule',
      message: 'Sync failed',
      error: `401: [API] Invalid API key or access token ${'x'.repeat(90)}`,
    }),
    run(4, {
      changed: 2,
      archived: 1,
      failed: 1,
      message: '38 products compared: 2 changed, 1 archived, 1 skipped.',
    }),
    run(3, { kind: 'webhook', changed: 1, isUndone: true, message: '1 product changed.' }),
    run(2, { kind: 'undo', warning: 'One product was changed since, and was left as it is.' }),
    run(1, { created: 30, message: '38 products compared: 30 added.' }),
  ])(page)
  await answering(/api\/admin\/sync-runs\/\d+\/changes/, [
    change(1, { before: { price: '119.00' }, after: { price: '77.70' } }),
    change(2, {
      name: 'Halo LED Desk Lamp',
      before: { description: 'A lamp.', inStock: true },
      after: { description: `<p>${'A warm light for late hours. '.repeat(8)}</p>`, inStock: false },
    }),
    change(3, { name: 'Felt Desk Mat', action: 'archived' }),
    change(4, { name: 'Oak Tray', productId: null, action: 'failed', note: 'It has no price.' }),
  ])(page)
  await answering(/api\/admin\/sync-conflicts\?state=open/, [
    conflict(1, {}),
    conflict(2, {
      field: 'description',
      here: 'Solid walnut.',
      platform: `<p>${'Solid walnut, hand-oiled. '.repeat(10)}</p>`,
    }),
  ])(page)
  await answering(/api\/admin\/sync-conflicts\?state=kept/, [conflict(3, { state: 'kept', field: 'name' })])(
    page,
  )
}

const integrations = (name: string, more: Partial<Screen>): Screen => ({
  name: `admin-${name}`,
  address: '/admin?tab=integrations',
  who: 'admin',
  ...more,
})
const pressAdd = press('Add webhook')

/** Live keys that were entered in the admin, and that Stripe rejects. */
const REJECTED_KEYS: PaymentProvider = {
  name: 'Stripe',
  mode: 'live',
  keys: {
    source: 'stored',
    account: 'Lindqvist Woodworks and Daughters Incorporated',
    ends: { secretKey: 'k3dW', publishableKey: '7fqA', webhookSecret: 'm9xZ' },
  },
  problem: `Stripe rejects the key: Invalid API Key provided: sk_live_${'*'.repeat(92)}k3dW`,
  webhookUrl: 'https://shop.example/api/webhooks/stripe',
  events: ['payment_intent.processing', 'payment_intent.succeeded', 'radar.early_fraud_warning.created'],
  lastWebhook: { type: 'payment_intent.succeeded', at: '2026-03-02T09:30:00.000Z' },
}

/** The cards of the Integrations tab in all their states. */
export const INTEGRATION_SCREENS: Screen[] = [
  integrations('payments-keys', {
    address: '/admin?tab=settings&section=payments',
    before: answering(/api\/admin\/payment-provider$/, REJECTED_KEYS),
    act: async (page) => {
      await press('Configure')(page)
      await seen('How to configure')(page)
    },
  }),
  integrations('mail-server', {
    address: '/admin?tab=settings&section=emails',
    act: async (page) => {
      await press('Configure')(page)
      await seen('Check and save mail server')(page)
    },
  }),
  integrations('webhooks', { before: withWebhooks }),
  integrations('webhooks-loading', { before: holding(WEBHOOKS), act: seenLoading }),
  integrations('webhooks-error', { before: failing(WEBHOOKS), act: seen('Try again') }),
  integrations('webhooks-delivery', {
    before: withWebhooks,
    act: async (page) => {
      await press(/^Details of Product changed/)(page)
      await seen('Payload')(page)
    },
  }),
  integrations('webhook-form', { act: openDialog('Add webhook'), isWhole: false }),
  integrations('webhook-form-error', {
    act: async (page) => {
      await pressAdd(page)
      await page.getByLabel('Endpoint URL').fill('http://example.com')
      await press('Save')(page)
      await page.getByRole('dialog').getByText('The URL must begin with https://.').first().waitFor()
    },
    isWhole: false,
  }),
  integrations('webhook-secret', {
    before: (page) =>
      page.route(WEBHOOKS, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 201,
              json: { webhook: webhook(1, {}), secret: `whsec_${'aB3-'.repeat(11)}` },
            })
          : route.fulfill({ json: [] }),
      ),
    act: async (page) => {
      await pressAdd(page)
      await page.getByLabel('Endpoint URL').fill('https://erp.example.com/plinth')
      await openDialog('Save')(page)
      await page.getByLabel('Secret', { exact: true }).waitFor()
    },
    isWhole: false,
  }),
  integrations('webhook-rotate', { before: withWebhooks, act: openDialog(/^Rotate secret/), isWhole: false }),
  integrations('webhook-remove', { before: withWebhooks, act: openDialog(/^Remove https/), isWhole: false }),
  integrations('syncs', {
    before: withSyncs,
    act: async (page) => {
      await press('4 changes of this sync')(page)
      await seen('Skipped')(page)
      await press('Preview')(page)
      await seen(/Nothing has been changed/)(page)
      await page.getByText('Source of truth', { exact: true }).click()
    },
  }),
]
