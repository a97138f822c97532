import { run, type Store } from '../../store.ts'
import type { Motif } from '../images.ts'
import { collections, type ProductRecord, weightUnits } from './products.ts'

export type Details = Pick<
  ProductRecord,
  | ('descriptionHtml' | 'options' | 'media' | 'collections' | 'variants' | 'lastVariantId')
  | ('publishedAt' | 'isGiftCard' | 'requiresSellingPlan')
>

const firstId = 8_900_000_000_001
const types = ['Keyboards', 'Lamps', 'Paper', 'Storage', 'Comfort', 'Sound']
const motifs: Motif[] = ['keyboard', 'lamp', 'book', 'tray', 'pad', 'speaker']
const tints = ['3b4148', 'd9b98a', '7a4e2d', '4b5245', 'b08d4c', '2f4a73', 'a4603f']

/** Fills an empty store with products in one statement. Their details are generated on read. */
export function generateProducts(store: Store, count: number) {
  const sql = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers limit cast(? as integer))
    insert into platform_products
      (id, handle, title, status, vendor, product_type, created_at, updated_at, details)
    select cast(? as integer) + n - 1, 'generated-' || n, 'Generated Product ' || n, 'ACTIVE', 'Hollow Oak',
      json_extract(?, '$[' || (n % ${types.length}) || ']'), 1767225600 + n * 60, 1769904000 + n * 60, null
    from numbers`
  run(store, sql, count, firstId, JSON.stringify(types))
}

export function generatedDetails(id: number): Details {
  const n = id - firstId + 1
  const kind = n % types.length
  const variantCount = n % 5 === 0 ? 2 : 1
  return {
    descriptionHtml: `<p>Number ${n} of a large store: generated to test large catalogs.</p>`,
    options: variantCount === 2 ? [{ name: 'Color', values: ['Black', 'White'] }] : [],
    media: [
      {
        id: n * 10,
        kind: 'image',
        motif: pick(motifs, kind),
        tint: pick(tints, n),
        alt: `Drawing of product ${n}`,
        isProcessing: false,
      },
    ],
    collections: n % 7 === 0 ? [] : [pick(collections, n).handle],
    variants: Array.from({ length: variantCount }, (_one, place) => ({
      id: n * 10 + place,
      values: variantCount === 2 ? [place === 0 ? 'Black' : 'White'] : [],
      sku: `GEN-${n}-${place}`,
      price: priceOf(n * 137 + place * 500),
      compareAtPrice: n % 6 === 0 ? priceOf(n * 137 + 2000) : null,
      inventoryQuantity: (n * 31 + place) % 90,
      tracked: true,
      weight: { value: ((n % 40) + 1) / 4, unit: pick(weightUnits, n) },
    })),
  }
}

/** From 1.00 to 900.99, in the platform's format. */
function priceOf(seed: number): string {
  return ((100 + (seed % 90_000)) / 100).toFixed(2)
}

function pick<T>(list: readonly T[], place: number): T {
  return list[place % list.length] as T
}
