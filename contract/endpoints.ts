import { getProduct, listCategories, listProducts } from './catalog.ts'
import { getShopInfo } from './settings.ts'

/** Every endpoint of the shop: feeds the OpenAPI document and the completeness test. */
export const endpoints = [getShopInfo, listProducts, getProduct, listCategories] as const

export type Endpoints = (typeof endpoints)[number]
