import type { SignedIn } from '#contract/accounts/api.ts'
import { SAFETY_MESSAGES } from '#contract/accounts/passkey-rules.ts'
import { ShopError } from '../../errors.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { countAttempt } from '../../platform/http/limits.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { countStepCode, LIMITS } from '../attempts.ts'
import { queueSecurityEmail } from '../emails.ts'
import { lockAccount } from '../queries.ts'
import type { Origin } from '../sessions/known-device.ts'
import { openFor, signedInOrStep } from '../sessions/sessions.ts'
import { consumeCode } from './codes.ts'
import { consumeStep, findStepUser } from './queries.ts'
import { withCodeCounted, wrongCode } from './second-factor.ts'

/**
 * Completes the second step of a sign-in. The step survives a wrong code, which may be a typo. The account's limit for
 * wrong codes prevents guessing.
 * @throws ShopError 401, 403 when blocked, 429
 */
export async function signInWithCode(
  db: Db,
  secrets: SecretBox,
  { step, code }: { step: string; code: string },
  origin: Origin,
): Promise<SignedIn> {
  const userId = await findStepUser(db, step)
  if (userId === null) {
    await countAttempt(db, LIMITS.signInByAddress, origin.address)
    throw stepEnded()
  }
  const opened = await withCodeCounted(await countStepCode(db, origin, userId), () =>
    inTransaction(db, async (db) => {
      const account = await lockAccount(db, userId)
      const taken = account && (await consumeCode(db, secrets, userId, code))
      if (!taken) throw wrongCode(401)
      if (!(await consumeStep(db, step))) throw stepEnded()
      if (taken === 'recovery') await queueSecurityEmail(db, account, { kind: 'recovery-code-used' })
      return openFor(db, account, origin.userAgent, 'code')
    }),
  )
  return signedInOrStep(opened)
}

const stepEnded = () => new ShopError(401, 'step_ended', SAFETY_MESSAGES.stepEnded)
