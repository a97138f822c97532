import { z } from 'zod'
import { BACK_IN_STOCK_SCOPES } from '#contract/back-in-stock/rules.ts'
import { type CheckoutFields, FIELD_CHOICES, SPEC_FIELDS } from '#contract/checkout/fields.ts'
import { ORDER_BUTTONS } from '#contract/checkout/order-button.ts'
import { CURRENCIES, LOCALES } from '#contract/currencies.ts'
import { addDays, isTimeZone, startOfDay, UTC } from '#contract/dates.ts'
import { Brand, NO_BRAND } from '#contract/looks/brand.ts'
import { Home, INSTALLED_HOME } from '#contract/looks/home.ts'
import { type Currency, US_DOLLARS } from '#contract/money.ts'
import { ORDER_PREFIX, ORDER_PREFIX_FORM } from '#contract/orders/rules.ts'
import { RETURN_DAYS, RETURN_DAYS_MAX } from '#contract/policies.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import { flatRateRules } from '#contract/pricing/quote.ts'
import type { ShippingZone } from '#contract/pricing/shipping.ts'
import { WEIGHT_UNIT_CHOICES } from '#contract/pricing/weight-text.ts'
import { Business, NO_BUSINESS } from '#contract/settings/business.ts'
import { EmailTexts } from '#contract/settings/email-texts.ts'
import { MAIL_ENCRYPTIONS } from '#contract/settings/mail-server.ts'
import { MenuSettings } from '#contract/settings/menus.ts'
import {
  HOLD_MINUTES_MAX,
  LOW_STOCK_MAX,
  MINIMUM_ORDER_MAX_CENTS,
  REFUND_PROOF_MAX_CENTS,
  RETURN_ADDRESS_MAX,
  SHIPPING_RATE_MAX_CENTS,
  SHOP_PAGE_SIZE_MAX,
} from '#contract/settings/rules.ts'
import { SYNONYMS_LENGTH_MAX } from '#contract/settings/synonyms.ts'
import { NO_TAXES, TaxSettings } from '#contract/settings/taxes.ts'
import { ShippingZones } from '#contract/settings/zones.ts'
import type { Db } from '../platform/db/database.ts'
import { readOnce } from '../platform/db/shared-reads.ts'
import { type RequestUser, requireProof } from '../platform/http/guards.ts'
import { findStoredSettings, upsertSetting } from './queries.ts'

/** The current version of a text page, as much of it as menus and the sitemap need (docs/decisions/0086). */
const WrittenPage = z.object({
  version: z.int().min(1),
  title: z.string(),
  isPublished: z.boolean(),
  updatedAt: z.iso.datetime(),
})
export type WrittenPage = z.infer<typeof WrittenPage>

/** `sealed` is encrypted. The API and the audit log show the end of each key. */
const StoredStripeKeys = z.object({
  sealed: z.string(),
  publishableKey: z.string(),
  secretEnd: z.string(),
  webhookEnd: z.string(),
  /** Name or ID of the account, or null if the key may not read it. */
  account: z.string().nullable(),
  changedAt: z.iso.datetime(),
})
export type StoredStripeKeys = z.infer<typeof StoredStripeKeys>

/** `sealed` is the encrypted URL, with the password. */
const StoredMailServer = z.object({
  sealed: z.string(),
  host: z.string(),
  port: z.int(),
  encryption: z.enum(MAIL_ENCRYPTIONS),
  hasPassword: z.boolean(),
  /** Email address of the sender. */
  from: z.string(),
  changedAt: z.iso.datetime(),
})
export type StoredMailServer = z.infer<typeof StoredMailServer>

