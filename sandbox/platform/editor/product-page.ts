import { type Html, html } from '../../html.ts'
import { moment, type Page, section } from '../../layout.ts'
import type { ProductRecord } from '../catalogue/records.ts'
import { imagePath } from '../images/addresses.ts'
import { editorStyle, wordFor } from './fields.ts'
import { productForm, type Typed } from './product-form.ts'

/** One product to be changed. A problem is said above the form, which keeps what was typed. */
export function productPage(product: ProductRecord, typed: Typed, problem?: string): Page {
  const address = `/platform/products/${product.id}`
  const picture = product.media.find((medium) => medium.kind === 'image')
  const names = product.variants.map(({ values }) =>
    values.length > 0 ? `Variant ${values.join(' / ')}` : 'Price and inventory',
  )
  return {
    title: product.title,
    body: html`${editorStyle}<p><a href="/platform">All products</a></p>
<div class="product-head">
${picture && html`<img src="${imagePath(picture)}" alt="${picture.alt}" width="96" height="96">`}
<h1>${product.title}</h1>
</div>
<p><span class="status ${product.status.toLowerCase()}">${wordFor(product.status)}</span>
<span class="muted">changed ${moment(product.updatedAt)}</span></p>
${problemNote(problem)}
${productForm(address, typed, names, 'Save')}
${section('away', 'Away with it', farewell(address, product))}
${section('facts', 'As the API knows it', html`<dl class="facts"><div><dt>Id</dt><dd>gid://shopify/Product/${product.id}</dd></div></dl>`)}`,
  }
}

/** A product that is not there yet. */
export function newProductPage(typed: Typed, problem?: string): Page {
  return {
    title: 'A new product',
    body: html`${editorStyle}<p><a href="/platform">All products</a></p>
<h1>A new product</h1>
${problemNote(problem)}
${productForm('/platform/products', typed, ['Price and inventory'], 'Add')}`,
  }
}

function problemNote(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="problem" role="alert">${problem}</p>`
}

function farewell(address: string, { status, title }: ProductRecord): Html {
  return html`<div class="buttons">
${status !== 'ARCHIVED' && html`<form method="post" action="${address}/archive"><button class="quiet">Archive it</button></form>`}
<details><summary>Delete it…</summary>
<form method="post" action="${address}/delete"><button class="quiet">Delete ‘${title}’ for good</button></form></details>
</div>`
}
