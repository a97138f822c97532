import { centsToWire } from '#contract/money.ts'
import type { Order, Return } from '#contract/orders/api.ts'
import type { EmailTextKind } from '#contract/settings/email-kinds.ts'
import { emailChangedEmail, linkEmail, passwordChangedEmail, securityEmail } from '../accounts/emails.ts'
import { backInStockEmail, confirmationEmail as confirmRequestEmail } from '../back-in-stock/emails.ts'
import { confirmationEmail, subscribedEmail } from '../newsletter/emails.ts'
import { type OrderTextKind, renderOrderEmail } from '../orders/emails.ts'
import { renderRefundEmail } from '../payments/refund-email.ts'
import { now } from '../platform/clock.ts'
import type { EmailMessage } from '../platform/mail/smtp.ts'
import { type ReturnEmailKind, renderReturnEmail } from '../returns/emails.ts'
import type { Settings } from '../settings/settings.ts'

/** Renders an email to a customer with sample data. Its links lead nowhere. */
export function renderSample(
  kind: EmailTextKind,
  settings: Settings,
  publicUrl: string,
): Omit<EmailMessage, 'to'> {
  const order = sampleOrder(settings)
  const data = { settings, publicUrl, order }
  const about = (kind: ReturnEmailKind, changes: Partial<Return> = {}) =>
    renderReturnEmail(kind, { ...data, returnRequest: { ...sampleReturn(order), ...changes } })
  const account = { settings, username: 'ada' }
  const link = { ...account, address: `${publicUrl}/sample` }
  const unsubscribeToken = 'sample'
  switch (kind) {
    case 'return-requested':
      return about('requested')
    case 'withdrawal':
      return about('requested', { isWithdrawal: true, withdrawnBy: 'Ada Sample' })
    case 'return-accepted':
      return about('accepted', { refund: order.subtotal })
    case 'return-declined':
      return about('refused', { answer: 'The product was used.' })
    case 'refund':
      return renderRefundEmail(data, { amountCents: SAMPLE_REFUND_CENTS, parts: null })
    case 'password-changed':
      return passwordChangedEmail(account)
    case 'email-changed':
      return emailChangedEmail({ ...account, email: 'ada.new@example.com' })
    case 'sign-in-changed':
      return securityEmail({ ...account, change: { kind: 'passkey-added', name: 'Ada’s phone' } })
    case 'back-in-stock-confirm':
      return confirmRequestEmail({ settings, publicUrl, offer: OFFER, unsubscribeToken, token: 'sample' })
    case 'back-in-stock':
      return backInStockEmail({ settings, publicUrl, offer: OFFER, unsubscribeToken })
    case 'newsletter-confirm':
      return confirmationEmail(link)
    case 'newsletter-welcome':
    case 'newsletter-known':
      return subscribedEmail(kind, { settings, unsubscribeUrl: link.address })
    case 'verify':
    case 'reset':
    case 'change':
    case 'undo':
    case 'google':
    case 'claim':
      return linkEmail(kind, link)
    default:
      return renderOrderEmail(kind satisfies OrderTextKind, data)
  }
}

const SAMPLE_REFUND_CENTS = 12_000

const OFFER = {
  variantId: 1,
  productId: 1,
  name: 'Sample product',
  slug: 'sample',
  optionValues: [],
  isAvailable: true,
}

const sampleReturn = ({ createdAt, items }: Order): Return => ({
  id: 1,
  status: 'requested',
  items: items.map(({ id, product, quantity }) => ({ itemId: id, name: product.name, quantity })),
  reason: null,
  answer: null,
  refund: null,
  requestedAt: createdAt,
  settledAt: null,
})

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
