import { type Html, html } from '../../html.ts'
import { moment } from '../../layout.ts'
import type { Store } from '../../store.ts'
import { stateWords } from '../../webhook-fate.ts'
import { type Delivery, listDeliveries } from '../webhooks/deliveries.ts'
import { listSubscriptions, topics } from '../webhooks/subscriptions.ts'

const latest = 15

export function hasPlatformNews(store: Store): boolean {
  return listSubscriptions(store).length > 0
}

/** Who listens, and what became of the latest news. */
export function newsList(store: Store): Html {
  const subscriptions = listSubscriptions(store)
  const deliveries = listDeliveries(store, latest)
  return html`${
    subscriptions.length === 0
      ? html`<p>Nobody listens yet: the shop registers by the API.</p>`
      : html`<ul>${subscriptions.map(({ topic, uri }) => html`<li>${topics[topic]} goes to ${uri}</li>`)}</ul>`
  }
${
  deliveries.length === 0
    ? html`<p class="empty">No webhook was sent yet.</p>`
    : html`<ol class="letters">${deliveries.map(deliveryItem)}</ol>`
}`
}

function deliveryItem(delivery: Delivery): Html {
  const { id, topic, triggered_at: triggered, state, attempts, note, webhook_id: webhook } = delivery
  const words = stateWords[state]
  return html`<li>
<h3>${topics[topic]}</h3>
<p><strong>${words}</strong>${attempts > 0 && html`, attempt ${attempts}: ${note}`}</p>
<p class="muted">${moment(triggered)}, <code>${webhook}</code></p>
<form method="post" action="/platform/webhooks/${id}/deliver"><button class="quiet">Deliver now<span class="unseen">: ${topics[topic]}, ${webhook}</span></button></form>
</li>`
}
