import { SYNC_MESSAGES } from '#contract/sync/rules.ts'
import type { Db } from '../platform/db/database.ts'
import { describeExceptions } from './map/exceptions.ts'
import type { PlatformError } from './platform.ts'
import { countConflicts } from './record/conflict-queries.ts'
import { findRun } from './record/run-queries.ts'

/** Returns a sentence for admins that describes the result of a run. */
export async function describeResult(db: Db, runId: number): Promise<string> {
  const run = await findRun(db, runId)
  if (!run) return SYNC_MESSAGES.successful
  const { created, changed, archived, failed, seen, exceptions } = run
  const conflicts = await countConflicts(db, 'open')
  const parts = [
    [created, 'added'],
    [changed, 'changed'],
    [archived, 'archived'],
    [failed, 'skipped'],
    [conflicts, conflicts === 1 ? 'conflict to resolve' : 'conflicts to resolve'],
  ] as const
  const counts = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  const what = counts.length > 0 ? counts.join(', ') : 'nothing to change'
  return `${seen} ${seen === 1 ? 'product' : 'products'} compared: ${what}. ${describeExceptions(exceptions)}`.trim()
}

/** Returns a sentence for admins that describes the result of an undo. */
export async function describeUndo(db: Db, runId: number): Promise<string> {
  const run = await findRun(db, runId)
  const count = run ? run.changed + run.archived : 0
  const skipped = run?.failed ?? 0
  const left = skipped === 0 ? '' : ` ${skipped} left as ${skipped === 1 ? 'it is' : 'they are'}.`
  return `${count} ${count === 1 ? 'change' : 'changes'} undone.${left}`
}

/** Describes a failed run. Products synced before the failure are complete, and the next run continues from there. */
export async function describeFailure(db: Db, runId: number, { message }: PlatformError): Promise<string> {
  const run = await findRun(db, runId)
  const done = run ? run.created + run.changed + run.archived : 0
  if (done === 0) return /changed\.$/.test(message) ? message : `${message} Nothing was changed.`
  return `${message} ${done} ${done === 1 ? 'product was' : 'products were'} synced before.`
}
