import type { NewProduct } from '../server/catalog/product-columns.ts'
import WORDS from './seed-words.json' with { type: 'json' }

export type SeedProduct = NewProduct & { createdAt: Date }

/** All products were added before this day. It is fixed, so the same numbers always generate the same products. */
const NEWEST = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000

/**
 * Returns the product with this number, which is always the same. Prices, ratings, and dates intentionally have few
 * distinct values, because only ties between many products show whether a sort order is complete.
 * @param categoryIds one for each category in seed-words.json
 */
export function makeProduct(
  number: number,
  categoryIds: number[],
  images: NewProduct['images'],
): SeedProduct {
  const chance = randomFrom(number)
  const shelf = Math.floor(chance() ** 1.5 * WORDS.categories.length)
  const [thing, material, series] = [
    pick(chance, WORDS.categories[shelf]?.things ?? []),
    pick(chance, WORDS.materials),
    pick(chance, WORDS.series),
  ]
  const manner = chance() < 0.6 ? `${pick(chance, WORDS.styles)} ` : ''
  const name = `${manner}${material} ${thing}${chance() < 0.5 ? ` ${series} ${1 + Math.floor(chance() * 40)}` : ''}`
  const priceCents = 499 + 500 * Math.floor(chance() ** 2 * 60)
  const isOnSale = chance() < 0.15
  return {
    name,
    slug: `${name
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9 ]/g, '')
      .replaceAll(' ', '-')}-${number}`,
    description: descriptionOf(chance, { material, thing, series }),
    priceCents,
    oldPriceCents: isOnSale ? priceCents + 1000 : null,
    categoryId: categoryIds[shelf] ?? 0,
    rating: (3 + Math.floor(chance() * 21) / 10).toFixed(1),
    isNew: chance() < 0.1,
    isFeatured: chance() < 0.03,
    isOnSale,
    inStock: chance() < 0.95,
    stockQuantity: chance() < 0.1 ? null : Math.floor(chance() * 80),
    colors: [
      ...new Set([pick(chance, WORDS.colors), ...(chance() < 0.5 ? [pick(chance, WORDS.colors)] : [])]),
    ],
    shippingDays: 1 + Math.floor(chance() * 7),
    shippingCostCents: chance() < 0.1 ? 0 : null,
    weight: (0.1 + Math.floor(chance() * 80) / 10).toFixed(1),
    weightUnit: 'kg',
    images: images.length > 0 ? [pick(chance, images), pick(chance, images)] : [],
    createdAt: new Date(NEWEST - Math.floor(chance() * 2000) * HOUR),
  }
}

function descriptionOf(chance: () => number, words: Record<'material' | 'thing' | 'series', string>): string {
  const sentences = Array.from({ length: 4 + Math.floor(chance() * 5) }, () =>
    pick(chance, WORDS.sentences).replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof words) =>
      name === 'series' ? words[name] : words[name].toLowerCase(),
    ),
  )
  return `<p>${sentences.slice(0, 3).join(' ')}</p><ul>${sentences
    .slice(3)
    .map((one) => `<li>${one}</li>`)
    .join('')}</ul>`
}

function pick<T>(chance: () => number, from: readonly T[]): T {
  return from[Math.floor(chance() * from.length)] as T
}

/** Generates repeatable numbers from 0 to just below 1 from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
