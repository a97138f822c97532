import { z } from 'zod'
import { BACK_IN_STOCK_SCOPES } from '../back-in-stock/rules.ts'
import { FIELD_CHOICES } from '../checkout/fields.ts'
import { ORDER_BUTTONS } from '../checkout/order-button.ts'
import { CURRENCIES, LOCALES } from '../currencies.ts'
import { isTimeZone } from '../dates.ts'
import { emailAddressOrNone } from '../email-address.ts'
import { endpoint } from '../http.ts'
import { Brand, ReadableBrand } from '../looks/brand.ts'
import { Home } from '../looks/home.ts'
import { ORDER_PREFIX_FORM } from '../orders/rules.ts'
import { RETURN_DAYS_MAX } from '../policies.ts'
import { WEIGHT_UNIT_CHOICES } from '../pricing/weight-text.ts'
import { Money, shownLine, shownText, Version } from '../text.ts'
import { amount, flag, wholeNumber } from '../typed-text.ts'
import { Business } from './business.ts'
import { EmailTexts } from './email-texts.ts'
import { MenuSettings } from './menus.ts'
import * as rules from './rules.ts'
import { SETTINGS_MESSAGES as SAYS } from './rules.ts'
import { synonymProblem } from './synonyms.ts'
import { TaxSettings } from './taxes.ts'
import { ShippingZonesOut } from './zones.ts'
import { ZonesInput } from './zones-input.ts'

const Choice = z.enum(FIELD_CHOICES)

/** The store owner's settings with their current values. */
export const ShopSettings = z.object({
  shopName: z.string(),
  /** If empty, shoppers write to the sender's email address. */
  supportEmail: z.string(),
  /** The name that emails come from. If empty, it is the one in the server's configuration. */
  senderName: z.string(),
  /** Where replies to the shop's emails go. If empty, to the sender. */
  replyAddress: z.string(),
  /** Shipping cost of a cart, unless everything ships free. */
  shippingRate: Money,
  /** Products per page on the home page. */
  pageSize: z.int().positive(),
  /** Minutes that stock stays reserved for an unpaid order. */
  holdMinutes: z.int().positive(),
  /** The least value of an order's items, before shipping and taxes that are added. '0.00' for none. */
  minimumOrder: Money,
  /** The label of the button that orders. Without effect unless the shop ships to the EU. */
  orderButton: z.enum(ORDER_BUTTONS),
  /** Whether visitors can order without signing in. */
  guestCheckout: z.boolean(),
  /** Days after delivery during which new orders can be returned. */
  returnDays: z.int().positive(),
  /** Where customers send returns, as lines. If empty, the store owner emails it to them. */
  returnAddress: z.string(),
  /** The start of new order IDs, before a hyphen. */
  orderPrefix: z.string(),
  /** How the checkout requests a phone number. */
  phoneField: Choice,
  /** How the checkout requests a company. */
  companyField: Choice,
  /** How the checkout requests a VAT number, where it decides who owes the VAT. */
  vatNumberField: Choice,
  /** A product is low on stock at or below this quantity. */
  lowStockThreshold: z.int().nonnegative(),
  /** Whether stock changes in the shop are sent to the e-commerce platform. */
  pushStock: z.boolean(),
  /** Words that find other words in a search, one set per line: 'mousepad, mouse mat = desk mat'. */
  synonyms: z.string(),
  /** Which sold-out products offer an email when they are back in stock. */
  backInStock: z.enum(BACK_IN_STOCK_SCOPES),
  /** Refunding more than this per order requires a proof of identity outside the demo. */
  refundProofAbove: Money,
  /** Whether staff can use the admin only with an authenticator app or a passkey. */
  staffNeedSecondFactor: z.boolean(),
  /** Whether only customers who bought a product may review it. */
  reviewsFromBuyersOnly: z.boolean(),
  /** Whether reviews by unverified accounts are held if many come from one network. */
  holdSuspiciousReviews: z.boolean(),
  business: Business,
  taxes: TaxSettings,
  /** Null if the shop ships to the specification's countries at `shippingRate`. */
  zones: ShippingZonesOut.nullable(),
  /** ISO 4217 code. */
  currency: z.string(),
  /** Whether the shop has orders, in which case its currency can't change. */
  isCurrencyFixed: z.boolean(),
  /** Active products whose price isn't a multiple of `step`, so cards can't pay it. Omitted if there are none. */
  unpayablePrices: z.object({ count: z.int().positive(), example: z.string(), step: Money }).optional(),
  /** Locale for numbers and dates. */
  locale: z.string(),
  /** IANA name of the zone that dates, reports, and exports are in. */
  timeZone: z.string(),
  /** The units that shoppers see weights in. */
  weightUnits: z.enum(WEIGHT_UNIT_CHOICES),
  brand: Brand,
  home: Home,
  /** Null for the menus of the specification. */
  menus: MenuSettings.nullable(),
  emailTexts: EmailTexts,
  version: Version,
  /** The email address that shoppers write to if no support address is set. */
  senderEmail: z.string(),
})
export type ShopSettings = z.infer<typeof ShopSettings>

