import { sql } from 'kysely'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteStepsOf } from '../second-factor/queries.ts'

export type SessionRow = { id: number; userAgent: string; createdAt: Date; lastUsedAt: Date }
export type OpenSession = {
  id: number
  lastUsedAt: Date
  provenAt: Date | null
  userId: number
  staffRole: StaffRole | null
  mustChangePassword: boolean
  /** See RequestUser. */
  hasSecondFactor: boolean
  needsSecondFactor: boolean
}

/** A passkey that the session has used counts only as long as the account has one. */
const hasSecondFactor = sql<boolean>`(
  exists (select from second_factors where user_id = users.id and confirmed_at is not null)
  or sessions.has_used_passkey and exists (select from passkeys where user_id = users.id))`

const isFactorRequired = sql<boolean>`(
  users.staff_role is not null
  and exists (select from settings where name = 'staffNeedSecondFactor' and value = 'true'))`

/** Returns a token's session, or null if it hasn't been used since `usedAfter` or the user is blocked. */
export async function findSession(db: Db, tokenHash: string, usedAfter: Date): Promise<OpenSession | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.last_used_at', 'sessions.proven_at', 'sessions.user_id'])
    .select(['users.staff_role', 'users.must_change_password'])
    .select([hasSecondFactor.as('has_factor'), isFactorRequired.as('is_factor_required')])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.last_used_at', '>', usedAfter)
    .where('users.blocked_at', 'is', null)
    .executeTakeFirst()
  return row
    ? {
        id: row.id,
        lastUsedAt: row.last_used_at,
        provenAt: row.proven_at,
        userId: row.user_id,
        staffRole: row.staff_role as StaffRole | null,
        mustChangePassword: row.must_change_password,
        hasSecondFactor: row.has_factor,
        needsSecondFactor: row.is_factor_required && !row.has_factor,
      }
    : null
}

/** Returns a user's sessions, most recently used first. */
export async function listSessionRows(db: Db, userId: number, usedAfter: Date): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('last_used_at', '>', usedAfter)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** @param most maximum number of sessions; the least recently used ones are revoked */
export async function insertSession(
  db: Db,
  session: { userId: number; tokenHash: string; userAgent: string; hasUsedPasskey: boolean },
  most: number,
): Promise<void> {
  await db
    .with('ended', (db) =>
      db.deleteFrom('sessions').where('id', 'in', (query) =>
        query
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', session.userId)
          .orderBy('last_used_at', 'desc')
          .orderBy('id', 'desc')
          .offset(most - 1),
      ),
    )
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: session.tokenHash,
      user_agent: session.userAgent,
      has_used_passkey: session.hasUsedPasskey,
      created_at: now(),
      last_used_at: now(),
    })
    .execute()
}

/** Keeps a session from being revoked until the transaction ends. @returns false if it has ended */
export async function lockSession(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function isSessionOpenedAfter(db: Db, id: number, time: Date): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('created_at', '>', time)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false if the session has ended */
export async function updateProof(db: Db, id: number, provenAt: Date): Promise<boolean> {
  const updated = await db
    .updateTable('sessions')
    .set({ proven_at: provenAt })
    .where('id', '=', id)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Records that the session's user showed a passkey. */
export async function updatePasskeyUsed(db: Db, id: number): Promise<void> {
  await db.updateTable('sessions').set({ has_used_passkey: true }).where('id', '=', id).execute()
}

export async function updateLastUse(db: Db, id: number): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now() }).where('id', '=', id).execute()
}

export async function deleteSessionByToken(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** @returns false if this user has no such session */
export async function deleteSession(db: Db, userId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Deletes all sessions but one, and the sign-in steps that await a code. */
export async function deleteSessionsOf(
  db: Db,
  userId: number,
  exceptId: number | null = null,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId ?? 0))
    .execute()
  await deleteStepsOf(db, userId)
}

export async function deleteSessionsUsedBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('sessions').where('last_used_at', '<=', time).execute()
}

export async function isKnownDevice(db: Db, deviceHash: string, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('device_hash', '=', deviceHash)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the device's user. If several accounts have used it, always the oldest one. */
export async function findDeviceUser(db: Db, deviceHash: string): Promise<number | null> {
  const row = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('device_hash', '=', deviceHash)
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Remembers a user's device. Replaces the browser's previous token for all accounts. */
export async function replaceDevice(
  db: Db,
  { before, after, userId }: { before: string | null; after: string; userId: number },
): Promise<void> {
  if (before !== null) {
    await db
      .updateTable('known_devices')
      .set({ device_hash: after })
      .where('device_hash', '=', before)
      .execute()
  }
  await db
    .insertInto('known_devices')
    .values({ device_hash: after, user_id: userId, last_used_at: now() })
    .onConflict((conflict) =>
      conflict.columns(['device_hash', 'user_id']).doUpdateSet({ last_used_at: now() }),
    )
    .execute()
}

/** Deletes all but the `keep` most recently used devices. */
export async function deleteOlderDevices(db: Db, userId: number, keep: number): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', 'not in', (query) =>
      query
        .selectFrom('known_devices')
        .select('device_hash')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .limit(keep),
    )
    .execute()
}

export async function deleteDevicesOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

export async function deleteDevicesUsedBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('last_used_at', '<=', time).execute()
}
