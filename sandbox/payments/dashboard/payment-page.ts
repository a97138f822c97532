import type Stripe from 'stripe'
import { type Html, html } from '../../html.ts'
import { facts, moment, type Page, section } from '../../layout.ts'
import type { Store } from '../../store.ts'
import { type Delivery, deliveriesOf, stateLabels } from '../../webhooks.ts'
import { formatAmount } from '../amounts.ts'
import { selectObjects } from '../objects.ts'
import { service } from '../provider.ts'

const LIMIT = 100

/** Shows all details of a payment. */
export function paymentPage(store: Store, intent: Stripe.PaymentIntent): Page {
  const where = { payment_intent: intent.id }
  const charges = selectObjects(store, 'charge', { where, limit: LIMIT })
  const refunds = selectObjects(store, 'refund', { where, limit: LIMIT })
  const disputes = selectObjects(store, 'dispute', { where, limit: LIMIT })
  const ids = [intent, ...charges, ...refunds, ...disputes].map(({ id }) => id)
  const events = selectObjects(store, 'event', { where: { 'data.object.id': ids }, limit: LIMIT })
  return {
    title: `Payment of ${amountOf(intent)}`,
    body: html`<p><a href="/payments">All payments</a></p>
<h1>Payment of ${amountOf(intent)}</h1>
${intentFacts(intent)}
${section('charges', 'Attempts', charges.length > 0 ? html`<ol class="letters">${charges.map(chargeItem)}</ol>` : html`<p class="empty">No attempts yet.</p>`)}
${refunds.length > 0 && section('refunds', 'Refunds', html`<ol class="letters">${refunds.map(refundItem)}</ol>`)}
${section('events', 'Events', eventList(store, events))}
${section('object', 'API object', html`<details><summary>Payment intent</summary><pre tabindex="0">${JSON.stringify(intent, null, 2)}</pre></details>`)}`,
  }
}

export function amountOf({ amount, currency }: { amount: number; currency: string }): string {
  return formatAmount(amount, currency)
}

export function timeOf({ created }: { created: number }): Html {
  return moment(new Date(created * 1000).toISOString())
}

/** Formats `requires_payment_method` as 'requires payment method'. */
export function statusOf({ status }: { status: string | null }): Html {
  return html`<span class="status ${status}">${(status ?? 'unknown').replaceAll('_', ' ')}</span>`
}

/** Lists events with the state of each delivery, and a button to send it now. */
export function eventList(store: Store, events: readonly Stripe.EventBase[]): Html {
  if (events.length === 0) return html`<p class="empty">No events yet.</p>`
  return html`<ol class="letters">${events.map((event) => eventItem(event, deliveriesOf(store, service, event.id)))}</ol>`
}

function eventItem(event: Stripe.EventBase, deliveries: readonly Delivery[]): Html {
  const { id, type, data } = event
  const { id: objectId } = data.object as { id: string }
  const button = html`<form method="post" action="/payments/events/${id}/deliver">
<button class="quiet">Deliver now<span class="unseen">: ${type}, ${id}</span></button>
</form>`
  return html`<li id="${id}">
<h3>${type}</h3>
<p class="muted">${timeOf(event)}, about <code>${objectId}</code>${deliveries.length === 0 && '. Not subscribed.'}</p>
${deliveries.map(
  ({ state, attempts, note }) =>
    html`<p><strong class="${state}">${stateLabels[state]}</strong>${attempts > 0 && html`, attempt ${attempts}: ${note}`}</p>`,
)}
<div class="actions">
${deliveries.length > 0 && button}
<details><summary>Payload<span class="unseen"> of ${id}</span></summary><pre tabindex="0">${JSON.stringify(event, null, 2)}</pre></details>
</div>
</li>`
}

function intentFacts(intent: Stripe.PaymentIntent): Html {
  const { last_payment_error: error, cancellation_reason: reason } = intent
  return facts([
    ['Status', statusOf(intent)],
    ['Mode', intent.livemode ? 'Live' : 'Test'],
    ['ID', html`<code>${intent.id}</code>`],
    ['Created', timeOf(intent)],
    ...(intent.description ? [['Description', intent.description] as const] : []),
    ...Object.entries(intent.metadata),
    ...(error ? [['Last error', `${error.message} (${error.decline_code ?? error.code})`] as const] : []),
    ...(reason ? [['Cancellation reason', reason.replaceAll('_', ' ')] as const] : []),
  ])
}

function chargeItem(charge: Stripe.Charge): Html {
  const canBeDisputed = charge.status === 'succeeded' && !charge.disputed
  const card = charge.payment_method_details?.card
  return html`<li>
<h3>${amountOf(charge)} ${statusOf(charge)}</h3>
<p>${card?.brand} •••• ${card?.last4}${charge.failure_message && html`: ${charge.failure_message}`}</p>
<p class="muted"><code>${charge.id}</code>, ${timeOf(charge)}</p>
${charge.disputed && html`<p class="state on">Disputed by the customer.</p>`}
${canBeDisputed && html`<form method="post" action="/payments/charges/${charge.id}/dispute"><button class="quiet">Dispute as the customer</button></form>`}
</li>`
}

function refundItem(refund: Stripe.Refund): Html {
  return html`<li>
<h3>${amountOf(refund)} ${statusOf(refund)}</h3>
<p class="muted"><code>${refund.id}</code>, ${timeOf(refund)}</p>
</li>`
}
