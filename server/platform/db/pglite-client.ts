import { Worker } from 'node:worker_threads'
import type { WorkerRequest, WorkerResponse } from './pglite-worker.ts'

type Result = { rows: unknown[]; affectedRows: number; dump?: Uint8Array }

/** The embedded PostgreSQL, in a worker thread so that a slow query never blocks the event loop. */
export type PgliteClient = {
  /** Runs one statement or, without parameters, a script of several. */
  query(sql: string, params: unknown[]): Promise<Result>
  /** Calls `onMessage` for each notification on a channel, before the result of the statement that sent it. */
  listen(channel: string, onMessage: () => void): Promise<void>
  /** Returns the data folder as a tar file. */
  dump(): Promise<Uint8Array>
  /** Resolves if it stops unexpectedly, for example because the disk has no space left for its WAL. */
  stopped: Promise<Error>
  /** Can be called more than once. */
  close(): Promise<void>
}

/**
 * @param folder where the data is stored, or null for memory
 * @param snapshot for tests: a tar file of a data folder to start from
 */
export async function openPglite(
  folder: string | null,
  snapshot: Uint8Array | null = null,
): Promise<PgliteClient> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: { folder, snapshot },
  })
  const waiting = new Map<number, { resolve(result: Result): void; reject(error: Error): void }>()
  const subscribers = new Map<string, () => void>()
  const stopped = Promise.withResolvers<Error>()
  let hasStopped = false
  let closing: Promise<void> | null = null
  let lastId = 0

  worker.on('message', ({ id, notified, rows, affectedRows, dump, error }: WorkerResponse) => {
    if (notified !== undefined) return subscribers.get(notified)?.()
    const caller = waiting.get(id)
    waiting.delete(id)
    if (error) {
      const copy = Object.assign(new Error(error.message), error.fields)
      caller?.reject(copy)
      if (error.fields.severity === 'PANIC' || error.fields.severity === 'FATAL') stop(copy)
    } else caller?.resolve({ rows: rows ?? [], affectedRows: affectedRows ?? 0, dump })
  })
  function stop(cause: unknown) {
    hasStopped = true
    const error = stoppedError(cause)
    for (const caller of waiting.values()) caller.reject(error)
    waiting.clear()
    stopped.resolve(error)
  }
  worker.on('error', stop)
  worker.on('exit', stop)

  const call = (id: number) =>
    new Promise<Result>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
    })
  const send = (request: WorkerRequest) => {
    if (hasStopped) return Promise.reject(stoppedError(null))
    const response = call(request.id)
    worker.postMessage(request)
    return response
  }

  async function close() {
    if (!hasStopped) await send({ id: ++lastId, task: 'close' })
    await worker.terminate()
  }

  await call(0)
  return {
    query: (sql, params) => send({ id: ++lastId, sql, params }),
    async listen(channel, onMessage) {
      subscribers.set(channel, onMessage)
      await send({ id: ++lastId, listen: channel })
    },
    async dump() {
      const { dump } = await send({ id: ++lastId, task: 'dump' })
      if (!dump) throw new Error('The embedded database returned no dump')
      return dump
    },
    stopped: stopped.promise,
    close: () => (closing ??= close()),
  }
}

/** Has the error code that a server reports after a crash. */
function stoppedError(cause: unknown) {
  return Object.assign(new Error('The embedded database has stopped', { cause }), { code: '57P02' })
}
