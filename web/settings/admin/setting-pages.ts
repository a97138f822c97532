import { adminAddress } from '../../admin/address.ts'
import type { Name } from '../../platform/api.ts'

export type SettingPageName =
  | 'live'
  | 'setup'
  | 'store'
  | 'business'
  | 'brand'
  | 'home'
  | 'formats'
  | 'menus'
  | 'places'
  | 'taxes'
  | 'checkout'
  | 'stock'
  | 'search'
  | 'reviews'
  | 'emails'
  | 'email-texts'
  | 'payments'
  | 'sync'
  | 'staff'
  | 'security'

export type SettingPage = {
  name: SettingPageName
  title: string
  /** A few words about its settings. */
  summary: string
  /** Other search words that find the page. */
  keywords: string
  /** The endpoint, and the field of a change of settings, that the page is for. Defaults to any change. */
  needs?: readonly [name: Name, field?: string]
  /** The endpoint that its content is from, or null if it has none. Defaults to that of the settings. */
  reads?: Name | null
}

type May = (name: Name, field?: string) => boolean

/** Whether the page has something that the admin may do. */
export function mayChange({ needs }: SettingPage, may: May): boolean {
  const [name, field] = needs ?? CHANGE
  return may(name, field)
}

/** Staff who change no settings at all see what they may read. Others see only what they may change. */
export function maySee(page: SettingPage, may: May): boolean {
  if (may(...CHANGE)) return mayChange(page, may)
  const { reads = 'GET /api/admin/settings' } = page
  return reads !== null && may(reads)
}

const CHANGE = ['PATCH /api/admin/settings'] as const

/** The pages of the settings, in groups. Without any forms, because the command palette lists them, too. */
export const SETTING_GROUPS: readonly { title: string; pages: readonly SettingPage[] }[] = [
  {
    title: 'Shop',
    pages: [
      {
        name: 'store',
        title: 'Store',
        summary: 'Name, support address, and the flat shipping rate',
        keywords: 'general platform sync',
      },
      {
        name: 'business',
        title: 'Business',
        summary: 'Legal name, address, and VAT ID',
        keywords: 'company imprint legal home country',
      },
      {
        name: 'brand',
        title: 'Brand',
        summary: 'Logo, colors, and the words around every page',
        keywords:
          'look theme design fonts typeface favicon icon accent color corners radius footer header bar social',
      },
      {
        name: 'home',
        title: 'Home page',
        summary: 'Banner, and the order and colors of the sections',
        keywords: 'hero picture photograph title button front look',
      },
      {
        name: 'formats',
        title: 'Currency and formats',
        summary: 'Currency, numbers, dates, and time zone',
        keywords: 'money locale language region times clock units metric imperial',
      },
      {
        name: 'menus',
        title: 'Menus',
        summary: 'Links in the header and the footer',
        keywords: 'navigation categories pages columns order',
      },
      {
        name: 'setup',
        title: 'Set up your shop',
        summary: 'Country, name, look, and legal pages in one form',
        keywords:
          'preset first start begin new wizard US EU UK Switzerland Canada Norway currency shipping zones taxes address imprint',
        needs: ['PATCH /api/admin/settings', 'taxes'],
        reads: null,
      },
    ],
  },
  {
    title: 'Selling',
    pages: [
      {
        name: 'places',
        title: 'Places and shipping',
        summary: 'Where you ship, how, and for how much',
        keywords: 'countries zones methods rates weight bands pickup delivery days free',
      },
      {
        name: 'taxes',
        title: 'Taxes',
        summary: 'Rates by country, and what applies',
        keywords: 'VAT Stripe sales tax OSS One-Stop-Shop GST rates',
        needs: ['PATCH /api/admin/settings', 'taxes'],
      },
      {
        name: 'checkout',
        title: 'Checkout',
        summary:
          'Who can order, the fields of the form, the minimum order, how long stock waits, order numbers, and returns',
        keywords:
          'order number prefix button phone company VAT optional required payment window reservation obligation least value guests account sign in',
      },
      {
        name: 'stock',
        title: 'Stock',
        summary: 'Low-stock threshold and back-in-stock emails',
        keywords: 'inventory',
      },
      {
        name: 'search',
        title: 'Search',
        summary: 'Words that find your products',
        keywords: 'synonyms',
      },
      {
        name: 'reviews',
        title: 'Reviews',
        summary: 'Who can review, and which reviews wait',
        keywords: 'ratings moderation',
      },
    ],
  },
  {
    title: 'Connections',
    pages: [
      {
        name: 'live',
        title: 'Going live',
        summary: 'What the shop needs before it opens',
        keywords: 'demo checklist launch open backup',
        reads: 'GET /api/admin/going-live',
      },
      {
        name: 'emails',
        title: 'Emails',
        summary: 'Sender, delivery, and DNS records',
        keywords: 'mail SMTP SPF DKIM DMARC outbox server test',
        reads: 'GET /api/admin/mail',
      },
      {
        name: 'email-texts',
        title: 'Email texts',
        summary: 'Your words in the emails to customers',
        keywords:
          'mail subject greeting closing template confirmation shipped return refund account newsletter wording',
      },
      {
        name: 'payments',
        title: 'Payments',
        summary: 'Payment provider and its webhook',
        keywords: 'Stripe cards keys',
        needs: ['POST /api/admin/payment-provider/test-event'],
        reads: 'GET /api/admin/payment-provider',
      },
      {
        name: 'sync',
        title: 'Platform sync',
        summary: 'Connection, schedule, and conflicts',
        keywords: 'sync connection schedule conflicts Shopify',
        reads: 'GET /api/admin/sync-connection',
      },
    ],
  },
  {
    title: 'Protection',
    pages: [
      {
        name: 'staff',
        title: 'Staff',
        summary: 'People who can use the admin',
        keywords: 'administrators admins team users roles permissions two-factor',
        needs: ['GET /api/admin/users'],
        reads: 'GET /api/admin/users',
      },
      {
        name: 'security',
        title: 'Security',
        summary: 'Limit of refunds without a proof of identity, and the second factor of staff',
        keywords: 'identity proof two-factor authenticator app passkey 2FA',
        needs: ['PATCH /api/admin/settings', 'refundProofAbove'],
      },
    ],
  },
]

export const SETTING_PAGES = SETTING_GROUPS.flatMap(({ pages }) => pages)

/** @param setting the name of a field, which then gets the focus */
export function settingsAddress(name: SettingPageName, setting?: string): string {
  return adminAddress('settings', setting === undefined ? { section: name } : { section: name, setting })
}

/** Returns whether a string contains every word of the search, in any order. */
export function isFound(search: string, text: string): boolean {
  const lower = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
