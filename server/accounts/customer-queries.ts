import { type RawBuilder, sql } from 'kysely'
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

/** Returns one page of the matching customers. */
export async function listCustomers(db: Db, query: CustomerQuery): Promise<ListedCustomer[]> {
  const { rows } = await sql<Row>`${people} select * from people where ${matches(query)}
    order by ${orderOf(query.sort)}, id
    limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(db)
  const currency = await readCurrency(db)
  return rows.map((row) => toCustomer(row, currency))
}

export async function countCustomers(db: Db, filters: CustomerFilters): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`${people} select count(*)::int as count from people where ${matches(filters)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Lists one batch of the matching customers after the given one, by ID. */
export async function listForExport(
  db: Db,
  filters: CustomerFilters,
  after: string | null,
  limit: number,
): Promise<ListedCustomer[]> {
  const { rows } = await sql<Row>`${people} select * from people
    where ${matches(filters)} and ${after === null ? sql`true` : sql`id collate "C" > ${after}`}
    order by id collate "C" limit ${limit}`.execute(db)
  const currency = await readCurrency(db)
  return rows.map((row) => toCustomer(row, currency))
}

/** @param id the account's ID, or an email address in lower case */
export async function findCustomer(db: Db, id: string): Promise<ListedCustomer | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(/^\d{1,9}$/.test(id) ? sql<boolean>`id = ${Number(id)}` : sql<boolean>`lower(email) = ${id}`)
    .executeTakeFirst()
  const email = user ? (user.email?.toLowerCase() ?? '') : id
  const { rows } = await sql<Row>`${peopleOf({
    orders: sql`orders.user_id = ${user?.id ?? null} or lower(orders.email) = ${email}`,
    users: sql`id = ${user?.id ?? null}`,
  })} select * from people where id = ${user ? String(user.id) : id}`.execute(db)
  const [row] = rows
  return row ? toCustomer(row, await readCurrency(db)) : null
}

/**
 * All people with an account or a paid order. Orders of a guest belong to the account with the same email address.
 * @param only which orders and users are read
 */
const peopleOf = (only: { orders: RawBuilder<unknown>; users: RawBuilder<unknown> }) => sql`with bought as (
  select coalesce(orders.user_id, owners.id) as user_id,
    case when coalesce(orders.user_id, owners.id) is null then lower(orders.email) end as email,
    count(*)::int as orders,
    sum(payments.paid_cents - payments.refunded_cents)::float8 as spent_cents,
    max(orders.created_at) as last_order_at,
    (array_agg(orders.first_name || ' ' || orders.last_name order by orders.created_at desc))[1] as name
  from orders
  join payments on payments.order_id = orders.id and payments.paid_cents > 0
  left join users as owners on orders.user_id is null and lower(owners.email) = lower(orders.email)
  where ${only.orders}
  group by 1, 2
), people as (
  select coalesce(users.id::text, bought.email) as id, coalesce(users.email, bought.email) as email,
    coalesce(users.full_name, bought.name) as name, users.id as user_id, users.username, users.role,
    users.blocked_at is not null as is_blocked, coalesce(bought.orders, 0) as orders,
    coalesce(bought.spent_cents, 0) as spent_cents, bought.last_order_at, coalesce(notes.note, '') as note
  from bought
  full join (select * from users where ${only.users}) as users on users.id = bought.user_id
  left join lateral (
    select note from customer_notes
    where user_id = users.id or email = coalesce(lower(users.email), bought.email)
    order by user_id nulls last limit 1
  ) as notes on true
)`

const people = peopleOf({ orders: sql`true`, users: sql`true` })

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

function orderOf(sort: CustomerQuery['sort']) {
  const [column = 'last', direction] = sort.split('_')
  return sql`${COLUMNS[column as keyof typeof COLUMNS]} ${direction === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}`
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
