import { z } from 'zod'
import { ALL_STAFF } from '../accounts/staff-roles.ts'
import { endpoint } from '../http.ts'

/** Parts of an address whose rules depend on the country. */
const PlaceField = z.enum(['address', 'city', 'state', 'zipCode'])
export type PlaceField = z.infer<typeof PlaceField>

/** The address format of a country: its fields in display order. Fields that the country doesn't use are missing. */
export const AddressFormat = z.object({
  country: z.string(),
  fields: z.array(
    z.object({
      name: PlaceField,
      /** The local term in English, such as 'Eircode'. */
      label: z.string(),
      /** Minimum number of characters; 0 if the field is optional. */
      min: z.int().nonnegative(),
      /** The message for a missing or invalid value. */
      error: z.string(),
      /** The regions of the country: the code, the name, and other spellings of each. */
      areas: z.array(z.tuple([z.string(), z.string()], z.string())).optional(),
      /** True if people type the region. It is then stored by its code if it is known, and otherwise as typed. */
      isTyped: z.literal(true).optional(),
      /** A regular expression that the whole postal code must match. */
      pattern: z.string().optional(),
      /** A prefix that some people write before the postal code, such as 'CH-'. It isn't part of the code. */
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
  summary:
    'The address format of a country: its fields, their order, which are required, the regions, and the postal code pattern.',
  input: z.object({ country: z.string().max(2) }),
  response: AddressFormat,
})

export const listCountryRegions = endpoint({
  method: 'GET',
  path: '/api/admin/regions/:country',
  access: 'admin',
  staff: ALL_STAFF,
  summary: 'The regions that an address in the country can have, by name. Empty if its addresses have none.',
  input: z.object({ country: z.string().max(2) }),
  response: z.array(z.object({ code: z.string(), name: z.string() })),
})

export const addressEndpoints = [getAddressFormat, listCountryRegions] as const
