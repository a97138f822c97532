import { type Html, html } from '../../html.ts'
import { moment, type Page, section } from '../../layout.ts'
import type { Store } from '../../store.ts'
import { countFound, type Position, readProductPage } from '../catalogue/product-pages.ts'
import { countProducts } from '../catalogue/product-tables.ts'
import { type ProductRecord, productStatuses, totalInventory } from '../catalogue/records.ts'
import type { Search } from '../catalogue/search.ts'
import { demoShop } from '../provider.ts'
import { editorStyle, wordFor } from './fields.ts'
import { hasPlatformNews, newsList } from './webhook-list.ts'

const pageSize = 50

export interface ListQuery {
  /** Words of the title. */
  words: string
  status: string
  /** The id after which the page begins. */
  after?: number | undefined
}

export function listPage(store: Store, query: ListQuery): Page {
  const search = searchFor(query)
  const after: Position | null =
    query.after === undefined ? null : { last_id: query.after, last_value: query.after }
  const page = readProductPage(store, { search, sortKey: 'ID', reverse: false, first: pageSize, after })
  const next = page.hasNextPage ? page.products.at(-1)?.id : undefined
  return {
    title: 'Store editor',
    body: html`${editorStyle}<h1>Store editor</h1>
<p>The back office of ${demoShop.name}, the store from which the shop can take its catalogue. What is changed here, the
shop finds at its next sync.</p>
<p><a class="button" href="/platform/new">Add a product</a></p>
${searchForm(query)}
<p class="muted">${countWords(countFound(store, search))}</p>
${page.products.length > 0 ? productTable(page.products) : html`<p class="empty">No such product. <a href="/platform">Show all products</a></p>`}
${next !== undefined && html`<p><a href="${addressOf(query, next)}">More products</a></p>`}
${section('webhooks', 'Webhooks', newsList(store))}
${section('shelves', 'Start again', shelves(store))}`,
  }
}

/** A condition of its own: people type a part of a word, which the search of the API does not know. */
function searchFor({ words, status }: ListQuery): Search {
  return {
    sql: `(instr(lower(title), lower(?)) > 0 and (? = '' or status = ?))`,
    values: [words, status, status],
    warnings: [],
  }
}

function searchForm({ words, status }: ListQuery): Html {
  return html`<form method="get" action="/platform" role="search">
<label>Title <input type="search" name="words" value="${words}" autocomplete="off"></label>
<label>Status <select name="status"><option value="">Any</option>${productStatuses.map(
    (one) => html`<option value="${one}" ${one === status && html`selected`}>${wordFor(one)}</option>`,
  )}</select></label>
<button class="quiet">Search</button>
</form>`
}

function productTable(products: readonly ProductRecord[]): Html {
  const headings = ['Product', 'Status', 'Price', 'Inventory', 'Changed']
  return html`<table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${products.map(
    (product) => html`<tr>
<td><a href="/platform/products/${product.id}">${product.title}</a></td>
<td><span class="status ${product.status.toLowerCase()}">${wordFor(product.status)}</span></td>
<td class="number">${priceOf(product)}</td>
<td class="number">${product.variants.some(({ tracked }) => tracked) ? `${totalInventory(product)} in stock` : 'not counted'}</td>
<td class="number">${moment(product.updatedAt)}</td>
</tr>`,
  )}</tbody>
</table>`
}

function priceOf({ variants }: ProductRecord): string {
  const [lowest, ...others] = variants.map(({ price }) => price).toSorted((a, b) => Number(a) - Number(b))
  return others.some((price) => price !== lowest) ? `from $${lowest}` : `$${lowest}`
}

function countWords(count: number): string {
  return count === 1 ? '1 product' : `${count} products`
}

function addressOf({ words, status }: ListQuery, after: number): string {
  return `/platform?${new URLSearchParams({ words, status, after: String(after) })}`
}

function shelves(store: Store): Html {
  return html`<p>Puts the thirty products back as they were, and throws away the ${countProducts(store)} that are here now.</p>
<form method="post" action="/platform/shelves"><button class="quiet">Put the thirty products back</button></form>
${hasPlatformNews(store) && html`<p class="muted">The shop is not told of this by webhooks; it finds out at its next full sync.</p>`}`
}