/** The store owner's settings, with the defaults of a fresh install. Amounts are in cents, times in minutes. */
export const Settings = z.object({
  shopName: z.string().default('Plinth'),
  shippingRateCents: z.int().min(0).max(SHIPPING_RATE_MAX_CENTS).default(499),
  /** Products per page on the home page. The spec's six placeholders are one page. */
  pageSize: z.int().min(1).max(SHOP_PAGE_SIZE_MAX).default(6),
  /** Minutes that stock stays reserved for an unpaid order. */
  holdMinutes: z.int().min(1).max(HOLD_MINUTES_MAX).default(30),
  /** A product is low on stock at or below this quantity. */
  lowStockThreshold: z.int().min(0).max(LOW_STOCK_MAX).default(5),
  /**
   * Whether stock changes are sent to the e-commerce platform (docs/decisions/0039). server/stock/queries.ts reads it
   * in SQL.
   */
  pushStock: z.boolean().default(false),
  /** Words that find other words in a search (contract/settings/synonyms.ts). */
  synonyms: z.string().max(SYNONYMS_LENGTH_MAX).default(''),
  /** Which sold-out products offer an email when they are back in stock (docs/decisions/0060). */
  backInStock: z.enum(BACK_IN_STOCK_SCOPES).default('options'),
  /** Email address for shoppers, or null for the sender of the shop's emails. */
  supportEmail: z.string().nullable().default(null),
  /** The name that emails come from. If empty, it is the one in MAIL_FROM. */
  senderName: z.string().default(''),
  /** Where replies to the shop's emails go. If empty, to the sender. */
  replyAddress: z.string().default(''),
  /** Refunding more than this per order requires a recent proof of identity. */
  refundProofAboveCents: z.int().min(0).max(REFUND_PROOF_MAX_CENTS).default(50_000),
  /** Whether staff can use the admin only with a second factor. server/accounts/sessions/queries.ts reads it in SQL. */
  staffNeedSecondFactor: z.boolean().default(false),
  reviewsFromBuyersOnly: z.boolean().default(false),
  /** Whether reviews are held if many unverified accounts on one network write them. */
  holdSuspiciousReviews: z.boolean().default(true),
  /** The company that runs the shop, with its home country. */
  business: Business.default(NO_BUSINESS),
  /** How the shop charges taxes. */
  taxes: TaxSettings.default(NO_TAXES),
  /** Where the shop ships, and how, or null for the specification's four countries at the flat rate. */
  zones: ShippingZones.nullable().default(null),
  /** The currency of all amounts. Changing it never changes the amounts. Fixed once there is an order (decision 54). */
  currency: z
    .object({ code: z.string(), exponent: z.int().min(0) })
    .refine(({ code, exponent }) => CURRENCIES.get(code)?.exponent === exponent)
    .default(US_DOLLARS),
  /** Locale for numbers and dates. The texts stay in English. */
  locale: z.enum(LOCALES).default('en-US'),
  /** Where the shop's days begin and end (docs/decisions/0066). */
  timeZone: z.string().refine(isTimeZone).default(UTC),
  /** The units that shoppers see weights in, by default those entered for each product. */
  weightUnits: z.enum(WEIGHT_UNIT_CHOICES).default('entered'),
  /** The least value of an order's items, before shipping and taxes that are added. 0 for none. */
  minimumOrderCents: z.int().min(0).max(MINIMUM_ORDER_MAX_CENTS).default(0),
  /** The label of the button that orders, in shops that ship to the EU. */
  orderButton: z.enum(ORDER_BUTTONS).default('payment'),
  /** Whether visitors can order without signing in. */
  guestCheckout: z.boolean().default(true),
  /** The start of new order IDs. Earlier orders keep theirs. */
  orderPrefix: z.string().regex(ORDER_PREFIX_FORM).default(ORDER_PREFIX),
  /** Days after delivery during which returns are accepted. Earlier orders keep theirs. */
  returnDays: z.int().min(1).max(RETURN_DAYS_MAX).default(RETURN_DAYS),
  /** Where customers send returns, as lines. If empty, the store owner emails it to them. */
  returnAddress: z.string().max(RETURN_ADDRESS_MAX).default(''),
  /** How the checkout requests some details. */
  phoneField: z.enum(FIELD_CHOICES).default(SPEC_FIELDS.phone),
  companyField: z.enum(FIELD_CHOICES).default(SPEC_FIELDS.company),
  vatNumberField: z.enum(FIELD_CHOICES).default(SPEC_FIELDS.vatNumber),
  /** The menus of the header and the footer, or null for those of the specification. */
  menus: MenuSettings.nullable().default(null),
  /** The text pages that the store owner wrote or edited, by name. server/pages writes them with each version. */
  pages: z.record(z.string(), WrittenPage).default({}),
  /** Logo, colors, and words (docs/decisions/0085-the-owners-looks.md). */
  brand: Brand.default(NO_BRAND),
  /** The banner and the sections of the home page. */
  home: Home.default(INSTALLED_HOME),
  /** The words of emails to customers that differ from those of a fresh install. */
  emailTexts: EmailTexts.default({}),
  /** Stripe's keys that the store owner entered. The environment's win (server/payments/stripe-keys.ts). */
  stripeKeys: StoredStripeKeys.nullable().default(null),
  /** The mail server that the store owner entered. The environment's wins (server/settings/mail-server.ts). */
  mailServer: StoredMailServer.nullable().default(null),
  demoSeeded: z.boolean().default(false),
  /** Incremented by every change by an admin. */
  version: z.int().positive().default(1),
})
export type Settings = z.infer<typeof Settings>
/** The settings that product prices depend on. */
export type PriceSettings = Pick<Settings, 'shippingRateCents' | 'zones' | 'currency'>

