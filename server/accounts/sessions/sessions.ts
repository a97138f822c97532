import { z } from 'zod'
import type { SignedIn, User } from '#contract/accounts/api.ts'
import { PROOF_MINUTES, SAFETY_MESSAGES } from '#contract/accounts/passkey-rules.ts'
import { ACCOUNT_MESSAGES, DEVICE_DAYS, SIGN_IN_DAYS } from '#contract/accounts/rules.ts'
import type { Session } from '#contract/accounts/sessions.ts'
import { notFound, ShopError } from '../../errors.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RequestUser } from '../../platform/http/guards.ts'
import { deleteExpiredLimits } from '../../platform/http/limits.ts'
import { isToken, randomToken, sha256 } from '../../platform/ids.ts'
import { job } from '../../platform/jobs/queue.ts'
import { readSettings } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { deleteInvitationsExpiredBefore } from '../invitations/queries.ts'
import { deleteExpiredLinks } from '../mailed-links/queries.ts'
import { deleteExpiredChallenges } from '../passkeys/queries.ts'
import { type Account, findAccount } from '../queries.ts'
import { reencryptSecrets } from '../second-factor/codes.ts'
import { deleteExpiredSteps, hasSecondFactor, openStep } from '../second-factor/queries.ts'
import {
  deleteDevicesUsedBefore,
  deleteSession,
  deleteSessionByToken,
  deleteSessionsOf,
  deleteSessionsUsedBefore,
  findSession,
  insertSession,
  listSessionRows,
  updateLastUse,
} from './queries.ts'
import { deviceOf } from './user-agent.ts'

const DAY_MS = 86_400_000
/** How long owners see that an invitation expired. */
const EXPIRED_INVITATION_DAYS = 30
const NOTE_USE_EVERY_MS = 60_000
const USER_AGENT_MAX = 400
/** Maximum number of sessions per user, so a bot can't fill the table by signing in repeatedly. */
const SESSIONS_MAX = 100

/** @returns the token; only its hash is stored, so it can't be recovered */
export async function openSession(
  db: Db,
  userId: number,
  userAgent: string,
  hasUsedPasskey = false,
): Promise<string> {
  const token = randomToken()
  const session = { userId, tokenHash: sha256(token), userAgent: userAgent.slice(0, USER_AGENT_MAX) }
  await insertSession(db, { ...session, hasUsedPasskey }, SESSIONS_MAX)
  return token
}

/**
 * Returns the user of a token and records its use, or null if it is unknown, revoked, or expired, or its user is
 * blocked.
 * @param isDemo in the demo, sessions count as proven, and a generated password may be kept
 */
export async function findRequestUser(db: Db, token: string, isDemo: boolean): Promise<RequestUser | null> {
  if (!isToken(token)) return null
  const session = await findSession(db, sha256(token), oldestUse())
  if (!session) return null
  if (now().getTime() - session.lastUsedAt.getTime() >= NOTE_USE_EVERY_MS) await updateLastUse(db, session.id)
  const { provenAt, hasSecondFactor, needsSecondFactor } = session
  const isProven = isDemo || (provenAt !== null && now() < provenUntil(provenAt))
  const mustChangePassword = session.mustChangePassword && !isDemo
  const { userId: id, staffRole, id: sessionId } = session
  return { id, staffRole, sessionId, isProven, mustChangePassword, hasSecondFactor, needsSecondFactor }
}

/** Returns the session of this token, with its user. @throws ShopError 401 if there is none */
export async function signedInWith(db: Db, token: string, isDemo: boolean): Promise<SignedIn> {
  const known = await findRequestUser(db, token, isDemo)
  const user = known && (await findOwnAccount(db, known))
  if (!user) throw new ShopError(401, 'sign_in_ended', ACCOUNT_MESSAGES.signInEnded)
  return { token, user }
}

