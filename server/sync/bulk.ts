import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { pause } from '../platform/clock.ts'
import { type BulkLine, BulkStarted, BulkState, NewestBulks, readBulkLine, toBulkProduct } from './answers.ts'
import { BULK, BULK_STATE, NEWEST_BULKS, RUN_BULK } from './documents.ts'
import type { Link, openGraphql } from './graphql.ts'
import { reasonOf, unavailable } from './graphql-answer.ts'
import { PlatformError, type PlatformPage, type PlatformProduct } from './platform.ts'

/** How often it is asked whether the platform has written the file. */
const ASK_EVERY_MS = 1000
/** Products that are handed over at once. */
const PAGE = 100

const RUNNING = ['CREATED', 'RUNNING']
/** The platform runs only so many at a time: one per app, or several in newer versions of its API. */
const BUSY = ['OPERATION_IN_PROGRESS', 'LIMIT_REACHED']
type Known = z.output<typeof NewestBulks>['bulkOperations']['nodes'][number]

/** Where a bulk walk stands: the platform's operation, and how many of its products are done. */
const Place = z.object({ operation: z.string(), done: z.int() })

/**
 * Everything at once, for stores that are too large to be walked: the platform writes a file, of which each line is a
 * product or, below it, one of its parts. It is read as a stream, so only one page is ever in memory.
 * The first page is empty: it only says which operation was begun, so that after a crash nobody begins another one.
 * @param cursor where an earlier walk stands; null: from the beginning
 * @param begun an operation that was begun then or later is ours, and is gone on with; null: a new one is begun
 */
export async function* walkBulk(
  graphql: ReturnType<typeof openGraphql>,
  { stopping, fetchOutside }: Pick<Link, 'stopping' | 'fetchOutside'>,
  cursor: string | null,
  begun: Date | null,
): AsyncGenerator<PlatformPage> {
  const { operation, done } = cursor ? Place.parse(JSON.parse(cursor)) : { operation: await start(), done: 0 }
  let count = 0
  let page: PlatformProduct[] = []
  const next = () => JSON.stringify({ operation, done: count } satisfies z.infer<typeof Place>)
  if (cursor === null) yield { products: [], next: next() }
  const url = await written(operation)
  // An empty store has no file.
  if (url) {
    for await (const product of productsIn(linesOf(url))) {
      count += 1
      // What was done before the crash is not done again.
      if (count <= done) continue
      page.push(product)
      if (page.length < PAGE) continue
      yield { products: page, next: next() }
      page = []
    }
  }
  yield { products: page, next: null }

  /** Uses what a crash has left; else starts one as soon as the platform has room for it. */
  async function start(): Promise<string> {
    for (;;) {
      const { bulkOperations } = await graphql.ask(NEWEST_BULKS, {}, NewestBulks)
      const known = bulkOperations.nodes.find(isOurs)
      if (known) return known.id
      const { bulkOperationRunQuery: started } = await graphql.ask(RUN_BULK, { query: BULK }, BulkStarted)
      if (started.bulkOperation) return started.bulkOperation.id
      if (!started.userErrors.some(({ code }) => BUSY.includes(code ?? ''))) {
        const said = started.userErrors.map(({ message }) => message).join('; ')
        throw new PlatformError('unavailable', `The platform cannot write its catalog now: ${said}`, said)
      }
      await pause(ASK_EVERY_MS, stopping)
    }
  }

  /** One that was begun earlier does not know what was changed before the run began. */
  function isOurs({ status, createdAt, query }: Known): boolean {
    const isGood = [...RUNNING, 'COMPLETED'].includes(status) && query.trim() === BULK.trim()
    return isGood && begun !== null && new Date(createdAt) >= begun
  }

  async function written(id: string): Promise<string | null> {
    for (;;) {
      const { bulkOperation } = await graphql.ask(BULK_STATE, { id }, BulkState)
      if (bulkOperation?.status === 'COMPLETED') return bulkOperation.url
      if (!bulkOperation || !RUNNING.includes(bulkOperation.status)) {
        const status = bulkOperation?.status ?? 'gone'
        throw unavailable(`bulk operation ${status} ${bulkOperation?.errorCode ?? ''}`)
      }
      await pause(ASK_EVERY_MS, stopping)
    }
  }

  async function* linesOf(url: string): AsyncGenerator<BulkLine> {
    try {
      // The file lies with a provider of the platform. It is read as it comes, so it may be as long as it is.
      const response = await fetchOutside(url, { signal: stopping, maxBytes: Number.POSITIVE_INFINITY })
      if (!response.ok || !response.body) throw unavailable(`${response.status}: no bulk file`)
      const input = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
      const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
      // Where the file breaks off, readline ends as if it was over.
      let failure: unknown = null
      const fail = (error: unknown) => {
        failure = error
        lines.close()
      }
      input.on('error', fail)
      lines.on('error', fail)
      try {
        for await (const line of lines) if (line !== '') yield readBulkLine(line)
      } finally {
        // Who stops reading half-way leaves no file open.
        input.destroy()
      }
      if (failure !== null) throw failure
    } catch (cause) {
      stopping.throwIfAborted()
      throw cause instanceof PlatformError ? cause : unavailable(reasonOf(cause), cause)
    }
  }
}

/** The parts of a product follow it. */
async function* productsIn(lines: AsyncGenerator<BulkLine>): AsyncGenerator<PlatformProduct> {
  let parts: BulkLine[] = []
  for await (const line of lines) {
    if (line.__parentId === undefined && parts.length > 0) {
      yield toBulkProduct(parts)
      parts = []
    }
    parts.push(line)
  }
  if (parts.length > 0) yield toBulkProduct(parts)
}
