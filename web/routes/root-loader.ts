import { listCategoriesQuery } from '../catalog/queries.ts'
import { shopInfoQuery } from '../settings/queries.ts'
import type { RouteTools } from './prefetch.ts'
import { prefetchAll } from './prefetch.ts'

/** What every page needs: the shop's name and mode, and the categories of the menu. */
export function rootLoader(tools: RouteTools) {
  return async () => {
    await prefetchAll(tools, [shopInfoQuery(tools.api), listCategoriesQuery(tools.api)])
    return null
  }
}
