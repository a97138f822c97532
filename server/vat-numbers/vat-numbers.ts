import { now, pause } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import * as queries from './queries.ts'
import { queryVies, VIES_TIMEOUT_MS, type ViesAnswer } from './vies.ts'

const DAY_MS = 86_400_000
/** How long an answer counts while VIES is unavailable. Unused ones are then deleted. */
const KEPT_MS = 30 * DAY_MS
/** Pause after a query without an answer. */
const RETRY_MS = 60_000
const POLL_MS = 100
/** A query may be repeated without the requester. */
const LEASE_MS = 2 * VIES_TIMEOUT_MS + 1000

/** The shop's access to VIES. */
export type Register = {
  viesUrl: string
  /** The shop's own number, or null. */
  requester: string | null
  /** Called before each query. An error prevents it. */
  beforeQuery?(): Promise<unknown>
  /** Called if VIES rejects the shop's own number. */
  onRequesterRejected(requester: string): Promise<void>
}

type Answer = ViesAnswer & { at: Date }

/**
 * Returns what VIES answers about a number, from the last 24 hours if it has. A query without an answer is repeated
 * after a minute at the earliest. While VIES is unavailable, its last answer counts for 30 days.
 * @returns null if VIES is unavailable
 */
export async function verifyNumber(db: Db, register: Register, id: string): Promise<Answer | null> {
  const known = await queries.findAnswer(db, id)
  const day = new Date(now().getTime() - DAY_MS)
  if (known?.answer && known.answer.at > day) return known.answer
  const hasJustFailed = known?.failedAt && known.failedAt.getTime() > now().getTime() - RETRY_MS
  if (!hasJustFailed && !known?.isQuerying) {
    await register.beforeQuery?.()
    if (await queries.claimQuery(db, id, day, new Date(now().getTime() + LEASE_MS)))
      return share(db, id, query(db, register, id))
  }
  return pendingOf(db).get(id) ?? share(db, id, waitForQuery(db, id))
}

export async function deleteOldAnswers(db: Db): Promise<void> {
  await queries.deleteAnswersBefore(db, new Date(now().getTime() - KEPT_MS))
}

/** The queries of this process, and its waits for those of others, by number. */
const pending = new WeakMap<Db, Map<string, Promise<Answer | null>>>()

function pendingOf(db: Db): Map<string, Promise<Answer | null>> {
  const known = pending.get(db) ?? new Map<string, Promise<Answer | null>>()
  pending.set(db, known)
  return known
}

/** Lets other requests for the number wait for the same answer, so that a crowd of them costs no more than one. */
function share(db: Db, id: string, answer: Promise<Answer | null>): Promise<Answer | null> {
  const all = pendingOf(db)
  const shared = answer.finally(() => {
    if (all.get(id) === shared) all.delete(id)
  })
  all.set(id, shared)
  return shared
}

async function query(
  db: Db,
  { viesUrl, requester, onRequesterRejected }: Register,
  id: string,
): Promise<Answer | null> {
  let outcome = await queryVies(viesUrl, id, requester)
  if (outcome === 'rejected' && requester) {
    await onRequesterRejected(requester)
    outcome = await queryVies(viesUrl, id, null)
  }
  if (typeof outcome === 'string') await queries.updateFailure(db, id)
  else await queries.updateAnswer(db, id, outcome)
  return lastAnswer(await queries.findAnswer(db, id))
}

/** Waits until no other process queries the number. */
async function waitForQuery(db: Db, id: string): Promise<Answer | null> {
  for (let waited = 0; ; waited += POLL_MS) {
    const stored = await queries.findAnswer(db, id)
    if (!stored?.isQuerying || waited >= LEASE_MS) return lastAnswer(stored)
    await pause(POLL_MS)
  }
}

function lastAnswer(stored: queries.StoredAnswer | null) {
  const { answer } = stored ?? {}
  return answer && answer.at.getTime() > now().getTime() - KEPT_MS ? answer : null
}
