import fc from 'fast-check'
import { endpoints } from '#contract/endpoints.ts'
import { brokenInvariants, brokenPromises } from './promises.ts'
import { callOf, lookAt, postTo, type Shot, type Who } from './requests.ts'
import { openWire, type Wire } from './wire.ts'
import type { World } from './world.ts'

export type Report = {
  requests: number
  /** Number of responses with a status below 400, below 500, and above. */
  byClass: Record<'good' | 'refused' | 'failed', number>
  /** Number of successful calls per endpoint. */
  good: Map<string, number>
}

/** Returns FUZZ_SEED, which repeats a run or starts a different one, or `usual`. */
export const seedOfRun = (usual: number) => Number(process.env.FUZZ_SEED ?? usual)

/** URLs outside the API: pages, files, and URLs that crawlers request. */
const PAGES = [
  '/',
  '/product/:slugOrId',
  '/cart',
  '/checkout',
  '/order-success',
  '/order-tracking',
  '/auth',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/verify-email',
  '/auth/undo-email-change',
  '/auth/join',
  '/auth/google/start',
  '/auth/google/callback',
  '/auth/google/script',
  '/profile',
  '/favorites',
  '/orders',
  '/order-history',
  '/account/orders',
  '/privacy-policy',
  '/terms-conditions',
  '/shipping',
  '/returns',
  '/faq',
  '/about',
  '/contact',
  '/newsletter',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/back-in-stock',
  '/back-in-stock/confirm',
  '/back-in-stock/unsubscribe',
  '/admin',
  '/:anything',
  '/images/:name',
  '/images/960/:name',
  '/assets/:name',
  '/sitemap.xml',
  '/robots.txt',
  '/favicon.ico',
  '/sandbox',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/mcp',
  '/api/docs/:name',
  '/api/:anything',
]
const POSTS = [
  '/api/webhooks/stripe',
  '/mcp',
  '/cart/items',
  '/cart/items/:itemId',
  '/cart/items/:itemId/remove',
  '/newsletter',
  '/newsletter/confirm',
  '/newsletter/leave',
  '/newsletter/unsubscribe',
  '/back-in-stock',
  '/back-in-stock/confirm',
  '/back-in-stock/leave',
  '/back-in-stock/unsubscribe',
  '/contact',
  '/:anything',
]

/** Maximum number of violations reported together. */
const MAX_REPORTED = 12

/** Number of requests between purchases. */
const TRADE = 250
/** Number of requests between job runs and invariant checks. Checks can be rare, because a broken invariant stays broken. */
const LOOK = 500
/**
 * Expensive requests, sent only every SELDOM_TURNS turns: two read the platform's whole catalog, and the third adds an
 * unreachable webhook endpoint that receives every event.
 */
const SELDOM = new Set(['GET /api/sync-all', 'POST /api/admin/sync-preview', 'POST /api/admin/webhooks'])
const SELDOM_TURNS = 8
const ADDRESSES = 4000

/**
 * Sends a number of requests to every endpoint and page of a shop that trusts its proxy. The same seed repeats the same
 * requests.
 * @throws Error naming the requests that broke a promise, or the request that broke an invariant
 */
export async function fuzz(world: World, requests: number, seed: number): Promise<Report> {
  const wire = openWire(world.shop.app)
  const report: Report = { requests, byClass: { good: 0, refused: 0, failed: 0 }, good: new Map() }
  const targets = targetsOf(world)
  const broken: string[] = []
  for (let n = 0; n < requests && broken.length < MAX_REPORTED; n++) {
    if (n % LOOK === 0) broken.push(...(await look(world, n)))
    if (n % TRADE === 0) await world.goOn()
    const target = targetOf(targets, n)
    const [shot] = target ? fc.sample(target.shots, { seed: seed + n, numRuns: 1 }) : []
    if (!target || !shot) throw new Error('No endpoint to send requests to')
    const { status, problems } = await fire(world, wire, shot, n)
    if (problems.length > 0) broken.push(`request ${n}: ${describeShot(shot)}\n  ${problems.join('\n  ')}`)
    report.byClass[status < 400 ? 'good' : status < 500 ? 'refused' : 'failed'] += 1
    if (status < 400) report.good.set(target.name, (report.good.get(target.name) ?? 0) + 1)
  }
  broken.push(...(await look(world, requests)))
  wire.close()
  if (broken.length > 0) throw new Error(`FUZZ_SEED=${seed}\n${broken.join('\n')}`)
  return report
}

type Target = { name: string; shots: fc.Arbitrary<Shot> }

function targetsOf({ knownAt }: World): Target[] {
  const calls = endpoints.map((endpoint) => ({
    name: `${endpoint.method} ${endpoint.path}`,
    shots: callOf(endpoint, knownAt(endpoint.path)),
  }))
  const known = knownAt('/')
  const pages = Array.from({ length: 12 }, () => ({ name: 'pages', shots: lookAt(PAGES, known) }))
  const posts = Array.from({ length: 4 }, () => ({ name: 'forms', shots: postTo(POSTS, known) }))
  return [...calls, ...pages, ...posts]
}

function targetOf(targets: Target[], n: number): Target | undefined {
  const target = targets[n % targets.length]
  const turn = Math.floor(n / targets.length)
  const waits = target !== undefined && SELDOM.has(target.name) && turn % SELDOM_TURNS !== 0
  return waits ? targets[turn % targets.length] : target
}

async function look(world: World, n: number): Promise<string[]> {
  await world.shop.runJobs()
  const broken = await brokenInvariants(world.shop)
  return broken.map((what) => `before request ${n}: ${what}`)
}

async function fire(world: World, wire: Wire, shot: Shot, n: number) {
  const person = world.people[shot.who]
  const cookies = [...person.cookies].map((pair) => pair.join('=')).join('; ')
  const headers = {
    'x-forwarded-for': `10.9.${(n % ADDRESSES) >> 8}.${n & 255}`,
    ...(cookies ? { cookie: cookies } : {}),
    ...(person.token ? { authorization: `Bearer ${person.token}` } : {}),
    ...shot.headers,
  }
  const response = await wire.send({ ...shot, headers }).catch((error: unknown) => String(error))
  if (typeof response === 'string') return { status: 500, problems: [response] }
  for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
    if (value === '') person.cookies.delete(name)
    else person.cookies.set(name, value)
  }
  if (isGone(world, shot.who, response.status, response.body)) await world.comeBack(shot.who)
  return { status: response.status, problems: brokenPromises(shot, response) }
}

/** Returns true if the sender was signed out, deleted, blocked, or demoted, by their own request or another's. */
function isGone({ people }: World, who: Who, status: number, body: Buffer): boolean {
  if (who === 'visitor' || people[who].token === null) return false
  if (status === 401) return body.includes('sign_in_ended')
  return status === 403 && who === 'admin'
}

function describeShot({ who, method, path, headers, body }: Shot): string {
  const text = body === null ? '' : Buffer.from(body as string).toString('latin1')
  return `${who}: ${method} ${path.slice(0, 600)} ${JSON.stringify(headers).slice(0, 400)} ${text.slice(0, 1500)}`
}
