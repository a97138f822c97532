import { sql } from 'kysely'
import type { Role, User } from '#contract/accounts/api.ts'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * A user with fields that stay on the server. `isInboxProven` is true if the owner opened an emailed link while signed
 * in, or signed in with Google, which hosts the mailbox.
 */
export type Account = User & { passwordHash: string | null; isBlocked: boolean; isInboxProven: boolean }

export type NewAccount = {
  username: string
  email: string
  isVerified: boolean
  isInboxProven?: boolean
  fullName: string | null
  /** Omitted for a customer. */
  staffRole?: StaffRole
  passwordHash: string | null
  mustChangePassword?: boolean
}

/** Fields to set; undefined fields stay unchanged. */
export type AccountChanges = {
  email?: string | null
  emailVerifiedAt?: Date | null
  /** Set only if the inbox's owner is signed in. From then on, guest orders with the email address join the account. */
  inboxProvenAt?: Date
  pendingEmail?: string | null
  pendingEmailConfirmedAt?: Date | null
  fullName?: string | null
  passwordHash?: string | null
  mustChangePassword?: boolean
  /** Null makes the user a customer. */
  staffRole?: StaffRole | null
  blockedAt?: Date | null
}

export async function findAccount(db: Db, id: number): Promise<Account | null> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toAccount(row) : null
}

export async function findAccountByUsername(db: Db, username: string): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

export async function findAccountByEmail(db: Db, email: string): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

/** Locks the account until the transaction ends. */
export async function lockAccount(db: Db, id: number): Promise<Account | null> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? toAccount(row) : null
}

/** Locks the admins who can sign in until the transaction ends, so two owners can't remove each other. */
export async function lockStaff(db: Db): Promise<Staff> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'staff_role'])
    .where('role', '=', 'admin')
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ id, staff_role }) => [id, staff_role as StaffRole]))
}

/** Roles by user ID. */
export type Staff = ReadonlyMap<number, StaffRole>

/** Whether the shop would have no owner without this one. */
export function isLastOwner(staff: Staff, id: number): boolean {
  return staff.get(id) === 'owner' && [...staff.values()].filter((role) => role === 'owner').length === 1
}

/** Serializes the first-admin check of nodes that start at the same time, until the transaction ends. */
export async function waitForFirstAdmin(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`.execute(db)
}

const FIRST_ADMIN_LOCK = 7_546_194

export async function hasAdmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertAccount(db: Db, account: NewAccount): Promise<Account> {
  const row = await db
    .insertInto('users')
    .values({
      username: account.username,
      email: account.email,
      email_verified_at: account.isVerified ? now() : null,
      inbox_proven_at: account.isInboxProven ? now() : null,
      full_name: account.fullName,
      staff_role: account.staffRole,
      password_hash: account.passwordHash,
      must_change_password: account.mustChangePassword,
      created_at: now(),
      updated_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAccount(row)
}

export async function updateAccount(db: Db, id: number, changes: AccountChanges): Promise<Account> {
  const row = await db
    .updateTable('users')
    .set({
      email: changes.email,
      email_verified_at: changes.emailVerifiedAt,
      inbox_proven_at: changes.inboxProvenAt,
      pending_email: changes.pendingEmail,
      // A confirmation is valid for one email address only.
      pending_email_confirmed_at:
        changes.pendingEmail === undefined
          ? changes.pendingEmailConfirmedAt
          : (changes.pendingEmailConfirmedAt ?? null),
      full_name: changes.fullName,
      password_hash: changes.passwordHash,
      must_change_password: changes.mustChangePassword,
      staff_role: changes.staffRole,
      blocked_at: changes.blockedAt,
      updated_at: now(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAccount(row)
}

/** Deletes a user, along with their sessions, links, and favorites. */
export async function deleteAccount(db: Db, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

type UserRow = {
  id: number
  username: string
  email: string | null
  email_verified_at: Date | null
  inbox_proven_at: Date | null
  pending_email: string | null
  pending_email_confirmed_at: Date | null
  full_name: string | null
  role: string
  staff_role: string | null
  password_hash: string | null
  photo_url: string | null
  blocked_at: Date | null
  must_change_password: boolean
  created_at: Date
}

/** Only accounts without a way to sign in have no email address. */
function toAccount(row: UserRow): Account {
  return {
    id: row.id,
    username: row.username,
    email: row.email ?? '',
    emailVerified: row.email_verified_at !== null,
    pendingEmail: row.pending_email,
    pendingEmailConfirmed: row.pending_email !== null && row.pending_email_confirmed_at !== null,
    fullName: row.full_name,
    role: row.role as Role,
    ...(row.staff_role !== null && { staffRole: row.staff_role as StaffRole }),
    mustChangePassword: row.must_change_password,
    createdAt: row.created_at.toISOString(),
    photoURL: row.photo_url,
    passwordHash: row.password_hash,
    isBlocked: row.blocked_at !== null,
    isInboxProven: row.inbox_proven_at !== null,
  }
}
