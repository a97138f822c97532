import { z } from 'zod'
import { endpoint } from '../http.ts'

/** Parts of an address that depend on its country. */
const PlaceField = z.enum(['address', 'city', 'state', 'zipCode'])
export type PlaceField = z.infer<typeof PlaceField>

/** How addresses of a country are entered: its fields in their order. A field that is missing isn't used there. */
export const AddressFormat = z.object({
  country: z.string(),
  fields: z.array(
    z.object({
      name: PlaceField,
      /** The name that people there use, in English, such as 'Eircode'. */
      label: z.string(),
      /** Minimum number of characters; 0 if the field is optional. */
      min: z.int().nonnegative(),
      /** The message for a missing or invalid value. */
      error: z.string(),
      /** Codes and names, if the value is one from a list. */
      areas: z.array(z.tuple([z.string(), z.string()])).optional(),
      /** A regular expression for the whole value of a postal code. */
      pattern: z.string().optional(),
      /** Written before a postal code by some people, and not part of it, such as 'CH-'. */
      prefix: z.string().optional(),
      example: z.string().optional(),
    }),
  ),
})
export type AddressFormat = z.infer<typeof AddressFormat>

export const getAddressFormat = endpoint({
  method: 'GET',
  path: '/api/address-formats/:country',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary: 'The fields of addresses in a country: names, order, required ones, regions, and postal codes.',
  input: z.object({ country: z.string().max(2) }),
  response: AddressFormat,
})

export const addressEndpoints = [getAddressFormat] as const