const Synonyms = z.string().superRefine((text, context) => {
  const message = synonymProblem(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

/** The fields of the settings form. */
export const SettingsFields = z.object({
  shopName: z.string({ error: SAYS.shopName }).pipe(
    shownLine(
      {
        min: 1,
        tooShort: SAYS.shopName,
        max: rules.SHOP_NAME_MAX,
        tooLong: SAYS.shopNameTooLong,
      },
      SAYS.shopNameLine,
    ),
  ),
  supportEmail: emailAddressOrNone(SAYS.supportEmail),
  senderName: shownLine(
    {
      min: 0,
      tooShort: SAYS.senderName,
      max: rules.SHOP_NAME_MAX,
      tooLong: SAYS.senderName,
    },
    SAYS.senderName,
  ),
  replyAddress: emailAddressOrNone(SAYS.supportEmail),
  shippingRate: amount(SAYS.shippingRate),
  pageSize: wholeNumber({ min: 1, max: rules.SHOP_PAGE_SIZE_MAX, error: SAYS.pageSize }),
  holdMinutes: wholeNumber({ min: 1, max: rules.HOLD_MINUTES_MAX, error: SAYS.holdMinutes }),
  minimumOrder: amount(SAYS.minimumOrder),
  orderButton: z.enum(ORDER_BUTTONS, { error: SAYS.orderButton }),
  guestCheckout: flag(SAYS.choice),
  orderPrefix: z
    .string({ error: SAYS.orderPrefix })
    .trim()
    .toUpperCase()
    .regex(ORDER_PREFIX_FORM, SAYS.orderPrefix),
  /** 400 for fewer than 14 if the shop ships to the EU. */
  returnDays: wholeNumber({ min: 1, max: RETURN_DAYS_MAX, error: SAYS.returnDays }),
  returnAddress: shownText({
    min: 0,
    tooShort: SAYS.returnAddress,
    max: rules.RETURN_ADDRESS_MAX,
    tooLong: SAYS.returnAddress,
  }),
  phoneField: z.enum(FIELD_CHOICES, { error: SAYS.fieldChoice }),
  companyField: z.enum(FIELD_CHOICES, { error: SAYS.fieldChoice }),
  vatNumberField: z.enum(FIELD_CHOICES, { error: SAYS.fieldChoice }),
  lowStockThreshold: wholeNumber({ min: 0, max: rules.LOW_STOCK_MAX, error: SAYS.lowStock }),
  pushStock: flag(SAYS.choice),
  synonyms: Synonyms,
  backInStock: z.enum(BACK_IN_STOCK_SCOPES, { error: SAYS.choice }),
  refundProofAbove: amount(SAYS.refundProof),
  staffNeedSecondFactor: flag(SAYS.choice),
  reviewsFromBuyersOnly: flag(SAYS.choice),
  holdSuspiciousReviews: flag(SAYS.choice),
  business: Business,
  taxes: TaxSettings,
  zones: ZonesInput,
  /** ISO 4217 code. Changing it keeps the number of smallest units: 49.99 dollars become 4999 yen. */
  currency: z.string({ error: SAYS.currency }).refine((code) => CURRENCIES.has(code), SAYS.currency),
  locale: z.enum(LOCALES, { error: SAYS.locale }),
  /** IANA name, such as 'Europe/Berlin'. */
  timeZone: z.string({ error: SAYS.timeZone }).refine(isTimeZone, SAYS.timeZone),
  weightUnits: z.enum(WEIGHT_UNIT_CHOICES, { error: SAYS.weightUnits }),
  /** 400 with the nearest color that passes if text in `accent` would be hard to read. */
  brand: ReadableBrand,
  home: Home,
  menus: MenuSettings.nullable(),
  emailTexts: EmailTexts,
})

/** Omitted fields stay unchanged. */
export const SettingsChanges = SettingsFields.partial()
export type SettingsChanges = z.output<typeof SettingsChanges>

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: "The store owner's settings.",
  input: z.object({}),
  response: ShopSettings,
})

/** Settings that only owners change. */
export const OWNERS_SETTINGS: readonly string[] = [
  'taxes',
  'currency',
  'refundProofAbove',
  'staffNeedSecondFactor',
]

export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  access: 'admin',
  staff: ['manager'],
  staffFields: {
    manager: [
      'version',
      ...Object.keys(SettingsFields.shape).filter((name) => !OWNERS_SETTINGS.includes(name)),
    ],
  },
  summary:
    'Change settings. With `version`, 409 if they were changed since, and `errors` list the changes. 409 if `currency` would change after the first order. Changing `supportEmail`, `replyAddress`, or `staffNeedSecondFactor`, or raising `refundProofAbove` requires a proof of identity. 409 if an owner without a second factor would require it of the staff.',
  input: SettingsChanges.extend({ version: Version.optional() }),
  response: ShopSettings,
})

export const settingsEndpoints = [getSettings, changeSettings] as const
