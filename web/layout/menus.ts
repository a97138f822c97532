import { DEFAULT_MENUS } from '#contract/pages/menus.ts'
import { useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'

export const useMenus = () => useQuery(shopInfoQuery(useApi())).data?.menus ?? DEFAULT_MENUS
