import { sql } from 'kysely'
import type { Role } from '#contract/accounts/api.ts'
import type { CustomerFilters, CustomerQuery, ListedCustomer } from '#contract/accounts/customers.ts'
import { type Currency, centsToWire } from '#contract/money.ts'
import type { Db } from '../platform/db/database.ts'
import { readCurrency } from '../settings/settings.ts'

type Row = {
  id: string
  email: string | null
  name: string | null
  user_id: number | null
  username: string | null
  role: string | null
  is_blocked: boolean
  orders: number
  spent_cents: number
  last_order_at: Date | null
  note: string
}

/** Brings the totals up to date, which must precede every read. */
export async function updateTotals(db: Db): Promise<void> {
  await sql`select update_customers()`.execute(db)
}

/** Returns one page of the matching customers. */
export async function listCustomers(db: Db, query: CustomerQuery): Promise<ListedCustomer[]> {
  const { rows } = await sql<Row>`select * from ${people} where ${matches(query)}
    order by ${orderOf(query.sort)}
    limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(db)
  const currency = await readCurrency(db)
  return rows.map((row) => toCustomer(row, currency))
}

export async function countCustomers(db: Db, filters: CustomerFilters): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${people} where ${matches(filters)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Lists one batch of the matching customers after the given one, by ID. */
export async function listForExport(
  db: Db,
  filters: CustomerFilters,
  after: string | null,
  limit: number,
): Promise<ListedCustomer[]> {
  const { rows } = await sql<Row>`select * from ${people}
    where ${matches(filters)} and ${after === null ? sql`true` : sql`id > ${after}`}
    order by id limit ${limit}`.execute(db)
  const currency = await readCurrency(db)
  return rows.map((row) => toCustomer(row, currency))
}

/** @param id the account's ID, or an email address in lower case */
export async function findCustomer(db: Db, id: string): Promise<ListedCustomer | null> {
  const { rows } = await sql<Row>`select * from ${people}
    where id in (${id}, (select users.id::text from users where lower(users.email) = ${id}))`.execute(db)
  const [row] = rows
  return row ? toCustomer(row, await readCurrency(db)) : null
}

/** All people with an account or a paid order. Names and addresses are those of the account, or of a guest's last order. */
const people = sql`(
  select totals.id, case when totals.user_id is null then totals.id else users.email end as email,
    coalesce(users.full_name, last_order.first_name || ' ' || last_order.last_name) as name,
    totals.user_id, users.username, users.role, users.blocked_at is not null as is_blocked, totals.orders,
    totals.spent_cents, totals.last_order_at, coalesce((
      select note from customer_notes
      where customer_notes.user_id = totals.user_id
        or customer_notes.email = case when totals.user_id is null then totals.id else lower(users.email) end
      order by customer_notes.user_id nulls last limit 1), '') as note
  from customer_totals as totals
  left join users on users.id = totals.user_id
  left join orders as last_order on last_order.id = totals.last_order_id
) as people`

/** Staff are elsewhere, unless they bought something. */
function matches({ search, kind }: CustomerFilters) {
  const part = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const conditions = [
    sql`(role is distinct from 'admin' or orders > 0)`,
    ...(search ? [sql`(email ilike ${part} or name ilike ${part} or username ilike ${part})`] : []),
    ...(kind === 'guest' ? [sql`user_id is null`] : []),
    ...(kind === 'account' ? [sql`user_id is not null`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** Ties follow the direction, so one index serves both. */
function orderOf(sort: CustomerQuery['sort']) {
  const [name = 'last', direction] = sort.split('_')
  const column = COLUMNS[name as keyof typeof COLUMNS]
  return direction === 'asc' ? sql`${column} asc nulls first, id` : sql`${column} desc nulls last, id desc`
}

const COLUMNS = { last: sql`last_order_at`, orders: sql`orders`, spent: sql`spent_cents` }

function toCustomer(row: Row, currency: Currency): ListedCustomer {
  const { id, email, name, user_id, username, role, is_blocked, orders, spent_cents, last_order_at, note } =
    row
  return {
    id,
    email,
    name,
    account:
      user_id === null || username === null
        ? null
        : { id: user_id, username, role: role as Role, isBlocked: is_blocked },
    orders,
    spent: centsToWire(spent_cents, currency),
    lastOrderAt: last_order_at?.toISOString() ?? null,
    note,
  }
}
