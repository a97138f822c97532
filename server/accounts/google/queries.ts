import { sql } from 'kysely'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'

export type GoogleSignInRow = { tokenHash: string; profileHash: string | null; expiresAt: Date }

export async function insertGoogleSignIn(db: Db, row: GoogleSignInRow): Promise<void> {
  await db
    .insertInto('google_sign_ins')
    .values({ token_hash: row.tokenHash, profile_hash: row.profileHash, expires_at: row.expiresAt })
    .execute()
}

/** Deletes a started sign-in, so that it can't be finished twice. @returns false if there is none */
export async function takeBegunSignIn(db: Db, tokenHash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('google_sign_ins')
    .where('token_hash', '=', tokenHash)
    .where('profile_hash', 'is', null)
    .where('expires_at', '>', now())
    .returning('token_hash')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes a finished sign-in, so that it can't be exchanged twice.
 * @returns its profile hash, or null if there is none
 */
export async function takeFinishedSignIn(db: Db, tokenHash: string): Promise<string | null> {
  const row = await db
    .deleteFrom('google_sign_ins')
    .where('token_hash', '=', tokenHash)
    .where('profile_hash', 'is not', null)
    .where('expires_at', '>', now())
    .returning('profile_hash')
    .executeTakeFirst()
  return row?.profile_hash ?? null
}

export async function deleteExpiredGoogleSignIns(db: Db): Promise<void> {
  await db.deleteFrom('google_sign_ins').where('expires_at', '<=', now()).execute()
}

/** `subject` is Google's permanent ID for a user, whose email address may change. */
export async function findUserIdBySubject(db: Db, subject: string): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('google_subject', '=', subject)
    .executeTakeFirst()
  return row?.id ?? null
}

/** @returns false if the user is already linked to another subject */
export async function updateGoogleLink(
  db: Db,
  userId: number,
  link: { subject: string; email: string; photoUrl: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set(({ fn, ref, val }) => ({
      google_subject: link.subject,
      google_email: link.email,
      photo_url: fn.coalesce(val(link.photoUrl), ref('photo_url')),
      updated_at: now(),
    }))
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('google_subject', 'is', null), eb('google_subject', '=', link.subject)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the linked Google account, or null if there is none; `email` is null for old links. */
export async function findGoogleLink(db: Db, userId: number): Promise<{ email: string | null } | null> {
  const row = await db
    .selectFrom('users')
    .select('google_email')
    .where('id', '=', userId)
    .where('google_subject', 'is not', null)
    .executeTakeFirst()
  return row ? { email: row.google_email } : null
}

/** @returns false if there was none */
export async function deleteGoogleLink(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ google_subject: null, google_email: null, updated_at: now() })
    .where('id', '=', userId)
    .where('google_subject', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns which of the names are taken, in lowercase. */
export async function listTakenUsernames(db: Db, names: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select(sql<string>`lower(username)`.as('name'))
    .where(
      sql`lower(username)`,
      'in',
      names.map((name) => name.toLowerCase()),
    )
    .execute()
  return rows.map(({ name }) => name)
}
