import { z } from 'zod'
import { endpoint } from '../http.ts'

/** The four cards of the dashboard (contract section 0). */
export const ShopCounts = z.object({
  products: z.int().nonnegative(),
  categories: z.int().nonnegative(),
  orders: z.int().nonnegative(),
  customers: z.int().nonnegative(),
})
export type ShopCounts = z.infer<typeof ShopCounts>

export const getShopCounts = endpoint({
  method: 'GET',
  path: '/api/admin/counts',
  access: 'admin',
  summary: 'Number of active products, categories, orders, and customers.',
  input: z.object({}),
  answer: ShopCounts,
})

export const AdminIcon = z.object({
  /** Class name, for example fa-folder. */
  icon: z.string(),
  /** Its name and search terms. */
  words: z.string(),
})
export type AdminIcon = z.infer<typeof AdminIcon>

export const listIcons = endpoint({
  method: 'GET',
  path: '/api/admin/icons',
  access: 'admin',
  summary: 'List the Font Awesome icons that a category can have.',
  input: z.object({}),
  answer: z.array(AdminIcon),
})

export const adminEndpoints = [getShopCounts, listIcons] as const