/** Returns the user of a session as shown to itself. */
export async function findOwnAccount(db: Db, user: RequestUser): Promise<User | null> {
  const account = await findAccount(db, user.id)
  return account && (user.needsSecondFactor ? { ...account, needsSecondFactor: true } : account)
}

export function provenUntil(provenAt: Date): Date {
  return new Date(provenAt.getTime() + PROOF_MINUTES * 60_000)
}

/** Returns a user's active sessions with their devices; marks the current one. */
export async function listSessions(db: Db, user: RequestUser): Promise<Session[]> {
  return (await listSessionRows(db, user.id, oldestUse())).map((session) => ({
    id: session.id,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    device: deviceOf(session.userAgent),
    isCurrent: session.id === user.sessionId,
  }))
}

/** @throws ShopError 404 if this user has no such session */
export async function revokeSession(db: Db, user: RequestUser, id: number): Promise<Session[]> {
  if (!(await deleteSession(db, user.id, id))) throw notFound('Session not found')
  return listSessions(db, user)
}

/** Revokes every session of a user, including the current one. */
export async function signOutEverywhere(db: Db, userId: number): Promise<void> {
  await deleteSessionsOf(db, userId)
}

/** Does nothing for an unknown token, because the visitor is signed out either way. */
export async function signOut(db: Db, token: string | null): Promise<void> {
  if (token !== null) await deleteSessionByToken(db, sha256(token))
}

/** Returns the earliest last use of a session that hasn't expired. */
export function oldestUse(): Date {
  return new Date(now().getTime() - SIGN_IN_DAYS * DAY_MS)
}

/** The result of a valid proof of identity: a session, or the step that requires a code. */
export type Opened = SignedIn | { step: string }

/**
 * Opens a session. Every sign-in method calls this, with the account locked in the caller's transaction.
 * @param proof a passkey counts as two factors, because the device requires a fingerprint or PIN, and so does a code,
 * which comes after another proof
 * @throws ShopError 403 when blocked
 */
export async function openFor(
  db: Db,
  account: Account,
  userAgent: string,
  proof: 'one-factor' | 'code' | 'passkey',
): Promise<Opened> {
  if (account.isBlocked) throw new ShopError(403, 'blocked', ACCOUNT_MESSAGES.blocked)
  if (proof === 'one-factor' && (await hasSecondFactor(db, account.id))) {
    return { step: await openStep(db, account.id) }
  }
  const token = await openSession(db, account.id, userAgent, proof === 'passkey')
  const isAsked = account.role === 'admin' && proof === 'one-factor'
  const needsSecondFactor = isAsked && (await readSettings(db)).staffNeedSecondFactor
  return { token, user: needsSecondFactor ? { ...account, needsSecondFactor } : account }
}

/**
 * Call it outside the transaction, so that the step is stored.
 * @throws ShopError 401 with the step if a code is needed
 */
export function signedInOrStep(opened: Opened): SignedIn {
  if ('token' in opened) return opened
  throw new ShopError(401, 'code_needed', SAFETY_MESSAGES.codeNeeded, { facts: { step: opened.step } })
}

/** Hourly job that deletes expired rows. They are rejected even before that. */
export const deleteExpiredJob = job('delete-expired', z.object({}))

/** Deletes all expired sign-in data, and re-encrypts secrets that use an old key. */
export async function deleteExpired({ db, secrets }: Pick<Shop, 'db' | 'secrets'>): Promise<void> {
  await deleteSessionsUsedBefore(db, oldestUse())
  await deleteExpiredLinks(db)
  await deleteInvitationsExpiredBefore(db, new Date(now().getTime() - EXPIRED_INVITATION_DAYS * DAY_MS))
  await deleteExpiredChallenges(db)
  await deleteExpiredSteps(db)
  await deleteDevicesUsedBefore(db, new Date(now().getTime() - DEVICE_DAYS * DAY_MS))
  await deleteExpiredLimits(db)
  await reencryptSecrets(db, secrets)
}
