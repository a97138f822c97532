import type { LinkPurpose } from '#contract/accounts/mailed-links.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'

export type MailedLink = { userId: number; purpose: LinkPurpose; email: string; createdAt: Date }

/** @returns its id */
export async function insertLink(
  db: Db,
  link: MailedLink & { tokenHash: string; expiresAt: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('email_links')
    .values({
      user_id: link.userId,
      purpose: link.purpose,
      email: link.email,
      token_hash: link.tokenHash,
      expires_at: link.expiresAt,
      created_at: link.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns false if the link was used or deleted */
export async function updateLinkToken(db: Db, id: number, tokenHash: string): Promise<boolean> {
  const updated = await db
    .updateTable('email_links')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

export async function findLink(
  db: Db,
  tokenHash: string,
  purposes: LinkPurpose[],
): Promise<MailedLink | null> {
  const row = await db
    .selectFrom('email_links')
    .select(['user_id', 'purpose', 'email', 'created_at'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return row ? toLink(row) : null
}

/** Deletes the link it finds, so that only one of two concurrent requests gets it. */
export async function takeLink(
  db: Db,
  tokenHash: string,
  purposes: LinkPurpose[],
): Promise<MailedLink | null> {
  const row = await db
    .deleteFrom('email_links')
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now())
    .returning(['user_id', 'purpose', 'email', 'created_at'])
    .executeTakeFirst()
  return row ? toLink(row) : null
}

/** Keeps undo links: a thief who knows the password must not be able to invalidate them by setting a new one. */
export async function deleteLinksOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('email_links').where('user_id', '=', userId).where('purpose', '<>', 'undo').execute()
}

/** Deletes the undo links of changes requested at `time` or later, so the earliest address wins. */
export async function deleteUndoLinksSince(db: Db, userId: number, time: Date): Promise<void> {
  await db
    .deleteFrom('email_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'undo')
    .where('created_at', '>=', time)
    .execute()
}

export async function deleteExpiredLinks(db: Db): Promise<void> {
  await db.deleteFrom('email_links').where('expires_at', '<=', now()).execute()
}

function toLink(row: { user_id: number; purpose: string; email: string; created_at: Date }): MailedLink {
  return {
    userId: row.user_id,
    purpose: row.purpose as LinkPurpose,
    email: row.email,
    createdAt: row.created_at,
  }
}
