import type { AuditIntegrity } from '#contract/audit/api.ts'
import type { Db } from '../platform/db/database.ts'
import { findHash, readStretch, type Stretch } from './chain-queries.ts'

/** Entries per call, which takes well under a second. */
const AT_ONCE = 10_000

type Finding = NonNullable<AuditIntegrity['finding']>

/**
 * Verifies the entries after a place, one segment at a time (docs/decisions/0025-audit-chain.md).
 * @param kept a checkpoint that an admin saved, such as '12-9f671a2e-…', to compare with the log at the end
 */
export async function checkStretch(
  db: Db,
  after: number,
  kept?: string,
  atMost = AT_ONCE,
): Promise<AuditIntegrity> {
  const stretch = await readStretch(db, after, atMost)
  const { head, reached, broken, length } = stretch
  const seal = head && head.place > 0 ? sealOf(head) : null
  const of = Math.max(head?.place ?? 0, reached)
  const answer = { of, seal }
  if (broken) {
    const checked = broken.place - broken.missing - 1
    return { ...answer, checked, next: null, finding: { entryId: broken.id, text: brokenText(broken) } }
  }
  if (length >= atMost) return { ...answer, checked: reached, next: reached, finding: null }
  const finding = endFinding(stretch) ?? (kept ? await keptFinding(db, kept) : null)
  return { ...answer, checked: reached, next: null, finding }
}

/** Verifies the whole log. */
export async function checkLog(db: Db): Promise<AuditIntegrity> {
  for (let after = 0; ; ) {
    const checked = await checkStretch(db, after)
    if (checked.next === null) return checked
    after = checked.next
  }
}

function brokenText({ id, missing, lastId }: NonNullable<Stretch['broken']>): string {
  if (missing === 0) return `Entry #${id} or the hash before it was modified.`
  const where = lastId === null ? `before #${id}` : `between #${lastId} and #${id}`
  return `${entries(missing)} missing ${where}.`
}

function endFinding({ head, reached, reachedHash, unsealedId }: Stretch): Finding | null {
  if (!head) return { entryId: null, text: 'The latest hash is missing.' }
  if (head.place > reached)
    return { entryId: null, text: `${entries(head.place - reached)} missing at the end of the log.` }
  if (head.place < reached || head.hash !== (reachedHash ?? ''))
    return { entryId: null, text: 'The latest hash does not match the last entry.' }
  if (unsealedId !== null)
    return { entryId: unsealedId, text: `Entry #${unsealedId} was added without a hash.` }
  return null
}

/**
 * Write access to the database is enough to recompute every hash, so only a checkpoint saved elsewhere reveals that.
 */
async function keptFinding(db: Db, kept: string): Promise<Finding | null> {
  const [place = ''] = kept.split('-')
  const found = await findHash(db, Number(place))
  if (!found)
    return {
      entryId: null,
      text: `The log is shorter than when this checkpoint was saved: it had ${place} entries then.`,
    }
  if (sealOf({ place: Number(place), hash: found.hash }) === kept) return null
  return {
    entryId: found.id,
    text: `The log up to #${found.id} does not match this checkpoint.`,
  }
}

/** Formats a checkpoint in groups of eight characters, which are easy to compare. */
function sealOf({ place, hash }: { place: number; hash: string }): string {
  return [place, ...(hash.match(/.{8}/g) ?? [])].join('-')
}

const entries = (count: number) => (count === 1 ? 'One entry is' : `${count} entries are`)
