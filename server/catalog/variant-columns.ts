/** The fields of a variant as they are written to the database. Amounts are in cents. `stockQuantity` is null if untracked. */
export type VariantFacts = {
  optionValues: string[]
  sku: string | null
  barcode: string | null
  priceCents: number
  oldPriceCents: number | null
  inStock: boolean
  stockQuantity: number | null
  /** Null if the product's weight applies. */
  weight: string | null
  /** Null if the product's content applies. */
  content: string | null
  image: string | null
  position: number
}

const ONLY_FACTS = ['priceCents', 'oldPriceCents', 'inStock', 'stockQuantity', 'sku', 'barcode'] as const

/** The fields of its only variant that a product without options has in forms, CSV files, and the audit log. */
export type OnlyFacts = Pick<VariantFacts, (typeof ONLY_FACTS)[number]>

/** Returns those of a product's fields that belong to its only variant. */
export function onlyFactsOf<Facts extends Partial<OnlyFacts>>(
  facts: Facts,
): Pick<Facts, keyof OnlyFacts & keyof Facts> {
  const given = ONLY_FACTS.filter((name) => facts[name] !== undefined).map((name) => [name, facts[name]])
  return Object.fromEntries(given)
}

/** Returns the only variant of a new product. */
export function firstVariant(facts: OnlyFacts): VariantFacts {
  return { ...onlyFactsOf(facts), optionValues: [], weight: null, content: null, image: null, position: 0 }
}

/** The columns with a variant's fields. Its stock is in another table. */
export const VARIANT_COLUMNS = [
  'option_values',
  'sku',
  'barcode',
  'price_cents',
  'old_price_cents',
  'in_stock',
  'weight',
  'content',
  'image',
  'position',
] as const

export function toVariantColumns(facts: VariantFacts): Record<(typeof VARIANT_COLUMNS)[number], unknown> {
  return {
    option_values: facts.optionValues,
    sku: facts.sku,
    barcode: facts.barcode,
    price_cents: facts.priceCents,
    old_price_cents: facts.oldPriceCents,
    in_stock: facts.inStock,
    weight: facts.weight,
    content: facts.content,
    image: facts.image,
    position: facts.position,
  }
}
