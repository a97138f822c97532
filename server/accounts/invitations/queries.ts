import { sql } from 'kysely'
import type { Invitation } from '#contract/accounts/invitations.ts'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'

/** The address and role of an invitation. */
export type Offer = { email: string; staffRole: StaffRole }

type Period = { sentAt: Date; expiresAt: Date }

/** Returns all of them, newest first. */
export async function listInvitations(db: Db): Promise<Invitation[]> {
  const rows = await selectInvitations(db).orderBy('staff_invitations.id', 'desc').execute()
  return rows.map(toInvitation)
}

export async function findInvitation(db: Db, id: number): Promise<Invitation | null> {
  const row = await selectInvitations(db).where('staff_invitations.id', '=', id).executeTakeFirst()
  return row ? toInvitation(row) : null
}

/** @returns its id, or null if the address has one already */
export async function insertInvitation(
  db: Db,
  { email, staffRole, invitedBy, sentAt, expiresAt }: Offer & Period & { invitedBy: number },
): Promise<number | null> {
  const row = await db
    .insertInto('staff_invitations')
    .values({
      email,
      staff_role: staffRole,
      invited_by: invitedBy,
      sent_at: sentAt,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Starts another round, in which the earlier link no longer works. @returns the round, or null if it was deleted */
export async function startRound(
  db: Db,
  id: number,
  { sentAt, expiresAt, invitedBy }: Period & { invitedBy: number },
): Promise<number | null> {
  const row = await db
    .updateTable('staff_invitations')
    .set(({ eb }) => ({
      round: eb('round', '+', 1),
      token_hash: null,
      invited_by: invitedBy,
      sent_at: sentAt,
      expires_at: expiresAt,
    }))
    .where('id', '=', id)
    .returning('round')
    .executeTakeFirst()
  return row?.round ?? null
}

/** @returns what it is for, or null if it was deleted, expired, or sent again since */
export async function updateToken(
  db: Db,
  { id, round, tokenHash }: { id: number; round: number; tokenHash: string },
): Promise<Offer | null> {
  const row = await db
    .updateTable('staff_invitations')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where('round', '=', round)
    .where('expires_at', '>', now())
    .returning(['email', 'staff_role'])
    .executeTakeFirst()
  return row ? toOffer(row) : null
}

export async function findOffer(db: Db, tokenHash: string): Promise<Offer | null> {
  const row = await db
    .selectFrom('staff_invitations')
    .select(['email', 'staff_role'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return row ? toOffer(row) : null
}

/** Deletes the invitation it finds, so that only one of two concurrent requests gets it. */
export async function takeOffer(db: Db, tokenHash: string): Promise<Offer | null> {
  const row = await db
    .deleteFrom('staff_invitations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now())
    .returning(['email', 'staff_role'])
    .executeTakeFirst()
  return row ? toOffer(row) : null
}

export async function deleteInvitation(db: Db, id: number): Promise<Offer | null> {
  const row = await db
    .deleteFrom('staff_invitations')
    .where('id', '=', id)
    .returning(['email', 'staff_role'])
    .executeTakeFirst()
  return row ? toOffer(row) : null
}

/** Deletes those that a former owner sent. @returns what they were for, by ID */
export async function deleteInvitationsBy(db: Db, userId: number): Promise<Map<number, Offer>> {
  const rows = await db
    .deleteFrom('staff_invitations')
    .where('invited_by', '=', userId)
    .returning(['id', 'email', 'staff_role'])
    .execute()
  return new Map(rows.map((row) => [row.id, toOffer(row)]))
}

export async function deleteInvitationsExpiredBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('staff_invitations').where('expires_at', '<=', time).execute()
}

function selectInvitations(db: Db) {
  return db
    .selectFrom('staff_invitations')
    .innerJoin('users', 'users.id', 'staff_invitations.invited_by')
    .select(['staff_invitations.id', 'staff_invitations.email', 'staff_invitations.staff_role'])
    .select(['staff_invitations.sent_at', 'staff_invitations.expires_at', 'users.username'])
}

type InvitationRow = Awaited<ReturnType<ReturnType<typeof selectInvitations>['execute']>>[number]

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    ...toOffer(row),
    invitedBy: row.username,
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isExpired: row.expires_at <= now(),
  }
}

function toOffer({ email, staff_role }: { email: string; staff_role: string }): Offer {
  return { email, staffRole: staff_role as StaffRole }
}
