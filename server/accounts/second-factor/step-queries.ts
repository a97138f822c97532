import { STEP_SECONDS } from '#contract/accounts/passkey-rules.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { randomToken, sha256 } from '../../platform/ids.ts'

/** A sign-in that waits for its code. @returns its token, of which only the hash is kept */
export async function openStep(db: Db, userId: number): Promise<string> {
  const token = randomToken()
  const expiresAt = new Date(now().getTime() + STEP_SECONDS * 1000)
  await db
    .insertInto('sign_in_steps')
    .values({ token_hash: sha256(token), user_id: userId, expires_at: expiresAt })
    .execute()
  return token
}

/** Whose sign-in it is; null when it is unknown, over or done. */
export async function findStepUser(db: Db, token: string): Promise<number | null> {
  const row = await db
    .selectFrom('sign_in_steps')
    .select('user_id')
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Deletes it, so that of two who finish it at once only one does. */
export async function takeStep(db: Db, token: string): Promise<boolean> {
  const row = await db
    .deleteFrom('sign_in_steps')
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', now())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteStepsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute()
}

export async function deleteExpiredSteps(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('expires_at', '<=', now()).execute()
}
