import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** A request of pglite-client.ts. Without parameters, the text may contain several statements, as with `pg`. */
export type WorkerRequest =
  | { id: number; sql: string; params: unknown[] }
  | { id: number; task: 'close' | 'dump' }
  | { id: number; listen: string }
export type WorkerResponse = {
  id: number
  /** The channel of a notification, which isn't the response to a request. */
  notified?: string
  rows?: unknown[]
  affectedRows?: number
  dump?: Uint8Array
  error?: { message: string; fields: Record<string, unknown> }
}

/** The ID of notifications. */
const NOTIFICATION = -1

if (!parentPort) throw new Error('pglite-worker.ts runs as a worker thread only')
const port = parentPort
const { folder, snapshot } = workerData as { folder: string | null; snapshot: Uint8Array<ArrayBuffer> | null }
const pglite = await PGlite.create({
  ...(folder ? { dataDir: folder } : {}),
  ...(snapshot ? { loadDataDir: new Blob([snapshot]) } : {}),
  extensions: { pg_trgm },
})
port.on('message', (request: WorkerRequest) => {
  void respond(request).then((message) => port.postMessage(message))
})
port.postMessage({ id: 0 } satisfies WorkerResponse)

async function respond(request: WorkerRequest): Promise<WorkerResponse> {
  const { id } = request
  try {
    if ('listen' in request) {
      const { listen: channel } = request
      await pglite.listen(channel, () =>
        port.postMessage({ id: NOTIFICATION, notified: channel } satisfies WorkerResponse),
      )
      return { id }
    }
    if ('task' in request) {
      if (request.task === 'dump') return { id, dump: await (await pglite.dumpDataDir('none')).bytes() }
      await pglite.close()
      return { id }
    }
    const { sql, params } = request
    const result = params.length > 0 ? await pglite.query(sql, params) : (await pglite.exec(sql)).at(-1)
    return { id, rows: result?.rows, affectedRows: result?.affectedRows }
  } catch (error) {
    return { id, error: plainError(error) }
  }
}

/** Errors lose their fields between threads, and the client needs the SQL state and the constraint. */
function plainError(error: unknown): NonNullable<WorkerResponse['error']> {
  if (!(error instanceof Error)) return { message: String(error), fields: {} }
  const { code, constraint, detail, table, column, severity } = error as Error & Record<string, unknown>
  return { message: error.message, fields: { code, constraint, detail, table, column, severity } }
}
