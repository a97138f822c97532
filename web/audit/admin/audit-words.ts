import { fieldLabel } from '#contract/audit/labels.ts'
import { centsOf } from '#contract/money.ts'
import { zoneText } from '#contract/pricing/shipping-text.ts'
import { ShippingZonesOut, zonesFromWire } from '#contract/settings/zones.ts'

/** Actions that their names don't describe. '{}' stands for the record, if it is shown. */
const ACTIONS: Readonly<Record<string, string>> = {
  'back-in-stock.deleted': 'deleted the back-in-stock requests for variant {}',
  'customer_note.changed': 'changed the note {} about a customer',
  'customers.exported': 'exported customers',
  'import.finished': 'imported products',
  'mail_server.changed': 'changed the mail server',
  'mail_server.removed': 'removed the mail server',
  'newsletter.exported': 'exported the newsletter subscribers',
  'order.delivered': 'marked order {} as delivered',
  'order.evidence_file_added': 'added a file to the evidence for the dispute of order {}',
  'order.evidence_file_removed': 'removed a file from the evidence for the dispute of order {}',
  'order.evidence_submitted': 'submitted evidence for the dispute of order {}',
  'order.held_for_review': 'held order {} for review',
  'order.parcel_corrected': 'corrected the tracking of order {}',
  'order.refund-retried': 'retried a refund of order {}',
  'order.released': 'released the hold of order {}',
  'order.shipped': 'marked order {} as shipped',
  'orders.exported': 'exported orders',
  'page.restored': 'restored the original text of page {}',
  'product.drafted': 'made product {} a draft',
  'product.erased': 'deleted product {}',
  'product.restored': 'activated product {}',
  'product.variants-changed': 'changed the variants of product {}',
  'return.accepted': 'accepted return request {}',
  'return.refused': 'declined return request {}',
  'review.replied': 'replied to review {}',
  'settings.changed': 'changed the {}',
  'stripe_keys.changed': 'changed the keys of Stripe',
  'stripe_keys.removed': 'removed the keys of Stripe',
  'sync.connected': 'connected the platform',
  'sync.disconnected': 'disconnected the platform',
  'sync.owners_changed': 'changed the source of truth of the sync',
  'sync.scheduled': 'changed the schedule of the sync',
  'sync.settled': 'resolved a sync conflict of product {}',
  'sync.stock_decided': 'decided on stock change {} of the sync',
  'test_orders.removed': 'removed the test orders',
  'user.second-factor-reset': 'reset the two-factor authentication of user {}',
  'webhook.resent': 'resent a delivery of webhook {}',
  'webhook.secret-changed': 'rotated the signing secret of webhook {}',
}

/** Returns a description of an action: 'changed product {}'. */
export function actionText(action: string): string {
  const [kind, verb] = action.split('.')
  return ACTIONS[action] ?? `${verb} ${kind} {}`
}

/** Returns the name of an action for the filter: 'Changed product'. */
export function actionName(action: string): string {
  const text = action === 'settings.changed' ? 'changed the settings' : actionText(action).replace(' {}', '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const LONGEST = 160

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields with an amount in the API's format. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'minimumOrder',
  'oldPrice',
  'price',
  'refundProofAbove',
  'shippingCost',
  'shippingRate',
])

type ValueFormats = {
  formatCents(cents: number): string
  formatMoney(wire: string): string
  /** Returns the name of a category. */
  nameOf(categoryId: number): string
}

/** Formats a value of a field. Of an object, only the fields that differ from the `other` value. */
export function valueText(
  name: string,
  value: unknown,
  other: unknown,
  { formatCents, formatMoney, nameOf }: ValueFormats,
): string {
  const known = name === 'zones' ? ShippingZonesOut.safeParse(value).data : undefined
  const zones = known && zonesFromWire(known, centsOf)
  // Their JSON is long.
  if (zones) return zones.map((zone) => zoneText(zone, formatCents)).join('; ')
  if (name.endsWith('Cents') && typeof value === 'number') return formatCents(value)
  if (AMOUNTS.has(name) && typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)) return formatMoney(value)
  if (name === 'categoryId' && typeof value === 'number') return nameOf(value)
  const text = words(value, other)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function words(value: unknown, other?: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.map((entry) => words(entry)).join(isFields(value[0]) ? '; ' : ', ') || 'none'
  if (!isFields(value))
    return String(value)
      .replace(/<[^>]*>/g, ' ')
      .trim()
  const changed = Object.entries(value).filter(
    ([name, field]) => !isFields(other) || JSON.stringify(other[name]) !== JSON.stringify(field),
  )
  return changed.map(([name, field]) => `${fieldLabel(name)}: ${words(field)}`).join(', ')
}
