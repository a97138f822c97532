import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Bytes } from './bare-process.ts'
import { withCpu } from './cpu.ts'
import { load } from './load.ts'
import type { Program } from './processes.ts'
import { replayFor, type Statement } from './statements.ts'

const HEADERS = { 'accept-encoding': 'br' }
/** Headers that bypass the response cache, so everything is rendered again. */
export const COLD = { ...HEADERS, cookie: 'fresh=1' }
const ADDED_BY_NODE = /^(date|connection|keep-alive|transfer-encoding)$/i
const CONNECTIONS = 10
/** The database limits uncached responses, so more concurrent requests would only queue. */
const COLD_CONNECTIONS = 4

export const PAGES = {
  'list of 24, filtered and sorted':
    '/api/products?page=1&pageSize=24&categoryId=6&maxPrice=80&sort=price_asc',
  search: '/api/products?page=1&pageSize=24&search=walnut%20monitor',
  product: '/api/products/walnut-monitor-stand',
  'home page': '/',
  'product page': '/product/walnut-monitor-stand',
}

/** One round for one URL: requests per second, and CPU times in milliseconds per request. */
export type Read = {
  limit: number
  limitCpu: number
  warm: number
  warmCpu: number
  cold: number
  coldCpu: number
  coldDatabaseCpu: number
  driver: number
}

export type Field = { shop: Program; bare: Program; postmaster: number; databaseUrl: string; seconds: number }

/** Gives the bare server the shop's responses. */
export async function teachBare({ shop, bare }: Field) {
  const all: Bytes[] = []
  for (const url of Object.values(PAGES)) all.push(await bytesOf(shop.origin, url))
  await bare.request(all)
}

export async function measureRead(field: Field, url: string): Promise<Read> {
  const { shop, bare, postmaster, databaseUrl, seconds } = field
  const { statements } = await statementsOf(shop, () => bytesOf(shop.origin, url, COLD))
  const measure = async ({ pid, origin }: Program, connections: number, headers: Record<string, string>) => {
    const { result, cpu, databaseCpu } = await withCpu(pid, postmaster, () =>
      load(origin + url, { seconds, connections, headers }),
    )
    // A machine busy with other work may yield no samples.
    const requests = Math.max(1, result.requests)
    return { perSecond: result.perSecond, cpu: cpu / requests, databaseCpu: databaseCpu / requests }
  }
  // Alternate shop and limit, so other load on the machine affects both.
  const limit = await measure(bare, CONNECTIONS, HEADERS)
  const warm = await measure(shop, CONNECTIONS, HEADERS)
  const cold = await measure(shop, COLD_CONNECTIONS, COLD)
  return {
    limit: limit.perSecond,
    limitCpu: limit.cpu,
    warm: warm.perSecond,
    warmCpu: warm.cpu,
    cold: cold.perSecond,
    coldCpu: cold.cpu,
    coldDatabaseCpu: cold.databaseCpu,
    driver: await replayFor(databaseUrl, statements, { seconds, connections: COLD_CONNECTIONS }),
  }
}

/** Returns the database statements caused by an operation. */
export async function statementsOf<T>(
  shop: Program,
  work: () => Promise<T>,
): Promise<{ statements: Statement[]; result: T }> {
  await shop.request({ hear: true })
  const result = await work()
  const { statements } = await shop.request<{ statements: Statement[] }>({ heard: true })
  return { statements, result }
}

export function bytesOf(
  origin: string,
  url: string,
  headers: Record<string, string> = HEADERS,
): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const outgoing = request(origin + url, { headers, agent: false }, (response) => {
      const names = response.rawHeaders.filter((_, index) => index % 2 === 0)
      const headers = names.flatMap((name, index) =>
        ADDED_BY_NODE.test(name) ? [] : [name, response.rawHeaders[index * 2 + 1] ?? ''],
      )
      buffer(response).then((body) => resolve({ url, headers, body: body.toString('base64') }), reject)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}
