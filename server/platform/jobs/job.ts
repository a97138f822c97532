import type { JobResult, JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { asStep, forRequest } from '../trace.ts'

/** A background job. The module that enqueues it defines it, and server/jobs.ts has its handler. */
export type Job<P extends z.ZodType = z.ZodType> = {
  name: string
  payload: P
  /**
   * Maximum number of retries, with growing delays that start at `retryDelay` seconds. After that, the job fails
   * permanently.
   */
  retryLimit: number
  retryDelay: number
  /** Retention after completion, until the daily cleanup. For payloads with personal data. */
  keptSeconds: number
}

/** The handler of a job, and its schedule. */
export type JobHandler = {
  job: Job
  handle(payload: unknown): Promise<void>
  /** Five fields, UTC: also runs the job on this schedule, once for all nodes. */
  cron?: string
}

/** Key in the payload for the ID of the request that enqueued the job, to correlate log lines. */
export const REQUEST = 'requestId'

/** Runs a job, and returns how it ended. */
export async function resultOf(
  handler: JobHandler,
  one: JobWithMetadata<unknown>,
  log: Logger,
): Promise<JobResult<{ message: string }>> {
  try {
    await run(handler, one, log)
    return { id: one.id, status: 'completed' }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { id: one.id, status: 'failed', output: { message } }
  }
}

async function run(handler: JobHandler, one: JobWithMetadata<unknown>, log: Logger) {
  const started = performance.now()
  const { [REQUEST]: requestId = null, ...data } = (one.data ?? {}) as Record<string, unknown>
  const reqId = typeof requestId === 'string' ? requestId : null
  const facts = { job: one.name, jobId: one.id, ...(reqId === null ? {} : { reqId: reqId }) }
  try {
    const attributes = { 'plinth.job_id': one.id, 'plinth.attempt': one.retryCount + 1 }
    await forRequest(reqId, () =>
      asStep(`job ${one.name}`, { kind: 'job', attributes }, () =>
        handler.handle(handler.job.payload.parse(data)),
      ),
    )
    log.info({ ...facts, durationMs: Math.round(performance.now() - started) }, 'job completed')
  } catch (error) {
    const isLast = one.retryCount >= one.retryLimit
    log[isLast ? 'error' : 'warn'](
      { ...facts, attempt: one.retryCount + 1, err: error },
      isLast ? 'job failed permanently' : 'job failed, retry scheduled',
    )
    throw error
  }
}
