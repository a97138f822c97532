import type { SignedIn } from '#contract/accounts/api.ts'
import { SAFETY_MESSAGES } from '#contract/accounts/passkey-rules.ts'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import { ShopError } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Account } from '../queries.ts'
import { hasSecondFactor, openStep } from '../second-factor/queries.ts'
import { openSession } from './sessions.ts'

/** The result of a valid proof of identity: a session, or the step that requires a code. */
export type Opened = SignedIn | { step: string }

/**
 * Opens a session. Every sign-in method ends here, with the account locked by the caller's transaction.
 * @param proof a passkey counts as two factors, since its device requires a fingerprint or PIN; all others count as one
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

/**
 * Call it outside the transaction, so that the step is stored.
 * @throws ShopError 401 with the step if a code is needed
 */
export function signedInOrStep(opened: Opened): SignedIn {
  if ('token' in opened) return opened
  throw new ShopError(401, 'code_needed', SAFETY_MESSAGES.codeNeeded, { facts: { step: opened.step } })
}
