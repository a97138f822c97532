import type { Requirement } from '#contract/admin/going-live.ts'
import { type SettingPageName, settingsAddress } from '../../settings/admin/setting-pages.ts'
import { adminAddress } from '../address.ts'

/** `link` leads to where the owner meets the requirement. Some are met on the server (docs/going-live.md). */
type Text = {
  title: string
  why: string
  link?: Link
  /** In the demo, what the sandbox emulates proves nothing. */
  inDemo?: { why: string; link?: Link }
}
type Link = { text: string; to: string; page?: SettingPageName }

const linkTo = (page: SettingPageName, text: string) => ({ text, to: settingsAddress(page), page })

export const REQUIREMENT_TEXTS: Record<Requirement, Text> = {
  products: {
    title: 'Add your products',
    why: 'One at a time, or all at once from a file.',
    link: { text: 'Add product', to: adminAddress('products', { edit: 'new' }) },
  },
  business: {
    title: 'Name your business',
    why: 'Its name and address are on invoices and in the shop’s terms.',
    link: linkTo('business', 'Enter your business'),
  },
  places: {
    title: 'Choose where you ship',
    why: 'Until then, the shop ships to four countries at one rate.',
    link: linkTo('places', 'Set up shipping'),
  },
  taxes: {
    title: 'Set your taxes',
    why: 'Until then, the shop charges no taxes.',
    link: linkTo('taxes', 'Set up taxes'),
  },
  look: {
    title: 'Make it look like yours',
    why: 'Your logo, colors, and words, and a banner with your own photograph.',
    link: linkTo('brand', 'Set up the brand'),
  },
  legal: {
    title: 'Publish your legal pages',
    why: 'Privacy Policy and Terms & Conditions. In the EU, also Imprint and Withdrawal Policy.',
    link: { text: 'Edit pages', to: adminAddress('pages') },
  },
  address: {
    title: 'Use your own domain',
    why: 'On the server, set PUBLIC_URL to an address that begins with https.',
    inDemo: {
      why: 'On the server, end the demo: set PLINTH_DEMO=off, a SECRET_KEY, and PUBLIC_URL to an address that begins with https, and restart the shop. Products, settings, and pages stay.',
      link: linkTo('payments', 'See the steps under Configure'),
    },
  },
  email: {
    title: 'Send an email',
    why: 'Enter your mail server, then send a test email to yourself.',
    link: linkTo('emails', 'Send a test email'),
    inDemo: {
      why: 'Test emails of the demo don’t count, because they only reach the sandbox’s mailbox. Once the demo has ended, enter your mail server in the admin, and send one to yourself.',
      link: linkTo('emails', 'Enter the mail server'),
    },
  },
  payments: {
    title: 'Connect payments',
    why: 'Enter your Stripe keys: those for tests first, then the live ones. Until then, no card is charged.',
    link: linkTo('payments', 'Set up payments'),
    inDemo: {
      why: 'The sandbox emulates payments, so no card is charged. Once the demo has ended, enter your Stripe keys in the admin: those for tests first, then the live ones.',
      link: linkTo('payments', 'Enter the Stripe keys'),
    },
  },
  webhook: {
    title: 'Receive a webhook',
    why: 'The payment provider reports payments by webhooks. Send a test event to check that they arrive.',
    link: linkTo('payments', 'Send a test event'),
    inDemo: {
      why: 'Webhooks of the demo don’t count, because they come from the sandbox. With your Stripe keys, enter the signing secret of your endpoint, and send a test event.',
      link: linkTo('payments', 'Enter the signing secret'),
    },
  },
  purchase: {
    title: 'Buy something, and refund it',
    why: 'One purchase with your own card proves that payments, emails, and refunds work.',
    link: { text: 'Refund an order', to: adminAddress('orders') },
    inDemo: {
      why: 'Purchases of the demo don’t count, because no real card pays for them. Buy something with your own card once your Stripe keys are entered, and refund it.',
      link: linkTo('payments', 'Enter the keys first'),
    },
  },
  secondFactor: {
    title: 'Protect each admin account',
    why: 'Every admin needs an authenticator app or a passkey.',
    link: linkTo('staff', 'See the staff'),
  },
  backup: {
    title: 'Back up the shop',
    why: 'Run npm run backup on the server. The last backup must be less than 30 days old.',
  },
}
