import type { Invitation, NewInvitation } from '#contract/accounts/invitations.ts'
import { ACCOUNT_MESSAGES, INVITATION_DAYS } from '#contract/accounts/rules.ts'
import { recordChange } from '../../audit/audit.ts'
import { notAllowed, notFound, ShopError } from '../../errors.ts'
import { now } from '../../platform/clock.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { countAttempt } from '../../platform/http/limits.ts'
import { randomId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { mailboxKey } from '../../platform/mail/mailbox.ts'
import { LIMITS } from '../attempts.ts'
import { findAccountByEmail, lockStaff } from '../queries.ts'
import * as queries from './queries.ts'
import { sendInvitationJob } from './send.ts'

const DAY_MS = 86_400_000

/**
 * Emails a link for joining the staff.
 * @throws ShopError 403 if the actor is no longer an owner; 409 for staff, a blocked account, or a second invitation; 429
 */
export async function invite(db: Db, actorId: number, offer: NewInvitation): Promise<Invitation> {
  await countEmail(db, actorId, offer.email)
  return inTransaction(db, async (db) => {
    await requireOwner(db, actorId)
    await checkAddress(db, offer.email)
    const id = await queries.insertInvitation(
      db,
      Object.assign(periodFromNow(), offer, { invitedBy: actorId }),
    )
    if (id === null) throw conflict(ACCOUNT_MESSAGES.alreadyInvited)
    const after = roleOf(offer)
    await recordChange(db, { actorId, action: 'invitation.sent', subjectId: id, before: null, after })
    return send(db, id, 1)
  })
}

/** Emails a new link and ends the earlier one. @throws ShopError 403, 404, 409, 429 */
export async function resendInvitation(db: Db, actorId: number, id: number): Promise<Invitation> {
  const found = await queries.findInvitation(db, id)
  if (!found) throw invitationNotFound()
  await countEmail(db, actorId, found.email)
  return inTransaction(db, async (db) => {
    await requireOwner(db, actorId)
    await checkAddress(db, found.email)
    const period = periodFromNow()
    const round = await queries.startRound(db, id, Object.assign(period, { invitedBy: actorId }))
    if (round === null) throw invitationNotFound()
    await recordChange(db, {
      actorId,
      action: 'invitation.resent',
      subjectId: id,
      before: { expiresAt: found.expiresAt },
      after: { expiresAt: period.expiresAt.toISOString() },
    })
    return send(db, id, round)
  })
}

/** @throws ShopError 403, 404 */
export async function revokeInvitation(db: Db, actorId: number, id: number): Promise<void> {
  await inTransaction(db, async (db) => {
    await requireOwner(db, actorId)
    const offer = await queries.deleteInvitation(db, id)
    if (!offer) throw invitationNotFound()
    await recordRevoked(db, actorId, id, offer)
  })
}

/**
 * Ends the invitations of an owner who stops being one, who could have sent some to themselves. Runs in the transaction
 * that locks the staff.
 */
export async function revokeInvitationsBy(db: Db, userId: number, actorId: number): Promise<void> {
  for (const [id, offer] of await queries.deleteInvitationsBy(db, userId))
    await recordRevoked(db, actorId, id, offer)
}

async function recordRevoked(db: Db, actorId: number, id: number, offer: queries.Offer) {
  const before = roleOf(offer)
  await recordChange(db, { actorId, action: 'invitation.revoked', subjectId: id, before, after: null })
}

/** Leaves out the email address, because nothing can be erased from the audit log. Entries of open invitations show it. */
const roleOf = ({ staffRole }: Pick<queries.Offer, 'staffRole'>) => ({ staffRole })

async function requireOwner(db: Db, actorId: number): Promise<void> {
  if ((await lockStaff(db)).get(actorId) !== 'owner') throw notAllowed()
}

async function checkAddress(db: Db, email: string): Promise<void> {
  const account = await findAccountByEmail(db, email)
  if (account?.isBlocked) throw conflict(ACCOUNT_MESSAGES.blockedInvited)
  if (account?.role === 'admin') throw conflict(ACCOUNT_MESSAGES.alreadyStaff)
}

async function send(db: Db, id: number, round: number): Promise<Invitation> {
  await enqueue(db, sendInvitationJob, { emailId: randomId(), id, round })
  const invitation = await queries.findInvitation(db, id)
  if (!invitation) throw invitationNotFound()
  return invitation
}

async function countEmail(db: Db, actorId: number, email: string): Promise<void> {
  await countAttempt(db, LIMITS.invitationsByUser, String(actorId))
  await countAttempt(db, LIMITS.invitationsByMailbox, mailboxKey(email))
}

function periodFromNow() {
  const sentAt = now()
  return { sentAt, expiresAt: new Date(sentAt.getTime() + INVITATION_DAYS * DAY_MS) }
}

const conflict = (message: string) =>
  new ShopError(409, 'conflict', message, { errors: [{ path: 'email', message }] })

const invitationNotFound = () => notFound(ACCOUNT_MESSAGES.invitationNotFound)
