import { z } from 'zod'
import { ProductImage } from './catalog.ts'
import { endpoint } from './http.ts'
import { Money } from './money-schema.ts'

/** What every page may know about the shop. */
export const ShopInfo = z.object({
  name: z.string(),
  /** True when nothing here costs real money (contract section 5). */
  demo: z.boolean(),
  /** Origin of the sandbox in demo mode. */
  sandboxUrl: z.string().nullable(),
  /** Origin of the shop for canonical addresses, without a slash at its end. */
  publicUrl: z.string(),
  /** Where shoppers can write to. */
  supportEmail: z.string(),
  pageSize: z.int().positive(),
  shippingRate: Money,
  /** The wide photograph of the home page. */
  hero: ProductImage,
})
export type ShopInfo = z.infer<typeof ShopInfo>

export const getShopInfo = endpoint({
  method: 'GET',
  path: '/api/shop',
  access: 'anyone',
  summary: 'Name, mode and public settings of the shop.',
  input: z.object({}),
  answer: ShopInfo,
})
