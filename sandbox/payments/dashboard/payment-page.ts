import type Stripe from 'stripe'
import { type Html, html } from '../../html.ts'
import { type Page, section } from '../../layout.ts'
import type { Store } from '../../store.ts'
import { selectObjects } from '../objects.ts'
import { eventList } from './event-list.ts'
import { amountOf, cardOf, dashboardStyle, momentOf, statusOf } from './words.ts'

const enough = 100

/** Everything about one payment. */
export function paymentPage(store: Store, intent: Stripe.PaymentIntent): Page {
  const where = { payment_intent: intent.id }
  const charges = selectObjects(store, 'charge', { where, limit: enough })
  const refunds = selectObjects(store, 'refund', { where, limit: enough })
  const about = [intent, ...charges, ...refunds, ...selectObjects(store, 'dispute', { where, limit: enough })]
  const events = selectObjects(store, 'event', {
    where: { 'data.object.id': about.map(({ id }) => id) },
    limit: enough,
  })
  return {
    title: `Payment of ${amountOf(intent)}`,
    body: html`${dashboardStyle}<p><a href="/payments">All payments</a></p>
<h1>Payment of ${amountOf(intent)}</h1>
${facts(intent)}
${section('charges', 'Attempts', chargeList(charges))}
${refunds.length > 0 && section('refunds', 'Refunds', refundList(refunds))}
${section('events', 'Events', eventList(store, events))}
${section('object', 'As the API shows it', html`<details><summary>Payment intent</summary><pre tabindex="0">${JSON.stringify(intent, null, 2)}</pre></details>`)}`,
  }
}

function facts(intent: Stripe.PaymentIntent): Html {
  const error = intent.last_payment_error
  return html`<dl class="facts">
<div><dt>Status</dt><dd>${statusOf(intent)}</dd></div>
<div><dt>Id</dt><dd><code>${intent.id}</code></dd></div>
<div><dt>Created</dt><dd>${momentOf(intent.created)}</dd></div>
${intent.description && html`<div><dt>Description</dt><dd>${intent.description}</dd></div>`}
${Object.entries(intent.metadata).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
${error && html`<div><dt>Last error</dt><dd>${error.message} (${error.decline_code ?? error.code})</dd></div>`}
${intent.cancellation_reason && html`<div><dt>Canceled because</dt><dd>${intent.cancellation_reason.replaceAll('_', ' ')}</dd></div>`}
</dl>`
}

function chargeList(charges: readonly Stripe.Charge[]): Html {
  if (charges.length === 0) return html`<p class="empty">Nobody has tried to pay yet.</p>`
  return html`<ol class="letters">${charges.map(chargeItem)}</ol>`
}

function chargeItem(charge: Stripe.Charge): Html {
  const canBeDisputed = charge.status === 'succeeded' && !charge.disputed
  return html`<li>
<h3>${amountOf(charge)} ${statusOf(charge)}</h3>
<p>${cardOf(charge)}${charge.failure_message && html`: ${charge.failure_message}`}</p>
<p class="muted"><code>${charge.id}</code>, ${momentOf(charge.created)}</p>
${charge.disputed && html`<p class="state on">Disputed by the buyer.</p>`}
${canBeDisputed && html`<form method="post" action="/payments/charges/${charge.id}/dispute"><button class="quiet">Dispute it, as the buyer could</button></form>`}
</li>`
}

function refundList(refunds: readonly Stripe.Refund[]): Html {
  return html`<ol class="letters">${refunds.map(
    (refund) => html`<li>
<h3>${amountOf(refund)} ${statusOf(refund)}</h3>
<p class="muted"><code>${refund.id}</code>, ${momentOf(refund.created)}</p>
</li>`,
  )}</ol>`
}
