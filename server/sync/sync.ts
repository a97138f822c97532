import { z } from 'zod'
import type { SyncResult, SyncRun } from '#contract/sync/api.ts'
import { SYNC_MESSAGES } from '#contract/sync/rules.ts'
import { notFound, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue, isEnqueued, job } from '../platform/jobs/queue.ts'
import type { Shop } from '../shop.ts'
import { findAccess, openPlatform } from './access.ts'
import { undoRun } from './apply/undo-run.ts'
import { findConnection } from './connection-queries.ts'
import { PlatformError } from './platform.ts'
import * as queries from './queries.ts'
import { findRun } from './record/run-queries.ts'
import { LEASE_MS, type LeaseHolder, withRunLease } from './run-lease.ts'
import { describeFailure, describeResult, describeUndo } from './run-summary.ts'
import { walk } from './walk.ts'
import { deleteOldWebhooks } from './webhook-queries.ts'
import { registerWebhooks } from './webhooks.ts'

type Parts = Pick<Shop, 'db' | 'config' | 'log' | 'secrets' | 'stopping'>

/** Executes a sync run, or watches a run that another node executes, until it ends. */
export const runSyncJob = job('run-sync', z.object({ runId: z.int() }))

/** Runs every minute. Starts a sync run if the schedule requires one. */
export const scheduleSyncJob = job('schedule-sync', z.object({}), { retryLimit: 0 })

/** Maximum time that one job executes a run. After it, another job continues. */
const SEGMENT_MS = 120_000
/** Overlap of the time ranges of two runs. Changes made while a run begins are fetched twice instead of missed. */
const OVERLAP_MS = 60_000
const FULL_EVERY_MS = 24 * 3_600_000
/** The platform retries webhooks for at most two days. */
const WEBHOOKS_KEPT_MS = 30 * 24 * 3_600_000
/** Requested by the schedule instead of an admin. */
const BY_SCHEDULE = null

/** Runs a full sync. @returns its result (spec section 7) @throws ShopError 409 while another run is active */
export async function syncAll(parts: Parts, askedBy: number): Promise<SyncResult> {
  const { db } = parts
  const access = await findAccess(parts)
  if (!access) return notConfigured()
  const runId = await beginRun(db, access, 'full', askedBy, LEASE_MS / 1000)
  await executeRun(parts, runId, () => true)
  return resultOf(await findRun(db, runId))
}

/**
 * Creates a run, which a job executes.
 * @throws ShopError 409 while another run is active, or if no connection is configured
 */
export async function startSync(parts: Parts, kind: SyncRun['kind'], askedBy: number): Promise<number> {
  const access = await findAccess(parts)
  if (!access) throw new ShopError(409, 'conflict', SYNC_MESSAGES.notConfigured)
  return beginRun(parts.db, access, kind, askedBy, 0)
}

/** Creates an undo of a run's changes, which a job executes. @throws ShopError 404, 409 */
export async function startUndo({ db }: Parts, id: number, askedBy: number): Promise<number> {
  await resumeRun(db)
  return inTransaction(db, async (db) => {
    if (!(await findRun(db, id))) throw notFound(SYNC_MESSAGES.noRun)
    const undo = await queries.insertRun(db, { kind: 'undo', askedBy, since: null, undoes: id })
    if (undo === null) throw new ShopError(409, 'sync_running', SYNC_MESSAGES.running)
    if (!(await queries.updateUndoneBy(db, id, undo))) {
      throw new ShopError(409, 'conflict', SYNC_MESSAGES.cannotUndo)
    }
    await enqueue(db, runSyncJob, { runId: undo }, { after: 0 })
    return undo
  })
}

/** Executes a run for a limited time, and enqueues another job to continue or watch it. */
export async function runSync(parts: Parts, runId: number): Promise<void> {
  const until = now().getTime() + SEGMENT_MS
  const isMine = await executeRun(parts, runId, () => now().getTime() < until)
  const run = await findRun(parts.db, runId)
  if (run?.state === 'running') {
    await enqueue(parts.db, runSyncJob, { runId }, { after: isMine ? 0 : LEASE_MS / 1000 })
  }
}

/** Continues the active run if its job no longer exists, for example because it failed too often. Otherwise no other run could begin. */
async function resumeRun(db: Db): Promise<void> {
  const runId = await queries.findIdleRun(db)
  if (runId === null || (await isEnqueued(db, runSyncJob, { runId }))) return
  await enqueue(db, runSyncJob, { runId }, { after: 0 })
}

