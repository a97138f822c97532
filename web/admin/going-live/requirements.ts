import type { Requirement } from '#contract/admin/going-live.ts'
import { settingsAddress } from '../../settings/admin/setting-pages.ts'
import { adminAddress } from '../address.ts'

/** `link` leads to where the owner meets the requirement. Some are met on the server (docs/going-live.md). */
type Text = { title: string; why: string; link?: { text: string; to: string } }

export const REQUIREMENT_TEXTS: Record<Requirement, Text> = {
  products: {
    title: 'Add your products',
    why: 'One at a time, or all at once from a file.',
    link: { text: 'Add product', to: adminAddress('products', { edit: 'new' }) },
  },
  business: {
    title: 'Name your business',
    why: 'Its name and address are on invoices and in the shop’s terms.',
    link: { text: 'Enter your business', to: settingsAddress('business') },
  },
  places: {
    title: 'Choose where you ship',
    why: 'Until then, the shop ships to four countries at one rate.',
    link: { text: 'Set up shipping', to: settingsAddress('places') },
  },
  taxes: {
    title: 'Set your taxes',
    why: 'Until then, the shop charges no taxes.',
    link: { text: 'Set up taxes', to: settingsAddress('taxes') },
  },
  address: {
    title: 'Use your own domain',
    why: 'On the server, set PUBLIC_URL to an address that begins with https.',
  },
  email: {
    title: 'Send an email',
    why: 'Set SMTP_URL on the server, then send a test email to yourself.',
    link: { text: 'Send a test email', to: settingsAddress('emails') },
  },
  payments: {
    title: 'Connect payments',
    why: 'Until then, no card is charged.',
    link: { text: 'Set up payments', to: settingsAddress('payments') },
  },
  webhook: {
    title: 'Receive a webhook',
    why: 'The payment provider reports payments by webhooks. Send a test event to check that they arrive.',
    link: { text: 'Send a test event', to: settingsAddress('payments') },
  },
  purchase: {
    title: 'Buy something, and refund it',
    why: 'One purchase with your own card proves that payments, emails, and refunds work.',
    link: { text: 'Refund an order', to: adminAddress('orders') },
  },
  secondFactor: {
    title: 'Protect each admin account',
    why: 'Every admin needs an authenticator app or a passkey.',
    link: { text: 'See the staff', to: settingsAddress('staff') },
  },
  backup: {
    title: 'Back up the shop',
    why: 'Run npm run backup on the server. The last backup must be less than 30 days old.',
  },
}
