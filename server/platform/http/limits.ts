import { isIP } from 'node:net'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { tooManyRequests } from '../../errors.ts'
import { now } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sha256 } from '../ids.ts'

/** A provider of servers gives its customer a /48 of IPv6: 65,536 networks that would each be an address of its own. */
const SITE_FACTOR = 8

/** At most so many points per key in a window that begins with the first; counted in the database for all nodes. */
export type Limit = { name: string; points: number; seconds: number }

/**
 * Counts one attempt. Outside a transaction only: a count that is rolled back is none. An IPv6 network counts for its site
 * as well, which has more room.
 * @throws ShopError 429 with the seconds until the window ends
 */
export async function countAttempt(db: Db, limit: Limit, key: string): Promise<void> {
  for (const counter of countersOf(limit, key)) {
    const { points, endsAt } = await addPoints(db, counter.limit, counter.key, 1)
    if (points > counter.limit.points)
      throw tooManyRequests(Math.max(1, Math.ceil((endsAt.getTime() - now().getTime()) / 1000)))
  }
}

/** Whether another attempt is within the limit; counts it either way. */
export async function isWithin(db: Db, limit: Limit, key: string): Promise<boolean> {
  return (await countOnly(db, limit, key)) <= limit.points
}

/** Counts one attempt, but refuses none. @returns how many there were in the window, this one included */
export async function countOnly(db: Db, limit: Limit, key: string): Promise<number> {
  return (await addPoints(db, limit, key, 1)).points
}

/** Takes back an attempt that turned out to be a good one. */
export async function takeBackAttempt(db: Db, limit: Limit, key: string): Promise<void> {
  for (const counter of countersOf(limit, key)) {
    await addPoints(db, counter.limit, counter.key, -1)
  }
}

export async function forgetAttempts(db: Db, limit: Limit, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', rowKey(limit, key)).execute()
}

export async function deleteExpiredLimits(db: Db): Promise<void> {
  await db.deleteFrom('rate_limits').where('expires_at', '<=', now()).execute()
}

/** Counts the requests of addresses in the memory of this node. `consume` rejects with a RateLimiterRes. */
export function memoryLimiter(points: number, duration: number): { consume(ip: string): Promise<void> } {
  const addresses = new RateLimiterMemory({ points, duration })
  const sites = new RateLimiterMemory({ points: points * SITE_FACTOR, duration })
  return {
    async consume(ip) {
      const key = addressKey(ip)
      const site = siteOf(key)
      await addresses.consume(key)
      if (site !== null) await sites.consume(site)
    },
  }
}

function countersOf(limit: Limit, key: string): { key: string; limit: Limit }[] {
  const site = siteOf(key)
  const wider = { ...limit, points: limit.points * SITE_FACTOR }
  return [{ key, limit }, ...(site === null ? [] : [{ key: site, limit: wider }])]
}

/** The /48 around the /64 that `addressKey` returns for IPv6; null for any other key. */
function siteOf(key: string): string | null {
  const [, site] = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(key) ?? []
  return site === undefined ? null : `${site}::/48`
}

/** As addressKey, but with the /48 of IPv6: for limits that leave each address something without counting it. */
export function siteKey(address: string): string {
  const key = addressKey(address)
  return siteOf(key) ?? key
}

/**
 * What counts as one address: a household or a server gets a whole /64 of IPv6. Some proxies forward the port as well, which
 * doesn't count. All that is no address shares one key, so that nobody can make up new ones.
 */
export function addressKey(forwarded: string): string {
  const [, v4, v6] = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[(.+)\](?::\d+)?)$/.exec(forwarded) ?? []
  const address = v4 ?? v6 ?? forwarded
  const family = isIP(address)
  if (family === 0) return 'unreadable'
  if (family === 4) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped) return mapped
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Math.max(0, 8 - groups.length - after.length) : 0
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Adds to the count of a key, or starts a new window if the last one expired. One statement, so concurrent attempts all count. */
async function addPoints(
  db: Db,
  limit: Limit,
  key: string,
  points: number,
): Promise<{ points: number; endsAt: Date }> {
  const expiresAt = new Date(now().getTime() + limit.seconds * 1000)
  return db
    .insertInto('rate_limits')
    .values({ key: rowKey(limit, key), points, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ case: when, ref, eb }) => {
        const isOver = eb('rate_limits.expires_at', '<=', now())
        return {
          points: when()
            .when(isOver)
            .then(points)
            .else(eb('rate_limits.points', '+', points))
            .end(),
          expires_at: when().when(isOver).then(expiresAt).else(ref('rate_limits.expires_at')).end(),
        }
      }),
    )
    .returning(['points', 'expires_at as endsAt'])
    .executeTakeFirstOrThrow()
}

const rowKey = (limit: Limit, key: string) => `${limit.name}:${sha256(key)}`
