import { type Html, html } from '../../html.ts'
import { collections } from '../catalogue/collections.ts'
import type { ProductChange } from '../catalogue/product-input.ts'
import { type ProductRecord, productStatuses } from '../catalogue/records.ts'
import { choiceField, longField, numberField, textField, tickField } from './fields.ts'

/** What stands in the form: as it is kept, or as somebody typed it. */
export type Typed = URLSearchParams

export function typedFrom(product: ProductRecord): Typed {
  const typed = new URLSearchParams({
    title: product.title,
    handle: product.handle,
    status: product.status,
    productType: product.productType,
    descriptionHtml: product.descriptionHtml,
  })
  for (const handle of product.collections) typed.append('collections', handle)
  for (const [place, variant] of product.variants.entries()) {
    typed.set(`price-${place}`, variant.price)
    typed.set(`compareAtPrice-${place}`, variant.compareAtPrice ?? '')
    typed.set(`inventoryQuantity-${place}`, String(variant.inventoryQuantity))
    if (variant.tracked) typed.set(`tracked-${place}`, 'yes')
  }
  return typed
}

/** The fields as a change that is still to be checked. */
export function readForm(typed: Typed, product: Pick<ProductRecord, 'variants'>): unknown {
  const text = (name: string) => (typed.get(name) ?? '').trim()
  const change: { [Name in keyof ProductChange]: unknown } = {
    title: text('title'),
    handle: text('handle'),
    status: text('status'),
    productType: text('productType'),
    // Browsers send the line breaks of a text area as two characters.
    descriptionHtml: text('descriptionHtml').replaceAll('\r\n', '\n'),
    collections: typed.getAll('collections'),
    variants: product.variants.map(({ id: _id, ...variant }, place) => ({
      ...variant,
      price: text(`price-${place}`),
      compareAtPrice: text(`compareAtPrice-${place}`) || null,
      inventoryQuantity: Number(text(`inventoryQuantity-${place}`) || Number.NaN),
      tracked: typed.has(`tracked-${place}`),
    })),
  }
  return change
}

/** `names` are those of the variants, in their order. */
export function productForm(action: string, typed: Typed, names: readonly string[], button: string): Html {
  const value = (name: string) => typed.get(name) ?? ''
  return html`<form class="sheet" method="post" action="${action}">
${textField('title', 'Title', value('title'), html`required maxlength="255"`)}
${textField('handle', 'Handle: its part of the address; empty to make it from the title', value('handle'), html`maxlength="255"`)}
${choiceField('status', 'Status', productStatuses, value('status'))}
${textField('productType', 'Product type', value('productType'), html`maxlength="255"`)}
${names.map((name, place) => variantFields(typed, name, place))}
<fieldset><legend>Collections</legend>
${collections.map(({ handle, title }) => tickField('collections', title, handle, typed.getAll('collections').includes(handle)))}
</fieldset>
${longField('descriptionHtml', 'Description, as HTML', value('descriptionHtml'))}
<button>${button}</button>
</form>`
}

function variantFields(typed: Typed, name: string, place: number): Html {
  const value = (field: string) => typed.get(`${field}-${place}`) ?? ''
  return html`<fieldset><legend>${name}</legend>
${textField(`price-${place}`, 'Price', value('price'), html`required inputmode="decimal" placeholder="12.50"`)}
${textField(`compareAtPrice-${place}`, 'Compare-at price', value('compareAtPrice'), html`inputmode="decimal" placeholder="none"`)}
${numberField(`inventoryQuantity-${place}`, 'Inventory', value('inventoryQuantity'))}
${tickField(`tracked-${place}`, 'Inventory is counted', 'yes', typed.has(`tracked-${place}`))}
</fieldset>`
}
