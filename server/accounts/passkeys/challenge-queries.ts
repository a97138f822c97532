import { CHALLENGE_SECONDS } from '#contract/accounts/passkey-rules.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { isToken, randomToken, sha256 } from '../../platform/ids.ts'

/**
 * @param sessionId where a passkey is added or used as a proof; null: somebody signs in
 * @param isProof such a challenge can't be used to add a passkey, which takes the password
 * @returns what the device must sign, and the token by which this browser is known when it answers
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

/** Used up from now on, whatever comes of the answer; null when this browser, or this session, was asked nothing. */
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
