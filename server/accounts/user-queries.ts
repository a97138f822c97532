import { sql } from 'kysely'
import type { Role } from '#contract/accounts/api.ts'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import type { ListedUser, UserQuery } from '#contract/accounts/users.ts'
import { type Currency, centsToWire } from '#contract/money.ts'
import type { Db } from '../platform/db/database.ts'
import { readCurrency } from '../settings/settings.ts'

/** Returns one page, newest first; sessions not used since `usedAfter` don't count. */
export async function listUsers(db: Db, query: UserQuery, usedAfter: Date): Promise<ListedUser[]> {
  const rows = await selectUsers(db, usedAfter)
    .where(matches(query))
    .orderBy('users.id', 'desc')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  const currency = await readCurrency(db)
  return rows.map((row) => toListedUser(row, currency))
}

export async function countUsers(db: Db, query: UserQuery): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(matches(query))
    .executeTakeFirstOrThrow()
  return count
}

export async function findListedUser(db: Db, id: number, usedAfter: Date): Promise<ListedUser | null> {
  const row = await selectUsers(db, usedAfter).where('users.id', '=', id).executeTakeFirst()
  return row ? toListedUser(row, await readCurrency(db)) : null
}

function selectUsers(db: Db, usedAfter: Date) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'email_verified_at', 'full_name', 'role', 'blocked_at', 'created_at'])
    .select('staff_role')
    .select(({ selectFrom }) =>
      selectFrom('sessions')
        .select(({ fn }) => fn.max('sessions.last_used_at').as('at'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .where('sessions.last_used_at', '>', usedAfter)
        .as('last_used_at'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('second_factors')
          .select('second_factors.user_id')
          .whereRef('second_factors.user_id', '=', 'users.id')
          .where('second_factors.confirmed_at', 'is not', null),
      ).as('has_second_factor'),
    )
    .select([
      sql<number>`(select count(*)::int from ${bought})`.as('orders'),
      sql<number>`(select coalesce(sum(paid_cents - refunded_cents), 0)::float8 from ${bought})`.as(
        'spent_cents',
      ),
    ])
}

/** A user's paid orders. */
const bought = sql`payments join orders on orders.id = payments.order_id
  where orders.user_id = users.id and payments.paid_cents > 0`

function matches({ search, role }: Pick<UserQuery, 'search' | 'role'>) {
  const part = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const isFound = sql<boolean>`(username ilike ${part} or email ilike ${part} or full_name ilike ${part})`
  const hasRole = sql<boolean>`role = ${role}`
  return sql<boolean>`${search ? isFound : sql`true`} and ${role ? hasRole : sql`true`}`
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number]

function toListedUser(row: UserRow, currency: Currency): ListedUser {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    fullName: row.full_name,
    role: row.role as Role,
    staffRole: row.staff_role as StaffRole | null,
    isBlocked: row.blocked_at !== null,
    hasSecondFactor: row.has_second_factor === true,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    orders: row.orders,
    spent: centsToWire(row.spent_cents, currency),
  }
}
