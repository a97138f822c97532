import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { pause } from '../platform/clock.ts'
import { BULK, BULK_STATE, NEWEST_BULKS, RUN_BULK } from './documents.ts'
import type { Link, openGraphql } from './graphql.ts'
import { reasonOf, unavailable } from './graphql-response.ts'
import { PlatformError, type PlatformPage, type PlatformProduct } from './platform.ts'
import {
  type BulkLine,
  BulkStarted,
  BulkState,
  NewestBulks,
  readBulkLine,
  toBulkProduct,
} from './responses.ts'

/** Poll interval until the platform has written the file. */
const POLL_EVERY_MS = 1000
/** Number of products per page. */
const PAGE = 100

const RUNNING = ['CREATED', 'RUNNING']
/** Error codes for too many concurrent bulk operations. Older API versions allow one per app, newer ones several. */
const BUSY = ['OPERATION_IN_PROGRESS', 'LIMIT_REACHED']
type Known = z.output<typeof NewestBulks>['bulkOperations']['nodes'][number]

/** Progress of a bulk walk: the platform's operation, and the number of products already processed. */
const Place = z.object({ operation: z.string(), done: z.int() })

/**
 * Reads all products of a store that is too large for paging: the platform writes a file with one line per product,
 * each followed by lines for its parts. Streams it, so only one page is in memory at a time. The first page is empty
 * and only carries the ID of the started operation, so a crash doesn't lead to a second one.
 * @param cursor the position of an earlier walk, or null to start over
 * @param begun resumes one of our operations started at or after this time; null always starts a new one
 */
export async function* walkBulk(
  graphql: ReturnType<typeof openGraphql>,
  { stopping, safeFetch }: Pick<Link, 'stopping' | 'safeFetch'>,
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
    for await (const product of productsIn(linesOf(url), graphql.now())) {
      count += 1
      // Skip products that were processed before a crash.
      if (count <= done) continue
      page.push(product)
      if (page.length < PAGE) continue
      yield { products: page, next: next() }
      page = []
    }
  }
  yield { products: page, next: null }

  /** Resumes an operation that a crash left behind, or starts one as soon as the platform accepts it. */
  async function start(): Promise<string> {
    for (;;) {
      const { bulkOperations } = await graphql.ask(NEWEST_BULKS, {}, NewestBulks)
      const known = bulkOperations.nodes.find(isOwn)
      if (known) return known.id
      const { bulkOperationRunQuery: started } = await graphql.ask(RUN_BULK, { query: BULK }, BulkStarted)
      if (started.bulkOperation) return started.bulkOperation.id
      if (!started.userErrors.some(({ code }) => BUSY.includes(code ?? ''))) {
        const reasons = started.userErrors.map(({ message }) => message).join('; ')
        throw new PlatformError(
          'unavailable',
          `The platform can't export its catalog now: ${reasons}`,
          reasons,
        )
      }
      await pause(POLL_EVERY_MS, stopping)
    }
  }

  /** An operation started earlier may miss changes that were made before the run began. */
  function isOwn({ status, createdAt, query }: Known): boolean {
    const isUsable = [...RUNNING, 'COMPLETED'].includes(status) && query.trim() === BULK.trim()
    return isUsable && begun !== null && new Date(createdAt) >= begun
  }

  async function written(id: string): Promise<string | null> {
    for (;;) {
      const { bulkOperation } = await graphql.ask(BULK_STATE, { id }, BulkState)
      if (bulkOperation?.status === 'COMPLETED') return bulkOperation.url
      if (!bulkOperation || !RUNNING.includes(bulkOperation.status)) {
        const status = bulkOperation?.status ?? 'gone'
        throw unavailable(`bulk operation ${status} ${bulkOperation?.errorCode ?? ''}`)
      }
      await pause(POLL_EVERY_MS, stopping)
    }
  }

  async function* linesOf(url: string): AsyncGenerator<BulkLine> {
    try {
      // The file is hosted by a third party. It is streamed, so it needs no size limit.
      const response = await safeFetch(url, { signal: stopping, maxBytes: Number.POSITIVE_INFINITY })
      if (!response.ok || !response.body) throw unavailable(`${response.status}: no bulk file`)
      const input = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
      const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
      // If the file is cut off, readline ends as if it were complete.
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
        // Close the file even if the consumer stops early.
        input.destroy()
      }
      if (failure !== null) throw failure
    } catch (cause) {
      stopping.throwIfAborted()
      throw cause instanceof PlatformError ? cause : unavailable(reasonOf(cause), cause)
    }
  }
}

/** Yields products. The parts of a product follow it. */
async function* productsIn(lines: AsyncGenerator<BulkLine>, clock: Date): AsyncGenerator<PlatformProduct> {
  let parts: BulkLine[] = []
  for await (const line of lines) {
    if (line.__parentId === undefined && parts.length > 0) {
      yield toBulkProduct(parts, clock)
      parts = []
    }
    parts.push(line)
  }
  if (parts.length > 0) yield toBulkProduct(parts, clock)
}
