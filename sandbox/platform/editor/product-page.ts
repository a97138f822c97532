import { type Html, html } from '../../html.ts'
import { facts, moment, type Page, section } from '../../layout.ts'
import { collections, type ProductChange, type ProductRecord, productStatuses } from '../catalog/products.ts'
import { imagePath } from '../images.ts'

export const emptyForm = new URLSearchParams({
  status: 'ACTIVE',
  isPublished: 'yes',
  'inventoryQuantity-0': '10',
  'tracked-0': 'yes',
  'requiresShipping-0': 'yes',
})

/** Returns the fields of the form for a stored product. */
export function filledForm(product: ProductRecord): URLSearchParams {
  const { title, handle, status, productType, descriptionHtml } = product
  const form = new URLSearchParams({ title, handle, status, productType, descriptionHtml })
  if (product.publishedAt !== null) form.set('isPublished', 'yes')
  if (product.isGiftCard) form.set('isGiftCard', 'yes')
  if (product.requiresSellingPlan) form.set('requiresSellingPlan', 'yes')
  for (const collection of product.collections) form.append('collections', collection)
  for (const [place, variant] of product.variants.entries()) {
    form.set(`price-${place}`, variant.price)
    form.set(`compareAtPrice-${place}`, variant.compareAtPrice ?? '')
    form.set(`inventoryQuantity-${place}`, String(variant.inventoryQuantity))
    if (variant.tracked) form.set(`tracked-${place}`, 'yes')
    if (variant.inventoryPolicy === 'CONTINUE') form.set(`continues-${place}`, 'yes')
    if (variant.requiresShipping !== false) form.set(`requiresShipping-${place}`, 'yes')
  }
  return form
}

/** Converts the form's fields to input that isn't validated yet: a change, or a new product with one variant. */
export function readForm(form: URLSearchParams, product: ProductRecord | null): unknown {
  const text = (name: string) => (form.get(name) ?? '').trim()
  const variants = product?.variants.map(({ id: _, ...variant }) => variant) ?? [{}]
  const input: { [Name in keyof ProductChange]: unknown } = {
    title: text('title'),
    handle: text('handle'),
    status: text('status'),
    productType: text('productType'),
    publishedAt: form.has('isPublished') ? (product?.publishedAt ?? undefined) : null,
    isGiftCard: form.has('isGiftCard'),
    requiresSellingPlan: form.has('requiresSellingPlan'),
    // Browsers send line breaks in a text area as two characters.
    descriptionHtml: text('descriptionHtml').replaceAll('\r\n', '\n'),
    collections: form.getAll('collections'),
    variants: variants.map((variant, place) => ({
      ...variant,
      price: text(`price-${place}`),
      compareAtPrice: text(`compareAtPrice-${place}`) || null,
      inventoryQuantity: Number(text(`inventoryQuantity-${place}`) || Number.NaN),
      tracked: form.has(`tracked-${place}`),
      inventoryPolicy: form.has(`continues-${place}`) ? 'CONTINUE' : 'DENY',
      requiresShipping: form.has(`requiresShipping-${place}`),
    })),
  }
  return input
}

/** Shows a product's form, which keeps the input if there is a problem. */
export function productPage(product: ProductRecord, form: URLSearchParams, problem?: string): Page {
  const { id, title, status, updatedAt } = product
  const url = `/platform/products/${id}`
  const picture = product.media.find((medium) => medium.kind === 'image')
  const names = product.variants.map(({ values }) =>
    values.length > 0 ? `Variant ${values.join(' / ')}` : 'Price and inventory',
  )
  const archive = html`<form method="post" action="${url}/archive"><button class="quiet">Archive</button></form>`
  return {
    title,
    body: html`<p><a href="/platform">All products</a></p>
<div class="product-head">
${picture && html`<img src="${imagePath(picture)}" alt="${picture.alt}" width="96" height="96">`}
<h1>${title}</h1>
</div>
<p><span class="status ${status.toLowerCase()}">${labelOf(status)}</span>
<span class="muted">updated ${moment(updatedAt)}</span></p>
${productForm(url, form, names, 'Save', problem)}
${section(
  'remove',
  'Archive or delete',
  html`<div class="buttons">${status !== 'ARCHIVED' && archive}
<details><summary>Delete…</summary>
<form method="post" action="${url}/delete"><button class="quiet">Delete “${title}” permanently</button></form></details></div>`,
)}
${section('facts', 'API', facts([['ID', `gid://shopify/Product/${id}`]]))}`,
  }
}

export function newProductPage(form: URLSearchParams, problem?: string): Page {
  return {
    title: 'New product',
    body: html`<p><a href="/platform">All products</a></p>
<h1>New product</h1>
${productForm('/platform/products', form, ['Price and inventory'], 'Add', problem)}`,
  }
}

/** Formats `ACTIVE` as 'Active'. */
export function labelOf(name: string): string {
  return name.charAt(0) + name.slice(1).toLowerCase()
}

/** `names` are the names of the variants. */
function productForm(
  action: string,
  form: URLSearchParams,
  names: readonly string[],
  button: string,
  problem: string | undefined,
): Html {
  const input = (name: string, label: string, more: Html) =>
    html`<label>${label} <input name="${name}" value="${form.get(name)}" autocomplete="off" ${more}></label>`
  const tick = (name: string, label: string, value: string) =>
    html`<label class="tick"><input type="checkbox" name="${name}" value="${value}" ${form.getAll(name).includes(value) && html`checked`}> ${label}</label>`
  const statuses = productStatuses.map(
    (one) =>
      html`<option value="${one}" ${one === form.get('status') && html`selected`}>${labelOf(one)}</option>`,
  )
  const variants = names.map(
    (name, place) => html`<fieldset><legend>${name}</legend>
${input(`price-${place}`, 'Price', html`required inputmode="decimal" placeholder="12.50"`)}
${input(`compareAtPrice-${place}`, 'Compare-at price', html`inputmode="decimal" placeholder="none"`)}
${input(`inventoryQuantity-${place}`, 'Inventory', html`required inputmode="numeric"`)}
${tick(`tracked-${place}`, 'Track inventory', 'yes')}
${tick(`continues-${place}`, 'Continue selling when out of stock', 'yes')}
${tick(`requiresShipping-${place}`, 'Requires shipping', 'yes')}
</fieldset>`,
  )
  return html`${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
<form class="sheet" method="post" action="${action}">
${input('title', 'Title', html`required maxlength="255"`)}
${input('handle', 'Handle (used in the URL). Leave empty to generate it from the title.', html`maxlength="255"`)}
<label>Status <select name="status">${statuses}</select></label>
${input('productType', 'Product type', html`maxlength="255"`)}
${tick('isPublished', 'Published to the online store', 'yes')}
${tick('isGiftCard', 'Gift card', 'yes')}
${tick('requiresSellingPlan', 'Sells only by subscription', 'yes')}
${variants}
<fieldset><legend>Collections</legend>
${collections.map(({ handle, title }) => tick('collections', title, handle))}
</fieldset>
<label>Description (HTML) <textarea name="descriptionHtml" rows="8" spellcheck="false">
${form.get('descriptionHtml')}</textarea></label>
<button>${button}</button>
</form>`
}
