import type { FastifyInstance } from 'fastify'
import { centsToWire } from '#contract/money.ts'
import type { Order } from '#contract/orders/api.ts'
import type { EmailTextKind, EmailWords } from '#contract/settings/email-texts.ts'
import { previewEmail, sendSampleEmail } from '#contract/settings/mail.ts'
import { now } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { countAttempt, type Limit } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import { randomId } from '../platform/ids.ts'
import { mailboxKey } from '../platform/mail/mailbox.ts'
import { queueEmail } from '../platform/mail/outbox.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { renderOrderEmail } from './emails.ts'

/** Samples to one mailbox, because their words can be anything. */
const BY_MAILBOX: Limit = { name: 'sample-emails-mailbox', points: 20, seconds: 24 * 60 * 60 }

/** Emails about an order that doesn't exist, with words that aren't saved. */
export function sampleEmailRoutes(app: FastifyInstance, { db, config: { publicUrl } }: Shop) {
  const render = async ({ kind, words }: { kind: EmailTextKind; words: EmailWords }) => {
    const saved = await readSettings(db)
    const settings = { ...saved, emailTexts: { [kind]: words } }
    return renderOrderEmail(kind, { settings, publicUrl, order: sampleOrder(settings) })
  }

  mount(app, previewEmail, async (draft) => {
    const { subject, html } = await render(draft)
    return { subject, html: stillEmail(html) }
  })

  mount(app, sendSampleEmail, async ({ to, ...draft }) => {
    await countAttempt(db, BY_MAILBOX, mailboxKey(to))
    const id = randomId()
    const email = await render(draft)
    await inTransaction(db, (db) => queueEmail(db, { ...email, to }, `test-email-${id}`))
    return { id }
  })
}

/** The admin's content security policy allows no style sheet in a page, and the links do nothing. */
const stillEmail = (html: string) =>
  html.replace(/<style>.*?<\/style>/s, '').replace('<body', '<body inert=""')

function sampleOrder({ currency }: Settings): Order {
  const wire = (cents: number) => centsToWire(cents, currency)
  return {
    id: 'SAMPLE-0001',
    createdAt: now().toISOString(),
    status: 'processing',
    currency: currency.code,
    subtotal: wire(12_000),
    shippingCost: wire(500),
    shippingMethod: null,
    totalAmount: wire(12_500),
    taxes: [],
    items: [
      {
        id: 1,
        productId: 1,
        quantity: 2,
        price: wire(6_000),
        product: { name: 'Sample product', image: '' },
        sku: null,
        refunded: 0,
        returnable: 0,
      },
    ],
    statusHistory: [],
    carrier: 'UPS',
    trackingNumber: '1Z999AA10123456784',
    returns: [],
    returnUntil: null,
    refunds: [],
    shippingAddress: ADDRESS,
    billingAddress: null,
    vatNumber: null,
    contactEmail: 'ada@example.com',
    contactPhone: '+1 512 555 0100',
    paymentIntentId: null,
  }
}

const ADDRESS: Order['shippingAddress'] = {
  firstName: 'Ada',
  lastName: 'Sample',
  address: '1 Sample Street',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
}
