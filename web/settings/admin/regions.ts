import { queryOptions, useQueries } from '@tanstack/react-query'
import { type Api, useApi } from '../../platform/api.ts'
import { keys } from '../../platform/query-cache.ts'
import { useQuery } from '../../platform/use-query.ts'

/** The regions of a country's addresses. @param country ISO code, or empty for none */
export const regionsQuery = (api: Api, country: string) =>
  queryOptions({
    queryKey: keys.admin('regions', country),
    queryFn: () => api.call('GET /api/admin/regions/:country', { country }),
    enabled: country !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Returns a region's name, or its code until the name is loaded. */
export function useRegionName(country: string, region: string | null): string | null {
  const { data = [] } = useQuery(regionsQuery(useApi(), region === null ? '' : country))
  return data.find(({ code }) => code === region)?.name ?? region
}

/** Returns a function for the names of regions of these countries. Until they are loaded, it returns the code. */
export function useRegionNames(countries: readonly string[]) {
  const api = useApi()
  const found = useQueries({ queries: countries.map((country) => regionsQuery(api, country)) })
  return (country: string, region: string) =>
    found[countries.indexOf(country)]?.data?.find(({ code }) => code === region)?.name ?? region
}
