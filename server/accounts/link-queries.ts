import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

export type LinkPurpose = 'verify' | 'change' | 'reset'
export type MailedLink = { userId: number; purpose: LinkPurpose; email: string }

export async function insertLink(
  db: Db,
  link: MailedLink & { tokenHash: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('mailed_links')
    .values({
      user_id: link.userId,
      purpose: link.purpose,
      email: link.email,
      token_hash: link.tokenHash,
      expires_at: link.expiresAt,
      created_at: now(),
    })
    .execute()
}

export async function findLink(
  db: Db,
  tokenHash: string,
  purposes: LinkPurpose[],
): Promise<MailedLink | null> {
  const row = await db
    .selectFrom('mailed_links')
    .select(['user_id', 'purpose', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return row ? toLink(row) : null
}

/** Deletes what it finds, so that of two who open a link at once only one has it. */
export async function takeLink(
  db: Db,
  tokenHash: string,
  purposes: LinkPurpose[],
): Promise<MailedLink | null> {
  const row = await db
    .deleteFrom('mailed_links')
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now())
    .returning(['user_id', 'purpose', 'email'])
    .executeTakeFirst()
  return row ? toLink(row) : null
}

export async function deleteLinksOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('mailed_links').where('user_id', '=', userId).execute()
}

export async function deleteExpiredLinks(db: Db): Promise<void> {
  await db.deleteFrom('mailed_links').where('expires_at', '<=', now()).execute()
}

function toLink(row: { user_id: number; purpose: string; email: string }): MailedLink {
  return { userId: row.user_id, purpose: row.purpose as LinkPurpose, email: row.email }
}
