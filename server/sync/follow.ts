import type { SyncRun } from '#contract/sync/api.ts'
import { pause } from '../platform/clock.ts'
import type { Shop } from '../shop.ts'
import { findRun } from './run-queries.ts'

/** So often the run is looked at: another node may drive it. */
const LOOK_EVERY_MS = 400

/** A run as it stands, each time that it has moved, until it is over. */
export async function* follow(
  { db, stopping }: Pick<Shop, 'db' | 'stopping'>,
  runId: number,
): AsyncGenerator<SyncRun> {
  let told = ''
  while (!stopping.aborted) {
    const run = await findRun(db, runId)
    if (!run) return
    const now = JSON.stringify(run)
    if (now !== told) yield run
    told = now
    if (run.state !== 'running') return
    await pause(LOOK_EVERY_MS)
  }
}
