import { sql } from 'kysely'
import { STEP_SECONDS } from '#contract/accounts/passkey-rules.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { randomToken, sha256 } from '../../platform/ids.ts'

/** `secret` is encrypted. */
export type SecondFactor = { userId: number; secret: string; isOn: boolean }

export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  return (await findSecondFactor(db, userId))?.isOn ?? false
}

export async function findSecondFactor(db: Db, userId: number): Promise<SecondFactor | null> {
  const row = await db
    .selectFrom('second_factors')
    .select(['user_id', 'secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { userId: row.user_id, secret: row.secret, isOn: row.confirmed_at !== null } : null
}

export async function listSecondFactors(db: Db): Promise<SecondFactor[]> {
  const rows = await db.selectFrom('second_factors').select(['user_id', 'secret', 'confirmed_at']).execute()
  return rows.map((row) => ({ userId: row.user_id, secret: row.secret, isOn: row.confirmed_at !== null }))
}

/**
 * Replaces an unconfirmed setup.
 * @returns false if two-factor authentication is already on
 */
export async function beginSecondFactor(db: Db, userId: number, secret: string): Promise<boolean> {
  const row = await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret, created_at: now() })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, last_period: null, created_at: now() })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function confirmSecondFactor(db: Db, userId: number): Promise<void> {
  await db.updateTable('second_factors').set({ confirmed_at: now() }).where('user_id', '=', userId).execute()
}

/** @returns false if a code of this period, or of a later one, was already used */
export async function consumePeriod(db: Db, userId: number, period: number): Promise<boolean> {
  const row = await db
    .updateTable('second_factors')
    .set({ last_period: period })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_period', 'is', null), eb('last_period', '<', period)]))
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces the secret only if it hasn't changed since it was read. */
export async function replaceSecret(
  db: Db,
  { userId, secret }: SecondFactor,
  encrypted: string,
): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ secret: encrypted })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .execute()
}

/**
 * Deletes an authenticator app along with its recovery codes.
 * @param since if given, deletes only an app that was set up at this time or later
 * @returns false if there was none, or only an unconfirmed one
 */
export async function deleteSecondFactor(
  db: Db,
  userId: number,
  since: Date = new Date(0),
): Promise<boolean> {
  const row = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where(({ fn }) => fn.coalesce('confirmed_at', 'created_at'), '>=', since)
    .returning('confirmed_at')
    .executeTakeFirst()
  if (row) await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return row !== undefined && row.confirmed_at !== null
}

export async function insertRecoveryCodes(db: Db, userId: number, hashes: string[]): Promise<void> {
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ code_hash, user_id: userId })))
    .execute()
}

/** Deletes the code, because each code works once. */
export async function consumeRecoveryCode(db: Db, userId: number, hash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', hash)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Creates a sign-in step that requires a code.
 * @returns its token; only the hash is stored
 */
export async function openStep(db: Db, userId: number): Promise<string> {
  const token = randomToken()
  const expiresAt = new Date(now().getTime() + STEP_SECONDS * 1000)
  await db
    .insertInto('sign_in_challenges')
    .values({ token_hash: sha256(token), user_id: userId, expires_at: expiresAt })
    .execute()
  return token
}

/** Returns the user of a sign-in step, or null if it is unknown, expired, or completed. */
export async function findStepUser(db: Db, token: string): Promise<number | null> {
  const row = await db
    .selectFrom('sign_in_challenges')
    .select('user_id')
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Deletes the step, so that only one of two concurrent requests completes it. */
export async function consumeStep(db: Db, token: string): Promise<boolean> {
  const row = await db
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', now())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteStepsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
}

export async function deleteExpiredSteps(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<=', now()).execute()
}