/** Returns the zones that the shop ships to. A shop without zones has one, with the flat rate. */
export function zonesOf({
  zones,
  shippingRateCents,
}: Pick<Settings, 'zones' | 'shippingRateCents'>): ShippingZone[] {
  return zones ?? flatRateRules(shippingRateCents).zones
}

/** Returns how the checkout requests the details that the store owner decides about. */
export const checkoutFields = ({ phoneField, companyField, vatNumberField }: Settings): CheckoutFields => ({
  phone: phoneField,
  company: companyField,
  vatNumber: vatNumberField,
})

/** Returns whether a zone contains an EU country, by name or as a part of the rest of the world. */
export function shipsToEu({ zones }: Pick<Settings, 'zones'>): boolean {
  return (zones ?? []).some(
    ({ countries }) => countries === null || countries.some((country) => EU_COUNTRIES.includes(country)),
  )
}

export async function readSettings(db: Db): Promise<Settings> {
  return readOnce(db, 'settings', async () => parseSettings(await findStoredSettings(db)), [])
}

/**
 * Parses stored settings (storedSettings in queries.ts). Settings that haven't changed since the last call are the same
 * frozen object.
 */
export function parseSettings(stored: string | null): Settings {
  if (lastParsed?.stored === stored) return lastParsed.settings
  const settings = deepFreeze(Settings.parse(stored === null ? {} : JSON.parse(stored)))
  lastParsed = { stored, settings }
  return settings
}

let lastParsed: { stored: string | null; settings: Settings } | null = null

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value)
}

export async function readCurrency(db: Db): Promise<Currency> {
  return (await readSettings(db)).currency
}

/** A period's first moment, and the first one after it. Omitted if the period is open. */
export type Span = { start?: Date; end?: Date }

/** Returns when a filter's first day begins and its last day ends in the shop's time zone. */
export async function readSpan(db: Db, { from, to }: { from?: string; to?: string }): Promise<Span> {
  if (!from && !to) return {}
  const { timeZone } = await readSettings(db)
  return {
    ...(from && { start: startOfDay(from, timeZone) }),
    ...(to && { end: startOfDay(addDays(to, 1), timeZone) }),
  }
}

/**
 * @param refundedCents the total refunded for one order, including this refund
 * @throws ShopError 403 'proof_needed'
 */
export async function requireRefundProof(
  db: Db,
  admin: Pick<RequestUser, 'isProven'>,
  refundedCents: number,
): Promise<void> {
  const { refundProofAboveCents } = await readSettings(db)
  if (refundedCents > refundProofAboveCents) requireProof(admin)
}

export async function changeSettings(db: Db, changes: Partial<Settings>): Promise<void> {
  for (const [name, schema] of Object.entries(Settings.shape)) {
    const value = changes[name as keyof Settings]
    if (value !== undefined) await upsertSetting(db, name, schema.parse(value))
  }
}
