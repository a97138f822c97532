import { Worker } from 'node:worker_threads'
import type { WorkerAnswer, WorkerRequest } from './pglite-worker.ts'

export type Result = { rows: unknown[]; affectedRows: number; dump?: Uint8Array }

/** The embedded PostgreSQL in a thread of its own, so that a slow query never stops the event loop. */
export type PgliteClient = {
  /** One statement; without parameters also a script of several. */
  query(sql: string, params: unknown[]): Promise<Result>
  /** A tar of the data folder as it stands. */
  dump(): Promise<Uint8Array>
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
  let lastId = 0

  worker.on('message', ({ id, rows, affectedRows, dump, error }: WorkerAnswer) => {
    const caller = waiting.get(id)
    waiting.delete(id)
    if (error) caller?.reject(Object.assign(new Error(error.message), error.fields))
    else caller?.resolve({ rows: rows ?? [], affectedRows: affectedRows ?? 0, dump })
  })
  const failAll = (error: Error) => {
    for (const caller of waiting.values()) caller.reject(error)
    waiting.clear()
  }
  worker.on('error', failAll)
  worker.on('exit', () => failAll(new Error('The embedded database has stopped')))

  const answerTo = (id: number) =>
    new Promise<Result>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
    })
  const send = (request: WorkerRequest) => {
    const answer = answerTo(request.id)
    worker.postMessage(request)
    return answer
  }

  await answerTo(0)
  return {
    query: (sql, params) => send({ id: ++lastId, sql, params }),
    async dump() {
      const { dump } = await send({ id: ++lastId, task: 'dump' })
      if (!dump) throw new Error('The embedded database gave no dump')
      return dump
    },
    async close() {
      await send({ id: ++lastId, task: 'close' })
      await worker.terminate()
    },
  }
}
