import { Worker } from 'node:worker_threads'
import type { WorkerAnswer, WorkerRequest } from './pglite-worker.ts'

type Result = { rows: unknown[]; affectedRows: number; dump?: Uint8Array }

/** The embedded PostgreSQL in a thread of its own, so that a slow query never stops the event loop. */
export type PgliteClient = {
  /** One statement; without parameters also a script of several. */
  query(sql: string, params: unknown[]): Promise<Result>
  /** Calls `hear` for what is told on a channel, ahead of the answer to the statement that told it. */
  listen(channel: string, hear: () => void): Promise<void>
  /** A tar of the data folder as it stands. */
  dump(): Promise<Uint8Array>
  /** Resolves when it has ended by itself, such as on a full disk that has no place for its journal. */
  stopped: Promise<Error>
  /** However often it is asked. */
  close(): Promise<void>
}

/**
 * @param folder where the data is kept; null: in memory
 * @param snapshot a tar of a data folder to begin with (tests)
 */
export async function openPglite(
  folder: string | null,
  snapshot: Uint8Array | null = null,
): Promise<PgliteClient> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: { folder, snapshot },
  })
  const waiting = new Map<number, { resolve(result: Result): void; reject(error: Error): void }>()
  const ears = new Map<string, () => void>()
  const stopped = Promise.withResolvers<Error>()
  let hasStopped = false
  let closing: Promise<void> | null = null
  let lastId = 0

  worker.on('message', ({ id, heard, rows, affectedRows, dump, error }: WorkerAnswer) => {
    if (heard !== undefined) return ears.get(heard)?.()
    const caller = waiting.get(id)
    waiting.delete(id)
    if (error) {
      const told = Object.assign(new Error(error.message), error.fields)
      caller?.reject(told)
      if (error.fields.severity === 'PANIC' || error.fields.severity === 'FATAL') stop(told)
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

  const answerTo = (id: number) =>
    new Promise<Result>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
    })
  const send = (request: WorkerRequest) => {
    if (hasStopped) return Promise.reject(stoppedError(null))
    const answer = answerTo(request.id)
    worker.postMessage(request)
    return answer
  }

  async function close() {
    if (!hasStopped) await send({ id: ++lastId, task: 'close' })
    await worker.terminate()
  }

  await answerTo(0)
  return {
    query: (sql, params) => send({ id: ++lastId, sql, params }),
    async listen(channel, hear) {
      ears.set(channel, hear)
      await send({ id: ++lastId, listen: channel })
    },
    async dump() {
      const { dump } = await send({ id: ++lastId, task: 'dump' })
      if (!dump) throw new Error('The embedded database gave no dump')
      return dump
    },
    stopped: stopped.promise,
    close: () => (closing ??= close()),
  }
}

/** As a server says that it has crashed. */
function stoppedError(cause: unknown) {
  return Object.assign(new Error('The embedded database has stopped', { cause }), { code: '57P02' })
}
