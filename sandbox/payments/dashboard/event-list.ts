import type Stripe from 'stripe'
import { type Html, html } from '../../html.ts'
import { moment } from '../../layout.ts'
import type { Store } from '../../store.ts'
import { type Delivery, deliveriesOf, stateLabels } from '../../webhooks.ts'
import { service } from '../provider.ts'

/** Lists events with the state of each delivery, and a button to send it now. */
export function eventList(store: Store, events: readonly Stripe.EventBase[]): Html {
  if (events.length === 0) return html`<p class="empty">No events yet.</p>`
  return html`<ol class="letters">${events.map((event) => eventItem(event, deliveriesOf(store, service, event.id)))}</ol>`
}

function eventItem(event: Stripe.EventBase, deliveries: readonly Delivery[]): Html {
  const { id, type, created, data } = event
  const { id: objectId } = data.object as { id: string }
  const button = html`<form method="post" action="/payments/events/${id}/deliver">
<button class="quiet">Deliver now<span class="unseen">: ${type}, ${id}</span></button>
</form>`
  return html`<li id="${id}">
<h3>${type}</h3>
<p class="muted">${moment(new Date(created * 1000).toISOString())}, about <code>${objectId}</code>${deliveries.length === 0 && '. Not subscribed.'}</p>
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
