import { lineName } from '#contract/catalog/variants.ts'
import { VatNumber } from '#contract/checkout/shipping.ts'
import { isoInZone } from '#contract/dates.ts'
import { centsToWire } from '#contract/money.ts'
import type { AdminOrderFilters } from '#contract/orders/admin.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import { recordChange } from '../audit/audit.ts'
import { BYTE_ORDER_MARK, csvRows } from '../platform/csv.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import { type ExportedOrder, listForExport } from './list-queries.ts'
import { toQuote } from './stored-quote.ts'

const BATCH = 500

/** Column names, each with a function that returns an order's cell. */
const COLUMNS: [string, (order: ExportedOrder, quote: Quote, timeZone: string) => string][] = [
  ['Order', ({ id }) => id],
  ['Placed at', ({ created_at }, _, timeZone) => isoInZone(created_at, timeZone)],
  ['Status', ({ status }) => status],
  ['First name', ({ first_name }) => first_name],
  ['Last name', ({ last_name }) => last_name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Address', ({ address }) => address],
  ['Address line 2', ({ address2 }) => address2 ?? ''],
  ['City', ({ city }) => city],
  ['State', ({ state }) => state],
  ['Zip code', ({ zip_code }) => zip_code],
  ['Country', ({ country }) => country],
  [
    'Items',
    ({ items }) =>
      items.map(({ quantity, name, variant }) => `${quantity} x ${lineName(name, variant)}`).join('; '),
  ],
  ['Subtotal', (_, { subtotalCents, currency }) => centsToWire(subtotalCents, currency)],
  ['Shipping', (_, { shippingCents, currency }) => centsToWire(shippingCents, currency)],
  ['Total', (_, { totalCents, currency }) => centsToWire(totalCents, currency)],
  ['Paid', ({ paid_cents }, { currency }) => centsToWire(paid_cents, currency)],
  ['Refunded', ({ refunded_cents }, { currency }) => centsToWire(refunded_cents, currency)],
  ['Carrier', ({ carrier }) => carrier ?? ''],
  ['Tracking number', ({ tracking_number }) => tracking_number ?? ''],
  ['Payment', ({ intent_id }) => intent_id ?? ''],
  ['Shipping method', (_, { shipping }) => (shipping.delivery ? shipping.name : '')],
  ['VAT number', ({ vat_number }) => VatNumber.nullable().parse(vat_number)?.id ?? ''],
  [
    'Tax',
    (_, { taxes, currency }) =>
      centsToWire(
        taxes.reduce((sum, { cents }) => sum + cents, 0),
        currency,
      ),
  ],
  ['Tax added to prices', (_, { taxCents, currency }) => centsToWire(taxCents, currency)],
  [
    'Refunded items',
    ({ items }) =>
      items
        .filter(({ refunded }) => refunded > 0)
        .map(({ refunded, name, variant }) => `${refunded} x ${lineName(name, variant)}`)
        .join('; '),
  ],
  ['Refunded tax', ({ refunded_tax_cents }, { currency }) => centsToWire(refunded_tax_cents, currency)],
  ['Company', ({ company }) => company ?? ''],
]

/** Streams the matching orders as CSV. The audit log has no name or email address, because a person's data must stay erasable. */
export async function* exportOrders(
  db: Db,
  actorId: number,
  filters: AdminOrderFilters,
): AsyncGenerator<string> {
  const { search, customer, ...others } = filters
  await recordChange(db, {
    actorId,
    action: 'orders.exported',
    subjectId: 'orders',
    before: null,
    after: { ...others, ...(search && { hasSearch: true }), ...(customer && { hasCustomer: true }) },
  })
  yield BYTE_ORDER_MARK + csvRows([COLUMNS.map(([name]) => name)])
  const { timeZone } = await readSettings(db)
  let last: ExportedOrder | null = null
  while (true) {
    const orders: ExportedOrder[] = await listForExport(db, filters, last, BATCH)
    last = orders.at(-1) ?? null
    if (!last) return
    const rows = orders.map((order) => {
      const quote = toQuote(order)
      return COLUMNS.map(([, cell]) => cell(order, quote, timeZone))
    })
    yield csvRows(rows)
  }
}
