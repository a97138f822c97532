import type Stripe from 'stripe'
import { type Html, html } from '../../html.ts'
import { facts, type Page, section, table } from '../../layout.ts'
import type { Store } from '../../store.ts'
import { type Kind, type Objects, selectObjects } from '../objects.ts'
import { publishableKey, readPaymentSettings, secretKey } from '../provider.ts'
import { endpointSecret, findEndpoint } from '../webhooks.ts'
import { amountOf, eventList, statusOf, timeOf } from './payment-page.ts'

const PAGE_SIZE = 25
const LATEST_EVENTS = 15

export function overviewPage(store: Store, before: string | undefined): Page {
  const latest = <K extends Kind>(kind: K, limit = PAGE_SIZE): Objects[K][] =>
    selectObjects(store, kind, { limit }).slice(0, limit)
  const intents = selectObjects(store, 'payment_intent', { startingAfter: before, limit: PAGE_SIZE })
  const last = intents.length > PAGE_SIZE ? intents[PAGE_SIZE - 1] : undefined
  const disputes = latest('dispute')
  return {
    title: 'Card payments',
    body: html`<h1>Card payments</h1>
<p>The shop's activity at the payment provider. No real money is involved.</p>
${section('intents', 'Payments', intentTable(intents.slice(0, PAGE_SIZE)))}
${last && html`<p><a href="/payments?before=${last.id}">Older payments</a></p>`}
${section('refunds', 'Refunds', reasonTable(latest('refund'), 'No refunds yet.'))}
${disputes.length > 0 && section('disputes', 'Disputes', reasonTable(disputes, ''))}
${section('events', 'Latest events', eventList(store, latest('event', LATEST_EVENTS)))}
${section('webhooks', 'Webhooks', webhooks(store))}
${section(
  'keys',
  'Keys',
  facts([
    ['Secret key', secretKey],
    ['Publishable key', publishableKey],
    ['Webhook secret', endpointSecret],
  ]),
)}`,
  }
}

function intentTable(intents: readonly Stripe.PaymentIntent[]): Html {
  if (intents.length === 0)
    return html`<p class="empty">No payments yet. Add a product to the cart and check out.</p>`
  const rows = intents.map((intent) =>
    row(intent, intent.id, intent.description ?? Object.values(intent.metadata)[0] ?? ''),
  )
  return table(['Amount', 'Status', 'Description', 'Created'], rows)
}

function reasonTable(objects: readonly (Stripe.Refund | Stripe.Dispute)[], empty: string): Html {
  if (objects.length === 0) return html`<p class="empty">${empty}</p>`
  const rows = objects.map((one) =>
    row(one, String(one.payment_intent), one.reason?.replaceAll('_', ' ') ?? ''),
  )
  return table(['Amount', 'Status', 'Reason', 'Created'], rows)
}

function row(
  object: Stripe.PaymentIntent | Stripe.Refund | Stripe.Dispute,
  intent: string,
  about: string,
): Html {
  return html`<tr>
<td class="number"><a href="/payments/${intent}">${amountOf(object)}</a></td>
<td>${statusOf(object)}</td>
<td>${about}</td>
<td>${timeOf(object)}</td>
</tr>`
}

function webhooks(store: Store): Html {
  const { url, enabled_events: wanted } = findEndpoint(store)
  return html`<p>Sent to ${url}: ${wanted.join(', ')}.</p>
<form method="post" action="/payments/settings">
<label>Retry speed (times faster than in production) <input type="number" name="webhookSpeed" min="0.001" max="1000000" step="any" value="${readPaymentSettings(store).webhookSpeed}" required></label>
<button>Save</button>
</form>`
}
