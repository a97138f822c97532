import { z } from 'zod'
import { getProduct } from '../catalog/api.ts'
import { endpoint } from '../http.ts'
import { Money } from '../text.ts'

/** Facts about shipping that don't depend on a cart. The server computes them; pages don't get zones and rates. */

/** The countries of addresses, by the shop's codes. */
const ShippingCountries = z.object({
  /** The countries that the shop ships to, sorted by name. */
  countries: z.array(z.string()),
  /** The country preselected in address forms. */
  preselected: z.string(),
  /** The countries where the region decides the price, so it must be a known one. */
  pricedByRegion: z.array(z.string()),
  /** The country of each ISO code that wallets use for a part of another country: 'PR' -> 'US', 'MC' -> 'FR'. */
  parts: z.record(z.string(), z.string()),
  /** Whether the store owner defined zones. */
  hasZones: z.boolean(),
})
export type ShippingCountries = z.infer<typeof ShippingCountries>

export const getShippingCountries = endpoint({
  method: 'GET',
  path: '/api/shipping/countries',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary: 'The countries that the shop ships to, for address forms and wallets.',
  input: z.object({}),
  response: ShippingCountries,
})

export const getShippingRates = endpoint({
  method: 'GET',
  path: '/api/shipping/rates',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary: 'Where the shop ships and what it costs, in words, for the shipping policy. Null without zones.',
  input: z.object({}),
  response: z
    .array(
      z.object({
        name: z.string(),
        /** The countries, regions, or postal codes, shortened if there are many. */
        places: z.string(),
        methods: z.array(z.string()),
      }),
    )
    .nullable(),
})

const place = {
  country: z.string().max(2).optional(),
  state: z.string().max(80).optional(),
  zipCode: z.string().max(16).optional(),
}

export const getProductShipping = endpoint({
  method: 'GET',
  path: '/api/products/:slugOrId/shipping',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary:
    'What shipping one unit of a product costs at a destination, in words. Without one, in the shop’s country.',
  input: getProduct.input.extend(place),
  response: z.object({
    /** 'Shipping Cost: $4.99', or 'Free Shipping'. */
    text: z.string(),
    isFree: z.literal(true).optional(),
    /** True if the product can only be picked up there. */
    isPickedUp: z.literal(true).optional(),
  }),
})

export const getShippingDetails = endpoint({
  method: 'GET',
  path: '/api/products/:slugOrId/shipping-details',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary:
    "The shipping costs of a product at each of its prices, as schema.org's OfferShippingDetails. Equal costs are described once. Empty in a shop without zones.",
  input: getProduct.input,
  response: z.array(z.object({ price: Money, details: z.array(z.record(z.string(), z.unknown())) })),
})

export const pricingEndpoints = [
  getShippingCountries,
  getShippingRates,
  getProductShipping,
  getShippingDetails,
] as const
