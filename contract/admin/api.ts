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
  summary: 'How many products on sale, categories, orders and customers the shop has.',
  input: z.object({}),
  answer: ShopCounts,
})

export const AdminIcon = z.object({
  /** Class name, such as fa-folder. */
  icon: z.string(),
  /** What it is called, and other words for it. */
  words: z.string(),
})
export type AdminIcon = z.infer<typeof AdminIcon>

export const listIcons = endpoint({
  method: 'GET',
  path: '/api/admin/icons',
  access: 'admin',
  summary: 'Every Font Awesome icon that a category may have.',
  input: z.object({}),
  answer: z.array(AdminIcon),
})

export const adminEndpoints = [getShopCounts, listIcons] as const
