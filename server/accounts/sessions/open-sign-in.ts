import type { SignedIn } from '#contract/accounts/api.ts'
import { SAFETY_MESSAGES } from '#contract/accounts/passkey-rules.ts'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import { ShopError } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Account } from '../queries.ts'
import { hasSecondFactor, openStep } from '../second-factor/queries.ts'
import { openSession } from './sessions.ts'

/** What a good proof of who somebody is leads to: a session, or the step that asks for a code. */
export type Opened = SignedIn | { step: string }

/**
 * The one door: every way to sign in ends here, with the account held by the caller's transaction.
 * @param proof a passkey counts as two factors, since its device asks for a finger or a PIN; all else as one
 * @throws ShopError 403 when blocked
 */
export async function openFor(
  db: Db,
  account: Account,
  userAgent: string,
  proof: 'one-factor' | 'two-factors',
): Promise<Opened> {
  if (account.isBlocked) throw new ShopError(403, 'blocked', ACCOUNT_MESSAGES.blocked)
  if (proof === 'one-factor' && (await hasSecondFactor(db, account.id))) {
    return { step: await openStep(db, account.id) }
  }
  return { token: await openSession(db, account.id, userAgent), user: account }
}

/** Outside the transaction, so that the step is kept. @throws ShopError 401 with the step, where a code is needed */
export function signedInOrStep(opened: Opened): SignedIn {
  if ('token' in opened) return opened
  throw new ShopError(401, 'code_needed', SAFETY_MESSAGES.codeNeeded, { facts: { step: opened.step } })
}
