import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import { OWNERS_ONLY, type StaffRole, whoMay } from '#contract/accounts/staff-roles.ts'
import { changeUser as endpoint, type UserChanges } from '#contract/accounts/users.ts'
import { mayUse } from '#contract/http.ts'
import { recordChange } from '../audit/audit.ts'
import { invalidInput, notAllowed, notFound, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { type RequestUser, requireProof } from '../platform/http/guards.ts'
import { revokeInvitationsBy } from './invitations/invite.ts'
import { lastOwner } from './my-data.ts'
import { type Account, isLastOwner, lockAccount, lockStaff, type Staff, updateAccount } from './queries.ts'
import { deleteSessionsOf } from './sessions/queries.ts'

/**
 * Changes a user's role, or blocks or unblocks them. Promoting, demoting, and blocking revoke all sessions, so a new
 * admin has to sign in under the rules for admins, and a blocked user is signed out immediately. Another staff role
 * applies from the next request on.
 * @throws ShopError 400; 403 if the actor isn't an owner and changes roles or staff, or needs a proof of identity; 404;
 * 409 for the last owner or an unverified email address
 */
export async function changeUser(
  db: Db,
  actor: Pick<RequestUser, 'id' | 'isProven'>,
  id: number,
  changes: UserChanges,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const staff = await lockStaff(db)
    const actorRole = staff.get(actor.id)
    if (!actorRole || !mayUse(actorRole, endpoint)) throw notAllowed()
    const account = await lockAccount(db, id)
    if (!account) throw notFound('User not found')
    const before = { role: account.role, staffRole: account.staffRole ?? null, isBlocked: account.isBlocked }
    const staffRole = staffRoleAfter(before.staffRole, changes)
    const after = {
      role: staffRole === null ? ('customer' as const) : ('admin' as const),
      staffRole,
      isBlocked: changes.isBlocked ?? before.isBlocked,
    }
    if (before.staffRole === staffRole && before.isBlocked === after.isBlocked) return
    if ((before.staffRole ?? staffRole) !== null && actorRole !== 'owner')
      throw new ShopError(403, 'role_not_allowed', whoMay(OWNERS_ONLY, 'change staff'))
    if (staffRole !== null && before.staffRole !== staffRole) requireProof(actor)
    checkChange(account, after, staff)
    await updateAccount(db, id, {
      staffRole,
      ...(before.isBlocked === after.isBlocked ? {} : { blockedAt: after.isBlocked ? now() : null }),
    })
    if (before.role !== after.role || before.isBlocked !== after.isBlocked) await deleteSessionsOf(db, id)
    if (before.staffRole === 'owner' && (staffRole !== 'owner' || after.isBlocked))
      await revokeInvitationsBy(db, id, actor.id)
    await recordChange(db, { actorId: actor.id, action: 'user.changed', subjectId: id, before, after })
  })
}

function staffRoleAfter(before: StaffRole | null, { role, staffRole }: UserChanges): StaffRole | null {
  if (role === 'customer') return null
  if (before === null && role !== 'admin') {
    if (staffRole !== undefined)
      throw invalidInput(ACCOUNT_MESSAGES.notStaff, [
        { path: 'staffRole', message: ACCOUNT_MESSAGES.notStaff },
      ])
    return null
  }
  return staffRole ?? before ?? 'owner'
}

function checkChange(
  account: Account,
  after: { staffRole: StaffRole | null; isBlocked: boolean },
  staff: Staff,
) {
  const isOwnerAfter = after.staffRole === 'owner' && !after.isBlocked
  if (!isOwnerAfter && isLastOwner(staff, account.id)) throw lastOwner()
  // Otherwise, a reset email could let the owner of a mistyped address become an admin.
  if (after.staffRole !== null && account.role !== 'admin' && !account.emailVerified) {
    throw new ShopError(409, 'email_not_verified', ACCOUNT_MESSAGES.adminNeedsVerifiedEmail)
  }
}
