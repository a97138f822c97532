import { CHALLENGE_SECONDS } from '#contract/accounts/passkey-rules.ts'
import type { Passkey } from '#contract/accounts/passkeys.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { isToken, randomToken, sha256 } from '../../platform/ids.ts'
import type { Credential } from './webauthn.ts'

/** Returns a user's passkeys, oldest first. */
export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

export async function listCredentialIds(db: Db, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('passkeys').select('credential_id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.credential_id)
}

export async function findCredentialUser(db: Db, credentialId: string): Promise<number | null> {
  const row = await db
    .selectFrom('passkeys')
    .select('user_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Returns a credential of a user, whose account the caller has locked. */
export async function findCredential(
  db: Db,
  userId: number,
  credentialId: string,
): Promise<Credential | null> {
  const row = await db
    .selectFrom('passkeys')
    .select(['public_key', 'counter'])
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row ? { id: credentialId, publicKey: row.public_key, counter: row.counter, transports: [] } : null
}

/** @returns false if the credential already exists */
export async function insertPasskey(
  db: Db,
  { userId, name, credential }: { userId: number; name: string; credential: Credential },
): Promise<boolean> {
  const row = await db
    .insertInto('passkeys')
    .values({
      user_id: userId,
      credential_id: credential.id,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports: credential.transports,
      name,
      created_at: now(),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updatePasskeyUse(db: Db, credentialId: string, counter: number): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now() })
    .where('credential_id', '=', credentialId)
    .execute()
}

/** @returns false if this user has no such passkey */
export async function updatePasskeyName(db: Db, userId: number, id: number, name: string): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns its name, or null if this user has no such passkey */
export async function deletePasskey(db: Db, userId: number, id: number): Promise<string | null> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

/** @returns false if there was no link */
export async function deletePasskeysOf(db: Db, userId: number): Promise<boolean> {
  const rows = await db.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute()
  return rows.length > 0
}

/**
 * @param sessionId the session that adds a passkey or uses one as a proof, or null for a sign-in
 * @param isProof if true, the challenge can't be used to add a passkey, which requires the password
 * @returns the challenge that the device must sign, and the token that identifies this browser in the response
 */
export async function openChallenge(db: Db, sessionId: number | null, isProof = false) {
  await deleteExpiredChallenges(db)
  const token = randomToken()
  const challenge = randomToken()
  await db
    .insertInto('passkey_challenges')
    .values({
      token_hash: sha256(token),
      challenge,
      session_id: sessionId,
      is_proof: isProof,
      expires_at: new Date(now().getTime() + CHALLENGE_SECONDS * 1000),
    })
    .execute()
  return { token, challenge }
}

/**
 * Uses up a challenge, even if the response is invalid.
 * @returns null if this browser or this session has no challenge
 */
export async function takeChallenge(
  db: Db,
  token: string,
  sessionId: number | null,
  isProof = false,
): Promise<string | null> {
  if (!isToken(token)) return null
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('token_hash', '=', sha256(token))
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .where('is_proof', '=', isProof)
    .where('expires_at', '>', now())
    .returning('challenge')
    .executeTakeFirst()
  return row?.challenge ?? null
}

export async function deleteExpiredChallenges(db: Db): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now()).execute()
}
