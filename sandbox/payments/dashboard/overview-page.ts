import type Stripe from 'stripe'
import { type Html, html } from '../../html.ts'
import { type Page, section } from '../../layout.ts'
import type { Store } from '../../store.ts'
import { publishableKey, secretKey } from '../api/keys.ts'
import { selectObjects } from '../objects.ts'
import { readSettings } from '../settings.ts'
import { demoEndpoint } from '../webhooks/endpoints.ts'
import { eventList } from './event-list.ts'
import { amountOf, dashboardStyle, momentOf, statusOf } from './words.ts'

const pageSize = 25
const latestEvents = 15

export function overviewPage(store: Store, before: string | undefined): Page {
  const intents = selectObjects(store, 'payment_intent', { startingAfter: before, limit: pageSize })
  const refunds = selectObjects(store, 'refund', { limit: pageSize }).slice(0, pageSize)
  const disputes = selectObjects(store, 'dispute', { limit: pageSize }).slice(0, pageSize)
  const events = selectObjects(store, 'event', { limit: latestEvents }).slice(0, latestEvents)
  const last = intents.length > pageSize ? intents[pageSize - 1] : undefined
  return {
    title: 'Card payments',
    body: html`${dashboardStyle}<h1>Card payments</h1>
<p>What the shop did at its card provider. Nothing here is about real money.</p>
${section('intents', 'Payments', intentTable(intents.slice(0, pageSize)))}
${last && html`<p><a href="/payments?before=${last.id}">Older payments</a></p>`}
${section('refunds', 'Refunds', refundTable(refunds))}
${disputes.length > 0 && section('disputes', 'Disputes', disputeTable(disputes))}
${section('events', 'Latest events', eventList(store, events))}
${section('webhooks', 'Webhooks', webhooks(store))}
${section('keys', 'Keys', keys())}`,
  }
}

function intentTable(intents: readonly Stripe.PaymentIntent[]): Html {
  if (intents.length === 0)
    return html`<p class="empty">No payments yet. Put something into the cart and check out.</p>`
  const rows = intents.map(
    (intent) => html`<tr>
<td><a href="/payments/${intent.id}">${amountOf(intent)}</a></td>
<td>${statusOf(intent)}</td>
<td>${intent.description ?? Object.values(intent.metadata)[0] ?? ''}</td>
<td>${momentOf(intent.created)}</td>
</tr>`,
  )
  return table(['Amount', 'Status', 'What for', 'Created'], rows)
}

function refundTable(refunds: readonly Stripe.Refund[]): Html {
  if (refunds.length === 0) return html`<p class="empty">No refunds yet.</p>`
  const rows = refunds.map(
    (refund) => html`<tr>
<td>${paymentLink(refund.payment_intent, amountOf(refund))}</td>
<td>${statusOf(refund)}</td>
<td>${refund.reason?.replaceAll('_', ' ') ?? ''}</td>
<td>${momentOf(refund.created)}</td>
</tr>`,
  )
  return table(['Amount', 'Status', 'Reason', 'Created'], rows)
}

function disputeTable(disputes: readonly Stripe.Dispute[]): Html {
  const rows = disputes.map(
    (dispute) => html`<tr>
<td>${paymentLink(dispute.payment_intent, amountOf(dispute))}</td>
<td>${statusOf(dispute)}</td>
<td>${dispute.reason}</td>
<td>${momentOf(dispute.created)}</td>
</tr>`,
  )
  return table(['Amount', 'Status', 'Reason', 'Created'], rows)
}

function paymentLink(intent: string | Stripe.PaymentIntent | null, words: string): Html {
  return html`<a href="/payments/${String(intent)}">${words}</a>`
}

function table(headings: readonly string[], rows: readonly Html[]): Html {
  return html`<table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table>`
}

function webhooks(store: Store): Html {
  const endpoints = selectObjects(store, 'webhook_endpoint', { limit: 100 })
  return html`<ul class="letters">${endpoints.map(
    ({ url, status, enabled_events: wanted, description }) => html`<li>
<h3>${url}</h3>
<p>${status === 'enabled' ? 'Hears' : 'Is switched off; would hear'} ${wanted.includes('*') ? 'all events' : wanted.join(', ')}.</p>
${description && html`<p class="muted">${description}</p>`}
</li>`,
  )}</ul>
<form method="post" action="/payments/settings">
<label>Retries, times faster than in life <input type="number" name="webhookSpeed" min="0.001" max="1000000" step="any" value="${readSettings(store).webhookSpeed}" required></label>
<button>Set</button>
</form>`
}

function keys(): Html {
  return html`<dl class="facts">
<div><dt>Secret key</dt><dd>${secretKey}</dd></div>
<div><dt>Publishable key</dt><dd>${publishableKey}</dd></div>
<div><dt>Webhook secret</dt><dd>${demoEndpoint.secret}</dd></div>
</dl>`
}
