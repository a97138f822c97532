import { setInterval } from 'node:timers'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/database.ts'
import { randomId } from '../platform/ids.ts'
import * as queries from './queries.ts'

/** A driver that was silent for so long is dead; it says that it lives three times as often. */
export const LEASE_MS = 15_000

/** Somebody else drives the run now, or it is over: this one stops where it is. */
export class RunLost extends Error {}

/** The one who drives a run, and may write for it. */
export type Driver = {
  run: queries.DrivenRun
  /** Does one step in a transaction in which nobody can take the run away. @throws RunLost */
  step<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** @throws RunLost */
  note(progress: queries.Progress, compared?: { seen: number; inactive: number }): Promise<void>
  finish(end: Parameters<typeof queries.updateFinished>[3]): Promise<void>
  /** Lets go of the run, which is not over. */
  leave(): Promise<void>
}

/**
 * Drives a run that nobody drives, until `work` is done. The lease in the database tells other nodes that it lives; each
 * write checks it, so that a node that was asleep for a while writes nothing into a run that another one has taken over.
 * @returns false when somebody else drives it, or it is over
 */
export async function asDriver(
  db: Db,
  runId: number,
  work: (driver: Driver) => Promise<void>,
): Promise<boolean> {
  const name = randomId()
  const run = await queries.takeRun(db, runId, name, leaseEnd())
  if (!run) return false
  const alive = setInterval(() => {
    // Where this fails the lease runs out, and the next write says so.
    queries.updateRun(db, runId, name, { driven_until: leaseEnd() }).catch(() => undefined)
  }, LEASE_MS / 3)
  try {
    await work({
      run,
      step: (work) =>
        inTransaction(db, async (db) => {
          if (!(await queries.holdRun(db, runId, name))) throw new RunLost()
          return work(db)
        }),
      async note(progress, compared) {
        if (!(await queries.updateRun(db, runId, name, progress, compared))) throw new RunLost()
      },
      finish: (end) => queries.updateFinished(db, runId, name, end),
      async leave() {
        await queries.updateRun(db, runId, name, { driver: null, driven_until: null })
      },
    })
    return true
  } catch (error) {
    if (error instanceof RunLost) return false
    throw error
  } finally {
    clearInterval(alive)
  }
}

const leaseEnd = () => new Date(now().getTime() + LEASE_MS)
