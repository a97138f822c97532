import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Bytes } from './bare-process.ts'
import { cpuOf, cpuOfPostgres } from './cpu.ts'
import { load } from './load.ts'
import type { Program } from './processes.ts'
import { replayFor } from './replay.ts'
import type { Statement } from './statements.ts'

const HEADERS = { 'accept-encoding': 'br' }
/** Headers that bypass the response cache, so everything is rendered again. */
export const COLD = { ...HEADERS, cookie: 'fresh=1' }
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

/** One round for one URL. CPU times are in milliseconds per request. */
export type Read = {
  limit: number
  limitCpu: number
  warm: number
  warmP50: number
  warmP99: number
  warmCpu: number
  cold: number
  coldP50: number
  coldP99: number
  coldCpu: number
  coldDatabaseCpu: number
  driver: number
  driverDatabaseCpu: number
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
  const measure = (origin: string, connections: number, headers: Record<string, string>) =>
    load(origin + url, { seconds, connections, headers })
  // Alternate shop and limit, so other load on the machine affects both.
  const [limit, limitCpu] = await withCpu(
    () => cpuOf(bare.pid),
    () => measure(bare.origin, CONNECTIONS, HEADERS),
  )
  const [warm, warmCpu] = await withCpu(
    () => cpuOf(shop.pid),
    () => measure(shop.origin, CONNECTIONS, HEADERS),
  )
  const databaseBefore = cpuOfPostgres(postmaster)
  const [cold, coldCpu] = await withCpu(
    () => cpuOf(shop.pid),
    () => measure(shop.origin, COLD_CONNECTIONS, COLD),
  )
  const coldDatabaseCpu = (cpuOfPostgres(postmaster) - databaseBefore) / Math.max(1, cold.requests)
  const [driver, driverDatabaseCpu] = await withCpu(
    () => cpuOfPostgres(postmaster),
    () => replayFor(databaseUrl, statements, { seconds, connections: COLD_CONNECTIONS }),
  )
  return {
    limit: limit.perSecond,
    limitCpu,
    warm: warm.perSecond,
    warmP50: warm.p50,
    warmP99: warm.p99,
    warmCpu,
    cold: cold.perSecond,
    coldP50: cold.p50,
    coldP99: cold.p99,
    coldCpu,
    coldDatabaseCpu,
    driver: driver.perSecond,
    driverDatabaseCpu,
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

async function withCpu<T extends { requests: number }>(
  cpu: () => number,
  work: () => Promise<T>,
): Promise<[T, number]> {
  const before = cpu()
  const done = await work()
  // A machine busy with other work may yield no samples.
  return [done, (cpu() - before) / Math.max(1, done.requests)]
}

function bytesOf(origin: string, url: string, headers: Record<string, string> = HEADERS): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const outgoing = request(origin + url, { headers, agent: false }, (response) => {
      // Node adds these automatically.
      const isOwn = (name: string) => /^(date|connection|keep-alive|transfer-encoding)$/i.test(name)
      const headers = pairs(response.rawHeaders).flatMap(([name, value]) =>
        isOwn(name) ? [] : [name, value],
      )
      buffer(response).then((body) => resolve({ url, headers, body: body.toString('base64') }), reject)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

function pairs(flat: string[]): [string, string][] {
  return flat.flatMap((name, index) =>
    index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as [string, string]] : [],
  )
}
