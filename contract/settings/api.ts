import { z } from 'zod'
import { Email } from '../accounts/api.ts'
import { ProductImage } from '../catalog/api.ts'
import { endpoint } from '../http.ts'
import { Money } from '../money-schema.ts'
import { shownText, Version } from '../text.ts'
import { amount, flag, wholeNumber } from '../typed-text.ts'
import * as rules from './rules.ts'
import { SETTINGS_MESSAGES as SAYS } from './rules.ts'

/** What every page may know about the shop. */
const ShopInfo = z.object({
  name: z.string(),
  /** True when nothing here costs real money (contract section 5). */
  demo: z.boolean(),
  /** Origin of the sandbox in demo mode. */
  sandboxUrl: z.string().nullable(),
  /** Origin of the shop for canonical addresses, without a slash at its end. */
  publicUrl: z.string(),
  /** Where shoppers can write to. */
  supportEmail: z.string(),
  pageSize: z.int().positive(),
  shippingRate: Money,
  reviewsFromBuyersOnly: z.boolean(),
  /** With it wallets are offered up front; null: they are not. No other key may ever reach a browser. */
  expressCheckoutKey: z.string().startsWith('pk_').nullable(),
  /** The wide photograph of the home page. */
  hero: ProductImage,
})

export const getShopInfo = endpoint({
  method: 'GET',
  path: '/api/shop',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary: 'Name, mode and public settings of the shop.',
  input: z.object({}),
  answer: ShopInfo,
})

/** What a shop owner sets, as it is in force now. */
export const ShopSettings = z.object({
  shopName: z.string(),
  /** Empty: shoppers write to the address that letters come from. */
  supportEmail: z.string(),
  /** What a cart pays in which not everything ships free. */
  shippingRate: Money,
  /** Products shown at a time on the home page. */
  pageSize: z.int().positive(),
  /** Minutes for which products are held while an order is being paid. */
  holdMinutes: z.int().positive(),
  /** A product of which so many or fewer are left is low on stock. */
  lowStockThreshold: z.int().nonnegative(),
  /** Stock changes in the shop are repeated at the e-commerce platform. */
  pushStock: z.boolean(),
  /** Refunding more than this of one order takes a proof of identity outside the demo. */
  refundProofAbove: Money,
  /** Only customers who bought a product may review it. */
  reviewsFromBuyersOnly: z.boolean(),
  /** Reviews of unverified accounts are held back when many come from one network. */
  holdSuspiciousReviews: z.boolean(),
  version: Version,
  /** Where shoppers write to while no support address is set. */
  senderEmail: z.string(),
})
export type ShopSettings = z.infer<typeof ShopSettings>

/** The fields of the settings form. */
export const SettingsFields = z.object({
  shopName: z
    .string({ error: SAYS.shopName })
    .pipe(
      shownText({
        min: 1,
        tooShort: SAYS.shopName,
        max: rules.SHOP_NAME_MAX,
        tooLong: SAYS.shopNameTooLong,
      }),
    )
    .refine((name) => !/[\r\n]/.test(name), SAYS.shopNameLine),
  supportEmail: z
    .string({ error: SAYS.supportEmail })
    .trim()
    .refine((text) => text === '' || Email.safeParse(text).success, SAYS.supportEmail),
  shippingRate: amount(SAYS.shippingRate).refine(
    (cents) => cents <= rules.SHIPPING_RATE_MAX_CENTS,
    SAYS.shippingRateTooHigh,
  ),
  pageSize: wholeNumber({ min: 1, max: rules.SHOP_PAGE_SIZE_MAX, error: SAYS.pageSize }),
  holdMinutes: wholeNumber({ min: 1, max: rules.HOLD_MINUTES_MAX, error: SAYS.holdMinutes }),
  lowStockThreshold: wholeNumber({ min: 0, max: rules.LOW_STOCK_MAX, error: SAYS.lowStock }),
  pushStock: flag(SAYS.choice),
  refundProofAbove: amount(SAYS.refundProof).refine(
    (cents) => cents <= rules.REFUND_PROOF_MAX_CENTS,
    SAYS.refundProofTooHigh,
  ),
  reviewsFromBuyersOnly: flag(SAYS.choice),
  holdSuspiciousReviews: flag(SAYS.choice),
})

/** What is left out stays as it is. */
export const SettingsChanges = SettingsFields.partial()
export type SettingsChanges = z.output<typeof SettingsChanges>

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'What the shop owner has set.',
  input: z.object({}),
  answer: ShopSettings,
})

export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  access: 'admin',
  summary:
    'Change settings. With `version`, 409 when somebody changed them since, and `errors` say what. Changing `supportEmail` or raising `refundProofAbove` takes a proof of identity.',
  input: SettingsChanges.extend({ version: Version.optional() }),
  answer: ShopSettings,
})

export const settingsEndpoints = [getShopInfo, getSettings, changeSettings] as const
