import { zodResolver } from '@hookform/resolvers/zod'
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { AddressFormat } from '#contract/addresses/api.ts'
import { withKnownRegion } from '#contract/addresses/known-regions.ts'
import { ADDRESS_COUNTRIES, genericFormat, specFormat } from '#contract/addresses/rules.ts'
import { sortedByName } from '#contract/checkout/countries.ts'
import type { FormatOf, PhoneCheck } from '#contract/checkout/shipping.ts'
import { type Api, type ResponseOf, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-cache.ts'
import { useQuery } from '../platform/use-query.ts'

export type ShippedCountries = ResponseOf<'GET /api/shipping/countries'>

export const shippedCountriesQuery = (api: Api) =>
  queryOptions({
    queryKey: [...keys.shop, 'countries'],
    queryFn: () => api.call('GET /api/shipping/countries'),
  })

/** Returns the countries that the shop ships to, by the shop's codes. */
export function useShippedCountries(): readonly string[] {
  return useQuery(shippedCountriesQuery(useApi())).data?.countries ?? []
}

/** Returns formats of addresses that the price depends on: where a region decides it, it must be a known one. */
export function pricedFormats(formatOf: FormatOf, shipped: ShippedCountries | undefined): FormatOf {
  return (country) => {
    const format = formatOf(country)
    return format && shipped?.pricedByRegion.includes(country) ? withKnownRegion(format) : format
  }
}

/** Returns the countries for billing addresses: any country, if the shop ships outside the specification's countries. */
export function billingCountries(shipsTo: readonly string[]): readonly string[] {
  if (shipsTo.every((country) => specFormat(country))) return shipsTo
  return sortedByName(ADDRESS_COUNTRIES)
}

/** Returns the format of a country if pages have all of it. The regions that shoppers type come from the server. */
export function completeFormat(country: string): AddressFormat | undefined {
  const format = specFormat(country)
  return format?.fields.some(({ isTyped }) => isTyped) ? undefined : format
}

export const addressFormatQuery = (api: Api, country: string) =>
  queryOptions({
    // Shares a key, because a separate one would be on every page, and the home page's scripts are at their budget.
    queryKey: [...keys.checkout, 'format', country],
    queryFn: (): Promise<AddressFormat> => api.call('GET /api/address-formats/:country', { country }),
    initialData: () => completeFormat(country),
    placeholderData: () => specFormat(country),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Returns the address formats of these countries. If one can't be loaded, only the server checks the address. */
export function useAddressFormats(codes: string[]): { formatOf: FormatOf; isPending: boolean } {
  const api = useApi()
  const countries = [...new Set(codes)]
  const results = useQueries({ queries: countries.map((country) => addressFormatQuery(api, country)) })
  return {
    formatOf: (country) => {
      const result = results[countries.indexOf(country)]
      return result?.data ?? (result?.isError ? fallbackFormat(country) : undefined)
    },
    isPending: results.some(({ isPending }) => isPending),
  }
}

const fallbackFormat = (country: string) => specFormat(country) ?? genericFormat(country)

/**
 * Returns a form's resolver, which waits for the address format of the chosen country.
 * @param shipped for an address that the price depends on
 */
export function useAddressResolver<Checked extends FieldValues>(
  schemaOf: (formatOf: FormatOf, isPhoneIn?: PhoneCheck) => z.ZodType<Checked, unknown>,
  shipped?: ShippedCountries,
): Resolver<Checked> {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (values, context, options) => {
    const country = String(values.country)
    const format = await queryClient
      .ensureQueryData(addressFormatQuery(api, country))
      .catch(() => fallbackFormat(country))
    const isPhoneIn = specFormat(country) ? undefined : await loadPhoneCheck()
    const resolver = zodResolver(
      schemaOf(
        pricedFormats(() => format, shipped),
        isPhoneIn,
      ) as never,
    ) as unknown as Resolver<Checked>
    return resolver(values, context, options)
  }
}

/** Loads the lengths of phone numbers by country. If they can't be loaded, only the server checks the number. */
async function loadPhoneCheck(): Promise<PhoneCheck | undefined> {
  const phones = await import('#contract/addresses/phones.ts').catch(() => undefined)
  return phones?.isPhoneIn
}
