import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import type { UserChanges } from '#contract/accounts/users.ts'
import { recordChange } from '../audit/audit.ts'
import { notAllowed, notFound, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { type RequestUser, requireProof } from '../platform/http/guards.ts'
import { lastAdmin } from './my-data.ts'
import { type Account, lockAccount, lockAdmins, updateAccount } from './queries.ts'
import { deleteSessionsOf } from './sessions/queries.ts'

/**
 * Changes a user's role, or blocks or unblocks them. Revokes all sessions, so a new admin has to sign in under the
 * rules for admins, and a blocked user is signed out immediately.
 * @throws ShopError 403 if the actor is no longer an admin, or needs a proof of identity to promote; 404; 409 for the
 * last admin or an unverified email address
 */
export async function changeUser(
  db: Db,
  admin: Pick<RequestUser, 'id' | 'isProven'>,
  id: number,
  changes: UserChanges,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const admins = await lockAdmins(db)
    if (!admins.includes(admin.id)) throw notAllowed()
    const account = await lockAccount(db, id)
    if (!account) throw notFound('User not found')
    const before = { role: account.role, isBlocked: account.isBlocked }
    const after = {
      role: changes.role ?? before.role,
      isBlocked: changes.isBlocked ?? before.isBlocked,
    }
    if (before.role === after.role && before.isBlocked === after.isBlocked) return
    if (after.role === 'admin' && before.role !== 'admin') requireProof(admin)
    checkChange(account, after, admins)
    await updateAccount(db, id, {
      role: after.role,
      ...(before.isBlocked === after.isBlocked ? {} : { blockedAt: after.isBlocked ? now() : null }),
    })
    await deleteSessionsOf(db, id)
    await recordChange(db, { actorId: admin.id, action: 'user.changed', subjectId: id, before, after })
  })
}

function checkChange(account: Account, after: { role: string; isBlocked: boolean }, admins: number[]) {
  const isAdminAfter = after.role === 'admin' && !after.isBlocked
  if (!isAdminAfter && admins.length === 1 && admins[0] === account.id) throw lastAdmin()
  // Otherwise, a reset email could let the owner of a mistyped address become an admin.
  if (after.role === 'admin' && account.role !== 'admin' && !account.emailVerified) {
    throw new ShopError(409, 'email_not_verified', ACCOUNT_MESSAGES.adminNeedsVerifiedEmail)
  }
}
