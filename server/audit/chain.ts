import type { AuditIntegrity } from '#contract/audit/api.ts'
import type { Db } from '../platform/db/database.ts'
import { findHash, type LogSegment, readSegment } from './chain-queries.ts'

/** Entries per call. Verifying them takes well under a second. */
const AT_ONCE = 10_000

type BrokenEntry = NonNullable<AuditIntegrity['finding']>

/**
 * Verifies the entries after a place, one segment at a time (docs/decisions/0025-audit-chain.md).
 * @param savedHash a checkpoint that an admin saved, such as '12-9f671a2e-…', to compare with the log at the end
 */
export async function checkSegment(
  db: Db,
  after: number,
  savedHash?: string,
  atMost = AT_ONCE,
): Promise<AuditIntegrity> {
  const segment = await readSegment(db, after, atMost)
  const { head, reached, broken, length } = segment
  const seal = head && head.place > 0 ? checkpointOf(head) : null
  const of = Math.max(head?.place ?? 0, reached)
  const result = { of, seal }
  if (broken) {
    const checked = broken.place - broken.missing - 1
    return { ...result, checked, next: null, finding: { entryId: broken.id, text: brokenText(broken) } }
  }
  if (length >= atMost) return { ...result, checked: reached, next: reached, finding: null }
  const finding = findAtEnd(segment) ?? (savedHash ? await compareSaved(db, savedHash) : null)
  return { ...result, checked: reached, next: null, finding }
}

/** Verifies the whole log. */
export async function checkLog(db: Db): Promise<AuditIntegrity> {
  for (let after = 0; ; ) {
    const checked = await checkSegment(db, after)
    if (checked.next === null) return checked
    after = checked.next
  }
}

function brokenText({ id, missing, lastId }: NonNullable<LogSegment['broken']>): string {
  if (missing === 0) return `Entry #${id} or the hash before it was modified.`
  const where = lastId === null ? `before #${id}` : `between #${lastId} and #${id}`
  return `${entries(missing)} missing ${where}.`
}

function findAtEnd({ head, reached, reachedHash, unsealedId }: LogSegment): BrokenEntry | null {
  if (!head) return { entryId: null, text: 'The latest hash is missing.' }
  if (head.place > reached)
    return { entryId: null, text: `${entries(head.place - reached)} missing at the end of the log.` }
  if (head.place < reached || head.hash !== (reachedHash ?? ''))
    return { entryId: null, text: 'The latest hash does not match the last entry.' }
  if (unsealedId !== null)
    return { entryId: unsealedId, text: `Entry #${unsealedId} was added without a hash.` }
  return null
}

/** Anyone with write access to the database could recompute every hash. Only a checkpoint saved elsewhere reveals that. */
async function compareSaved(db: Db, savedHash: string): Promise<BrokenEntry | null> {
  const [place = ''] = savedHash.split('-')
  const found = await findHash(db, Number(place))
  if (!found)
    return {
      entryId: null,
      text: `The log is shorter than when this checkpoint was saved: it had ${place} entries then.`,
    }
  if (checkpointOf({ place: Number(place), hash: found.hash }) === savedHash) return null
  return {
    entryId: found.id,
    text: `The log up to #${found.id} does not match this checkpoint.`,
  }
}

/** Formats a checkpoint in groups of eight characters, so people can compare it easily. */
function checkpointOf({ place, hash }: { place: number; hash: string }): string {
  return [place, ...(hash.match(/.{8}/g) ?? [])].join('-')
}

const entries = (count: number) => (count === 1 ? 'One entry is' : `${count} entries are`)
