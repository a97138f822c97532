import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/** The account that a note is about, or a guest's email address. */
export type NoteOwner = { user_id: number } | { email: string }

/**
 * Replaces a note if it is still the one that was seen.
 * @returns the ID of its row, or null if another admin changed it
 */
export async function replaceNote(
  db: Db,
  owner: NoteOwner,
  { note, seen, by }: { note: string; seen: string; by: number },
): Promise<number | null> {
  const values = { note, updated_at: now(), updated_by: by }
  const [column, value] =
    'user_id' in owner ? (['user_id', owner.user_id] as const) : (['email', owner.email] as const)
  const changed = await db
    .updateTable('customer_notes')
    .set(values)
    .where(column, '=', value)
    .where('note', '=', seen)
    .returning('id')
    .executeTakeFirst()
  if (changed) return changed.id
  if (seen !== '') return null
  const added = await db
    .insertInto('customer_notes')
    .values({ ...owner, ...values })
    .onConflict((conflict) => conflict.column(column).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

/**
 * Gives the note about a guest to the account with the same email address, unless the account has one. An address that its
 * holder never verified may be another person's.
 */
export async function adoptNote(db: Db, userId: number, email: string): Promise<void> {
  await db
    .updateTable('customer_notes')
    .set({ user_id: userId, email: null })
    .where('email', '=', email)
    .where(({ and, exists, not, selectFrom }) =>
      and([
        not(exists(selectFrom('customer_notes as own').select('own.id').where('own.user_id', '=', userId))),
        exists(
          selectFrom('users')
            .select('users.id')
            .where('users.id', '=', userId)
            .where('email_verified_at', 'is not', null),
        ),
      ]),
    )
    .execute()
}

/** Returns the account's own note, or the one about a guest with its email address, or an empty text. */
export async function findNote(db: Db, userId: number, email: string): Promise<string> {
  return (await selectNote(db, userId, email).executeTakeFirst())?.note ?? ''
}

/** Returns whom the note that is shown for an account is about: the account, unless only a guest has one. */
export async function findNoteOwner(db: Db, userId: number, email: string): Promise<NoteOwner> {
  const guest = (await selectNote(db, userId, email).executeTakeFirst())?.email ?? null
  return guest === null ? { user_id: userId } : { email: guest }
}

function selectNote(db: Db, userId: number, email: string) {
  return db
    .selectFrom('customer_notes')
    .select(['note', 'email'])
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('email', '=', email.toLowerCase())]))
    .orderBy('user_id', (order) => order.asc().nullsLast())
    .limit(1)
}

export async function deleteGuestNote(db: Db, email: string): Promise<void> {
  await db.deleteFrom('customer_notes').where('email', '=', email.toLowerCase()).execute()
}
