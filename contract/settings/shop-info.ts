import { z } from 'zod'
import { BACK_IN_STOCK_SCOPES } from '../back-in-stock/rules.ts'
import { ProductImage } from '../catalog/api.ts'
import { FIELD_CHOICES } from '../checkout/fields.ts'
import { endpoint } from '../http.ts'
import { ShopLook } from '../looks/look.ts'
import { Money } from '../text.ts'

const Choice = z.enum(FIELD_CHOICES)

/** The facts about taxes that every page shows. */
const ShopTaxes = z.object({
  pricesIncludeTax: z.boolean(),
  /** 'VAT', 'GST', or 'tax' if the rates have several names. */
  name: z.string(),
  /** Whether shipping costs something in some order. */
  chargesShipping: z.boolean(),
  /** True if the payment provider calculates taxes at checkout. */
  isCalculated: z.literal(true).optional(),
  /** The EU country where the shop is registered for VAT: businesses in other ones can give their VAT number. */
  home: z.string().optional(),
})

/** Label and target (contract/pages/menus.ts). */
const MenuLink = z.tuple([z.string(), z.string()])

/**
 * Public information about the shop, at most 2 kB regardless of the settings, because every page contains it. The texts
 * of `look` come on top, and the menus if the store owner changed them.
 */
const ShopInfo = z.object({
  name: z.string(),
  /** True if payments use no real money (contract section 5). */
  demo: z.boolean(),
  /** Origin of the sandbox in demo mode. */
  sandboxUrl: z.string().nullable(),
  /** Origin of the shop for canonical URLs, without a trailing slash. */
  publicUrl: z.string(),
  /** Email address for shoppers. */
  supportEmail: z.string(),
  pageSize: z.int().positive(),
  /** The shipping cost of an order or, in a shop with zones, the lowest one in the first zone. */
  shippingRate: Money,
  /** True if the store owner defined zones, otherwise omitted. */
  hasZones: z.literal(true).optional(),
  /** True if the shop ships to the EU, whose law then requires its labels and the lowest prior price. */
  shipsToEu: z.literal(true).optional(),
  /** 'obligation' if the button that orders names the obligation to pay. Omitted if it is the specification's. */
  orderButton: z.literal('obligation').optional(),
  /** True if only signed-in customers can order, otherwise omitted. */
  needsAccount: z.literal(true).optional(),
  /** How the checkout requests some details. Omitted if it is as in the specification. */
  checkoutFields: z.object({ phone: Choice, company: Choice, vatNumber: Choice }).optional(),
  /** Days after delivery during which returns are accepted. Omitted if it is 30. */
  returnDays: z.int().positive().optional(),
  /** The start of new order IDs. Omitted if it is 'PL'. */
  orderPrefix: z.string().optional(),
  /** The currency of every amount. */
  currency: z.object({ code: z.string(), exponent: z.int().nonnegative() }),
  /** Format of amounts and dates. */
  locale: z.string(),
  /** IANA name of the zone that dates and times are shown in. Omitted if it is UTC. */
  timeZone: z.string().optional(),
  /** The units that weights are shown in. Omitted if each product has its own. */
  weightUnits: z.enum(['metric', 'imperial']).optional(),
  /** Limits of the price filter in whole units. Omitted if they are 25, 50, and 100. */
  priceLimits: z.array(z.string()).optional(),
  reviewsFromBuyersOnly: z.boolean(),
  /** Which sold-out products offer an email when they are back in stock. Omitted if it is products with options. */
  backInStock: z.enum(BACK_IN_STOCK_SCOPES).optional(),
  /** How prices are taxed; omitted if the shop charges no taxes. */
  taxes: ShopTaxes.optional(),
  /** Key for offering wallets up front, or null if they aren't offered. No other key may ever reach a browser. */
  expressCheckoutKey: z.string().startsWith('pk_').nullable(),
  /** The wide photograph of the home page. */
  hero: ProductImage,
  /** Names of the pages at fixed URLs that the store owner wrote, or edited, or unpublished. Omitted if there are none. */
  ownTexts: z.array(z.string()).optional(),
  /**
   * Title and path of the terms, then of the other policies that shoppers see before they order. Omitted if the shop
   * doesn't ship to the EU, and the store owner wrote none of them.
   */
  orderPolicies: z.array(MenuLink).optional(),
  /** The differences from a fresh install. Omitted if there are none. */
  look: ShopLook.optional(),
  /** The menus without unpublished pages. Omitted if they are those of the specification. */
  menus: z
    .object({
      header: z.array(MenuLink),
      footer: z.array(z.object({ title: z.string(), links: z.array(MenuLink) })),
    })
    .optional(),
})

export const getShopInfo = endpoint({
  method: 'GET',
  path: '/api/shop',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary: 'Name, mode, and public settings of the shop.',
  input: z.object({}),
  response: ShopInfo,
})

export const getBusiness = endpoint({
  method: 'GET',
  path: '/api/business',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary:
    'Legal name, address, and VAT ID of the business, as lines. Empty if the store owner entered nothing.',
  input: z.object({}),
  response: z.array(z.string()),
})

export const shopInfoEndpoints = [getShopInfo, getBusiness] as const