/** Deletes old webhooks, and starts a run if one is due: a full one each day, an incremental one otherwise. */
export async function scheduleSync(parts: Parts): Promise<void> {
  await resumeRun(parts.db)
  await deleteOldWebhooks(parts.db, new Date(now().getTime() - WEBHOOKS_KEPT_MS))
  const { scheduleMinutes } = await findConnection(parts.db)
  const access = scheduleMinutes === null ? null : await findAccess(parts)
  if (scheduleMinutes === null || !access) return
  const isOlder = (at: Date | null, ms: number) => at === null || now().getTime() - at.getTime() >= ms
  const isFullDue = isOlder(await queries.findLastStart(parts.db, ['full']), FULL_EVERY_MS)
  const last = await queries.findLastStart(parts.db, ['full', 'incremental'])
  if (!isFullDue && !isOlder(last, scheduleMinutes * 60_000)) return
  try {
    await beginRun(parts.db, access, isFullDue ? 'full' : 'incremental', BY_SCHEDULE, 0)
  } catch (error) {
    // The active run is enough.
    if (!(error instanceof ShopError && error.code === 'sync_running')) throw error
  }
}

/** @param after delay in seconds until a job checks that the run is executed */
async function beginRun(
  db: Db,
  { storeUrl }: { storeUrl: string },
  kind: SyncRun['kind'],
  askedBy: number | null,
  after: number,
): Promise<number> {
  await resumeRun(db)
  return inTransaction(db, async (db) => {
    const last = kind === 'full' ? null : await queries.findLastPlatformTime(db, storeUrl)
    const since = last && new Date(last.getTime() - OVERLAP_MS)
    // Without an earlier run, an incremental sync must be a full one.
    const id = await queries.insertRun(db, { kind: since ? kind : 'full', askedBy, since, storeUrl })
    if (id === null) throw new ShopError(409, 'sync_running', SYNC_MESSAGES.running)
    await enqueue(db, runSyncJob, { runId: id }, { after })
    return id
  })
}

/** @param shouldContinue checked between pages @returns false if another node executes the run, or it has ended */
async function executeRun(parts: Parts, runId: number, shouldContinue: () => boolean): Promise<boolean> {
  const { db, stopping } = parts
  return withRunLease(db, runId, async (lease) => {
    try {
      const end = await runUntil(parts, lease, () => !stopping.aborted && shouldContinue())
      await (end ? lease.finish(end) : lease.release())
    } catch (error) {
      if (stopping.aborted) return lease.release()
      if (error instanceof PlatformError)
        return lease.finish(failure(await describeFailure(db, runId, error), error.detail))
      // The details are in the log.
      await lease.finish(failure(SYNC_MESSAGES.fallback, 'internal'))
      throw error
    }
  })
}

/** @returns how the run ended, or null if it isn't complete */
async function runUntil(
  parts: Parts,
  lease: LeaseHolder,
  shouldContinue: () => boolean,
): Promise<queries.RunEnd | null> {
  const { db } = parts
  const { id, kind, storeUrl } = lease.run
  if (kind === 'undo')
    return (await undoRun(db, lease, shouldContinue)) ? done(await describeUndo(db, id), null) : null
  const platform = await openPlatform(parts)
  if (!platform) return failure(SYNC_MESSAGES.notConfigured, 'not configured')
  // Products missing from one store must not archive those of another store.
  if (storeUrl !== null && storeUrl !== platform.storeUrl)
    return failure(SYNC_MESSAGES.otherStore, 'other store')
  if (!(await walk(parts, lease, platform, shouldContinue))) return null
  if (kind === 'full') await registerWebhooks(parts)
  return done(await describeResult(db, id), platform.warning())
}

const done = (message: string, warning: string | null): queries.RunEnd => ({
  state: 'done',
  message,
  error: null,
  warning,
})

const failure = (message: string, error: string): queries.RunEnd => ({
  state: 'failed',
  message,
  error,
  warning: null,
})

const notConfigured = (): SyncResult => ({
  success: false,
  message: SYNC_MESSAGES.notConfigured,
  error: 'not configured',
})

function resultOf(run: SyncRun | null): SyncResult {
  if (run?.state === 'done') return { success: true, message: run.message ?? SYNC_MESSAGES.successful }
  if (run?.state === 'failed') {
    return {
      success: false,
      message: run.message ?? SYNC_MESSAGES.fallback,
      error: run.error ?? SYNC_MESSAGES.failed,
    }
  }
  return { success: false, message: 'The sync continues in the background.', error: 'interrupted' }
}
