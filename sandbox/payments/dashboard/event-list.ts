import type Stripe from 'stripe'
import { type Html, html } from '../../html.ts'
import { moment } from '../../layout.ts'
import type { Store } from '../../store.ts'
import { stateWords } from '../../webhook-fate.ts'
import { dueAt } from '../../work.ts'
import { findObject } from '../objects.ts'
import { attemptsOf, type Delivery, deliveriesOf } from '../webhooks/deliveries.ts'
import { momentOf } from './words.ts'

/** Events with what became of each delivery, and a button that sends them now. */
export function eventList(store: Store, events: readonly Stripe.EventBase[]): Html {
  if (events.length === 0) return html`<p class="empty">Nothing has happened yet.</p>`
  return html`<ol class="letters events">${events.map((event) => eventItem(store, event))}</ol>`
}

function eventItem(store: Store, event: Stripe.EventBase): Html {
  const deliveries = deliveriesOf(store, event.id)
  const object = event.data.object as { id: string }
  const isHeard = deliveries.length > 0
  return html`<li id="${event.id}">
<h3>${event.type}</h3>
<p class="muted">${momentOf(event.created)}, about <code>${object.id}</code>${!isHeard && '. Nobody listens.'}</p>
${isHeard && html`<ul class="deliveries">${deliveries.map((delivery) => deliveryItem(store, delivery))}</ul>`}
<div class="actions">
${isHeard && deliverButton(event)}
<details><summary>Payload<span class="unseen"> of ${event.id}</span></summary><pre tabindex="0">${JSON.stringify(event, null, 2)}</pre></details>
</div>
</li>`
}

function deliverButton({ id, type }: Stripe.EventBase): Html {
  return html`<form method="post" action="/payments/events/${id}/deliver">
<button class="quiet">Deliver now<span class="unseen">: ${type}, ${id}</span></button>
</form>`
}

function deliveryItem(store: Store, delivery: Delivery): Html {
  const url = findObject(store, 'webhook_endpoint', delivery.endpoint)?.url ?? 'an endpoint that is gone'
  const attempts = attemptsOf(store, delivery.id)
  const next = dueAt(store, 'deliver', String(delivery.id))
  return html`<li><strong class="${delivery.state}">${stateWords[delivery.state]}</strong> to ${url}
${attempts.length > 0 && html`<ul class="attempts">${attempts.map(({ at, status, note }) => html`<li>${moment(at)}: ${status === null ? `no answer (${note})` : `${status} ${note}`}</li>`)}</ul>`}
${next !== null && html`<p class="muted">Next try ${moment(new Date(next).toISOString())}</p>`}
</li>`
}
