import type { Generated } from 'kysely'

/** Row types of every table; tables.test.ts holds them against the migrated database on both engines. */
export type Tables = {
  migrations: { name: string; sha256: string; applied_at: Generated<Date> }
  categories: {
    id: Generated<number>
    name: string
    slug: string
    description: string
    icon: Generated<string>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  products: {
    id: Generated<number>
    name: string
    slug: string | null
    description: string
    price_cents: number
    old_price_cents: number | null
    category_id: number
    rating: Generated<string>
    review_count: Generated<number>
    has_reviews: Generated<boolean>
    is_new: Generated<boolean>
    is_featured: Generated<boolean>
    is_on_sale: Generated<boolean>
    in_stock: Generated<boolean>
    colors: Generated<string[]>
    shipping_days: number | null
    shipping_cost_cents: number | null
    weight: string | null
    weight_unit: string | null
    archived_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  product_images: {
    product_id: number
    position: number
    url: string
    alt: Generated<string>
    width: number | null
    height: number | null
  }
  product_old_slugs: { slug: string; product_id: number; created_at: Generated<Date> }
  stock: { product_id: number; quantity: number | null }
  settings: { name: string; value: unknown; updated_at: Generated<Date> }
  letters: {
    id: Generated<number>
    message_id: string
    once_key: string | null
    recipient: string
    subject: string
    text_body: string
    html_body: string
    created_at: Generated<Date>
    sent_at: Date | null
  }
}
