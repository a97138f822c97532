import { sql } from 'kysely'
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss, type QueueResult } from 'pg-boss'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { type Db, onCommit, rootOf } from '../db/database.ts'
import { currentRequest } from '../trace.ts'
import { type Job, type JobHandler, REQUEST, resultOf } from './job.ts'

export type JobQueue = {
  /** Starts the workers of this process. */
  work(): Promise<void>
  /**
   * For tests: runs all due jobs within this call.
   * @returns the number of jobs run
   */
  drain(): Promise<number>
  /** Returns the number of queued jobs, by name. */
  waiting(): Promise<Record<string, number>>
  stop(): Promise<void>
}

const WEEK_SECONDS = 7 * 86_400
/** Heartbeat timeout. After it, a worker is considered dead and its job is retried. */
const HEARTBEAT_SECONDS = 10

/**
 * Two jobs at a time show that there may be more, which are then fetched without a pause. With one, every job would be
 * followed by a search for another.
 */
const WORK = {
  includeMetadata: true,
  pollingIntervalSeconds: 2,
  batchSize: 2,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

const NO_JOB = '00000000-0000-0000-0000-000000000000'

const queues = new WeakMap<Db, { boss: PgBoss; wake(name: string): void }>()

export function job<P extends z.ZodType>(
  name: string,
  payload: P,
  {
    retryLimit = 12,
    retryDelay = 2,
    keptSeconds = WEEK_SECONDS,
  }: Partial<Omit<Job, 'name' | 'payload'>> = {},
): Job<P> {
  return { name, payload, retryLimit, retryDelay, keptSeconds }
}

/**
 * Binds a job to its handler.
 * @param cron five fields, UTC: also runs it on this schedule, once for all nodes
 */
export function jobHandler<P extends z.ZodType>(
  job: Job<P>,
  handle: (payload: z.output<P>) => Promise<void>,
  cron?: string,
): JobHandler {
  return { job, handle: (payload) => handle(payload as z.output<P>), cron }
}

/**
 * Enqueues a job in the caller's transaction, so it exists only if the transaction commits.
 * @param options.after delay in seconds, or the start time
 * @param options.onceIn number of seconds in which only one job of this kind starts, and at most one more waits
 */
export async function enqueue<P extends z.ZodType>(
  db: Db,
  { name, payload: schema, keptSeconds }: Job<P>,
  payload: z.output<P>,
  options: { after?: number | Date; onceIn?: number } = {},
): Promise<void> {
  const queue = queues.get(rootOf(db))
  if (!queue) throw new Error('The job queue of this database is not open')
  const requestId = currentRequest()
  const data = {
    ...(schema.parse(payload) as object),
    ...(requestId === null ? {} : { [REQUEST]: requestId }),
  }
  await queue.boss.send(name, data, {
    db: fromKysely(db),
    deleteAfterSeconds: keptSeconds,
    ...(options.after === undefined ? {} : { startAfter: options.after }),
    ...(options.onceIn === undefined ? {} : { singletonSeconds: options.onceIn, singletonNextSlot: true }),
  })
  onCommit(db, () => queue.wake(name))
}

/** Returns whether a job with this payload is waiting or running. */
export async function isEnqueued<P extends z.ZodType>(
  db: Db,
  { name }: Job<P>,
  payload: z.output<P>,
): Promise<boolean> {
  const { rows } = await sql`
    select from jobs.job where name = ${name} and state in ('created', 'retry', 'active')
      and data @> ${JSON.stringify(payload)}::jsonb limit 1`.execute(db)
  return rows.length > 0
}

/** Opens the queue on a database. Creates its tables and one queue per handler. */
export async function openQueue(db: Db, handlers: JobHandler[], log: Logger): Promise<JobQueue> {
  const boss = new PgBoss({
    db: fromKysely(db),
    schema: 'jobs',
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'))
  await boss.start()
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const { job } of handlers) {
    // pg-boss has already read the existing queues, so an unchanged queue needs no further query.
    if (isAsWanted(existing.get(job.name), job)) continue
    await boss.createQueue(job.name, queueOptions(job))
    // An existing queue may have other options.
    await boss.updateQueue(job.name, queueOptions(job))
    // Makes pg-boss cache the queue. Otherwise the first job of a transaction would need a second connection, and wait for it
    // forever if every connection is in such a transaction.
    await boss.findJobs(job.name, { id: NO_JOB })
  }

  const workers = new Map<string, string>()
  const wake = (name: string) => {
    const worker = workers.get(name)
    if (worker) boss.notifyWorker(worker)
  }
  queues.set(db, { boss, wake })
  return {
    async work() {
      for (const handler of handlers) {
        const { job, cron } = handler
        workers.set(
          job.name,
          await boss.work(job.name, WORK, async (jobs) => {
            const results: JobResult[] = []
            for (const one of jobs) results.push(await resultOf(handler, one, log))
            return results
          }),
        )
        if (cron) await boss.schedule(job.name, cron, {})
      }
    },
    async drain() {
      let done = 0
      for (let found = true; found; ) {
        found = false
        const names = await namesOfDue(db)
        for (const handler of handlers.filter(({ job }) => names.has(job.name))) {
          const due = await boss.fetch(handler.job.name, { includeMetadata: true, batchSize: 50 })
          // pg-boss returns the jobs unordered.
          for (const one of due.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime())) {
            found = true
            await settle(boss, handler, one, log)
            done += 1
          }
        }
      }
      return done
    },
    async waiting() {
      const rows = await boss.getQueues()
      return Object.fromEntries(rows.map(({ name, queuedCount }) => [name, queuedCount]))
    },
    async stop() {
      queues.delete(db)
      await boss.stop({ graceful: true, close: false, timeout: 10_000 })
    },
  }
}

function queueOptions({ retryLimit, retryDelay }: Job) {
  return {
    retryLimit,
    retryDelay,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 300,
    heartbeatSeconds: HEARTBEAT_SECONDS,
  }
}

/** Returns whether an existing queue already has the options of its job. */
function isAsWanted(queue: QueueResult | undefined, job: Job) {
  const wanted = Object.entries(queueOptions(job))
  return queue !== undefined && wanted.every(([name, value]) => queue[name as keyof QueueResult] === value)
}

/** Returns the names of due jobs in one statement, because most queues are empty. */
async function namesOfDue(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from jobs.job where state in ('created', 'retry') and start_after <= now()`.execute(
    db,
  )
  return new Set(rows.map(({ name }) => name))
}

async function settle(boss: PgBoss, handler: JobHandler, one: JobWithMetadata<unknown>, log: Logger) {
  const { status, output } = await resultOf(handler, one, log)
  if (status === 'completed') await boss.complete(one.name, one.id)
  else await boss.fail(one.name, one.id, output)
}
