import { z } from 'zod'
import {
  CUSTOMER_MESSAGES,
  type CustomerFilters,
  type CustomerQuery,
  type ListedCustomer,
} from '#contract/accounts/customers.ts'
import { isoInZone } from '#contract/dates.ts'
import { changed, recordChange } from '../audit/audit.ts'
import { notFound } from '../errors.ts'
import { BYTE_ORDER_MARK, csvRows } from '../platform/csv.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { job } from '../platform/jobs/queue.ts'
import { readSettings } from '../settings/settings.ts'
import {
  countCustomers,
  findCustomer,
  listCustomers,
  listForExport,
  updateTotals,
} from './customer-queries.ts'
import { adoptNote, findNoteOwner, replaceNote } from './note-queries.ts'

/** Hourly job, so an admin's request has few totals to update. */
export const updateTotalsJob = job('update-customer-totals', z.object({}))

/** Returns one page of the matching customers, and their number. */
export async function readCustomers(db: Db, query: CustomerQuery) {
  await updateTotals(db)
  return { total: await countCustomers(db, query), customers: await listCustomers(db, query) }
}

/** @throws ShopError 404 */
export async function readCustomer(db: Db, id: string): Promise<ListedCustomer> {
  await updateTotals(db)
  const customer = await findCustomer(db, id)
  if (!customer) throw notFound(CUSTOMER_MESSAGES.notFound)
  return customer
}

/**
 * Replaces the note about a customer. The audit log has neither its text nor the email address, because a person's data must
 * stay erasable.
 * @throws ShopError 404, or 409 if the note is no longer the one in `seen`
 */
export async function changeNote(
  db: Db,
  actorId: number,
  id: string,
  { note, seen }: { note: string; seen: string },
): Promise<ListedCustomer> {
  return inTransaction(db, async (db) => {
    const { account, email } = await readCustomer(db, id)
    if (account && email) await adoptNote(db, account.id, email.toLowerCase())
    const owner = account ? await findNoteOwner(db, account.id, email ?? '') : { email: id }
    const noteId = await replaceNote(db, owner, { note, seen, by: actorId })
    if (noteId === null) throw changed(CUSTOMER_MESSAGES.noteChanged, [])
    await recordChange(db, {
      actorId,
      action: 'customer_note.changed',
      subjectId: noteId,
      before: { hasNote: seen !== '' },
      after: { hasNote: note !== '' },
    })
    return readCustomer(db, id)
  })
}

const BATCH = 500

/** Column names, each with a function that returns a customer's cell. */
const COLUMNS: [string, (customer: ListedCustomer, timeZone: string) => string][] = [
  ['Email', ({ email }) => email ?? ''],
  ['Name', ({ name }) => name ?? ''],
  ['Username', ({ account }) => account?.username ?? ''],
  ['Orders', ({ orders }) => String(orders)],
  ['Spent', ({ spent }) => spent],
  ['Last order', ({ lastOrderAt }, zone) => (lastOrderAt ? isoInZone(new Date(lastOrderAt), zone) : '')],
  ['Note', ({ note }) => note],
]

/** Streams the matching customers as CSV. */
export async function* exportCustomers(
  db: Db,
  actorId: number,
  filters: CustomerFilters,
): AsyncGenerator<string> {
  await recordChange(db, {
    actorId,
    action: 'customers.exported',
    subjectId: 'customers',
    before: null,
    after: { kind: filters.kind ?? 'all' },
  })
  yield BYTE_ORDER_MARK + csvRows([COLUMNS.map(([name]) => name)])
  const { timeZone } = await readSettings(db)
  await updateTotals(db)
  let last: string | null = null
  while (true) {
    const customers: ListedCustomer[] = await listForExport(db, filters, last, BATCH)
    last = customers.at(-1)?.id ?? null
    if (last === null) return
    yield csvRows(customers.map((customer) => COLUMNS.map(([, cell]) => cell(customer, timeZone))))
  }
}
