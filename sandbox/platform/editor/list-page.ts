import { z } from 'zod'
import { type Html, html } from '../../html.ts'
import { moment, type Page, section, table } from '../../layout.ts'
import type { Store } from '../../store.ts'
import { type Delivery, listDeliveries, stateLabels } from '../../webhooks.ts'
import { countProducts, readProducts } from '../catalog/product-tables.ts'
import { isTracked, type ProductRecord, productStatuses, totalInventory } from '../catalog/products.ts'
import { demoShop, service } from '../provider.ts'
import { listSubscriptions, topics } from '../webhooks.ts'
import { labelOf } from './product-page.ts'

const PAGE_SIZE = 50
const LATEST_WEBHOOKS = 15

export const ListQuery = z.object({
  /** Part of the title. */
  words: z.string().trim().catch(''),
  status: z.string().catch(''),
  /** The last ID of the previous page. */
  after: z.coerce.number().int().positive().optional().catch(undefined),
})
type ListQuery = z.infer<typeof ListQuery>

export function listPage(store: Store, query: ListQuery): Page {
  const { words, status, after } = query
  const filter = {
    sql: `(instr(lower(title), lower(?)) > 0 and (? = '' or status = ?))`,
    values: [words, status, status],
  }
  const { products, hasNextPage } = readProducts(store, filter, PAGE_SIZE, after ?? null)
  const count = countProducts(store, filter)
  const next = new URLSearchParams({ words, status, after: String(products.at(-1)?.id) })
  const headings = ['Product', 'Status', 'Price', 'Inventory', 'Changed']
  return {
    title: 'Store editor',
    body: html`<h1>Store editor</h1>
<p>The admin of ${demoShop.name}, a store whose catalog the shop can import. The next sync picks up your changes.</p>
<p><a class="button" href="/platform/new">Add product</a></p>
${searchForm(query)}
<p class="muted">${count === 1 ? '1 product' : `${count} products`}</p>
${products.length > 0 ? table(headings, products.map(productRow)) : html`<p class="empty">No products match. <a href="/platform">Show all products</a></p>`}
${hasNextPage && html`<p><a href="/platform?${String(next)}">More products</a></p>`}
${section('webhooks', 'Webhooks', webhooks(store))}
${section('shelves', 'Reset', restoreForm(store))}`,
  }
}

function searchForm({ words, status }: ListQuery): Html {
  const options = productStatuses.map(
    (one) => html`<option value="${one}" ${one === status && html`selected`}>${labelOf(one)}</option>`,
  )
  return html`<form method="get" action="/platform" role="search">
<label>Title <input type="search" name="words" value="${words}" autocomplete="off"></label>
<label>Status <select name="status"><option value="">Any</option>${options}</select></label>
<button class="quiet">Search</button>
</form>`
}

function productRow(product: ProductRecord): Html {
  const { id, title, status, updatedAt, variants } = product
  const [lowest, ...others] = variants.map(({ price }) => price).toSorted((a, b) => Number(a) - Number(b))
  const hasRange = others.some((price) => price !== lowest)
  return html`<tr>
<td><a href="/platform/products/${id}">${title}</a></td>
<td><span class="status ${status.toLowerCase()}">${labelOf(status)}</span></td>
<td class="number">${hasRange && 'from '}$${lowest}</td>
<td class="number">${isTracked(product) ? `${totalInventory(product)} in stock` : 'not tracked'}</td>
<td class="number">${moment(updatedAt)}</td>
</tr>`
}

function webhooks(store: Store): Html {
  const subscriptions = listSubscriptions(store)
  const deliveries = listDeliveries(store, service, LATEST_WEBHOOKS)
  return html`${
    subscriptions.length === 0
      ? html`<p>No subscriptions yet. The shop creates them through the API.</p>`
      : html`<ul>${subscriptions.map(({ topic, uri }) => html`<li>${topics[topic]} is sent to ${uri}</li>`)}</ul>`
  }
${
  deliveries.length === 0
    ? html`<p class="empty">No webhooks yet.</p>`
    : html`<ol class="letters">${deliveries.map(deliveryItem)}</ol>`
}`
}

function deliveryItem(delivery: Delivery): Html {
  const { id, topic, triggered_at: triggered, state, attempts, note, webhook_id: webhook } = delivery
  const name = topics[topic as keyof typeof topics]
  return html`<li>
<h3>${name}</h3>
<p><strong>${stateLabels[state]}</strong>${attempts > 0 && html`, attempt ${attempts}: ${note}`}</p>
<p class="muted">${moment(triggered)}, <code>${webhook}</code></p>
<form method="post" action="/platform/webhooks/${id}/deliver"><button class="quiet">Deliver now<span class="unseen">: ${name}, ${webhook}</span></button></form>
</li>`
}

function restoreForm(store: Store): Html {
  return html`<p>Restores the original products, and deletes all ${countProducts(store)} current ones.</p>
<form method="post" action="/platform/shelves"><button class="quiet">Restore the original products</button></form>
${listSubscriptions(store).length > 0 && html`<p class="muted">No webhooks are sent. The next full sync picks up the changes.</p>`}`
}
