import { setInterval } from 'node:timers'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { randomId } from '../platform/ids.ts'
import * as queries from './queries.ts'

/** Renewed three times per lease, so one failed renewal doesn't lose it. */
export const LEASE_MS = 15_000

/** Thrown if another node executes the run now, or the run has ended. */
export class LeaseLostError extends Error {}

/** The holder of a run's lease. Only the holder may write for the run. */
export type LeaseHolder = {
  run: queries.LeasedRun
  /** Runs one step in a transaction in which the lease can't be lost. @throws LeaseLostError */
  step<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** @throws LeaseLostError */
  note(progress: queries.Progress, compared?: queries.Compared): Promise<void>
  finish(end: queries.RunEnd): Promise<void>
  /** Releases the lease without ending the run. */
  release(): Promise<void>
}

/**
 * Executes `work` while holding the lease of a run. Every write checks the lease in the database, so a node that was
 * suspended can't write into a run that now belongs to another node.
 * @returns false if another node holds the lease, or the run has ended
 */
export async function withRunLease(
  db: Db,
  runId: number,
  work: (lease: LeaseHolder) => Promise<void>,
): Promise<boolean> {
  const name = randomId()
  const run = await queries.acquireLease(db, runId, name, leaseEnd())
  if (!run) return false
  const renewal = setInterval(() => {
    // If a renewal fails, the lease expires, and the next write throws LeaseLostError.
    queries.updateRun(db, runId, name, { lease_until: leaseEnd() }).catch(() => undefined)
  }, LEASE_MS / 3)
  try {
    await work({
      run,
      step: (work) =>
        inTransaction(db, async (db) => {
          if (!(await queries.checkLease(db, runId, name))) throw new LeaseLostError()
          return work(db)
        }),
      async note(progress, compared) {
        if (!(await queries.updateRun(db, runId, name, progress, compared))) throw new LeaseLostError()
      },
      finish: (end) => queries.updateFinished(db, runId, name, end),
      async release() {
        await queries.updateRun(db, runId, name, { lease_holder: null, lease_until: null })
      },
    })
    return true
  } catch (error) {
    if (error instanceof LeaseLostError) return false
    throw error
  } finally {
    clearInterval(renewal)
  }
}

const leaseEnd = () => new Date(now().getTime() + LEASE_MS)
