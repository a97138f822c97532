import { isIP } from 'node:net'
import { sql } from 'kysely'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { tooManyRequests } from '../../errors.ts'
import { now } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sha256 } from '../ids.ts'

/** Hosting providers give each customer a /48 of IPv6: 65,536 networks that would each count as a separate address. */
const SITE_FACTOR = 8

/** Maximum points per key in a window that begins with the first one. Counted in the database for all nodes. */
export type Limit = { name: string; points: number; seconds: number }

/**
 * Counts one attempt. Call it outside transactions, because a rollback would undo the count, unless it also undoes all that
 * is limited. An IPv6 network also counts for its site, which has a higher limit.
 * @returns the attempts of the key in the window, including this one
 * @throws ShopError 429 with the seconds until the window ends
 */
export async function countAttempt(db: Db, limit: Limit, key: string): Promise<number> {
  const counted: number[] = []
  for (const counter of countersOf(limit, key)) {
    const { points, endsAt } = await addPoint(db, counter.limit, counter.key)
    if (points > counter.limit.points)
      throw tooManyRequests(Math.max(1, Math.ceil((endsAt.getTime() - now().getTime()) / 1000)))
    counted.push(points)
  }
  return Math.max(...counted)
}

/** Returns whether another attempt is within the limit. Counts it either way. */
export async function isWithin(db: Db, limit: Limit, key: string): Promise<boolean> {
  return (await countOnly(db, limit, key)) <= limit.points
}

/**
 * Counts an attempt but rejects none.
 * @returns the attempts in the window, including this one
 */
export async function countOnly(db: Db, limit: Limit, key: string): Promise<number> {
  return (await addPoint(db, limit, key)).points
}

/** Removes a successful attempt from the count, unless its window has ended. */
export async function uncountAttempt(db: Db, limit: Limit, key: string): Promise<void> {
  for (const counter of countersOf(limit, key)) {
    await db
      .updateTable('rate_limits')
      .set(({ eb }) => ({ points: eb('points', '-', 1) }))
      .where('key', '=', rowKey(counter.limit, counter.key))
      .where('points', '>', 0)
      .where('expires_at', '>', now())
      .execute()
  }
}

/** Returns when the window ends if it allows no further attempt, otherwise null. Counts nothing. */
export async function findEndOfLimit(db: Db, limit: Limit, key: string): Promise<Date | null> {
  const row = await db
    .selectFrom('rate_limits')
    .select('expires_at as endsAt')
    .where('key', '=', rowKey(limit, key))
    .where('points', '>=', limit.points)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return row?.endsAt ?? null
}

export async function deleteAttempts(db: Db, limit: Limit, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', rowKey(limit, key)).execute()
}

export async function deleteExpiredLimits(db: Db): Promise<void> {
  await db.deleteFrom('rate_limits').where('expires_at', '<=', now()).execute()
}

/** Creates a limiter per IP address in the memory of this node. `consume` rejects with a RateLimiterRes. */
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

/** Returns the /48 of an IPv6 /64 as returned by `addressKey`, or null for any other key. */
function siteOf(key: string): string | null {
  const [, site] = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(key) ?? []
  return site === undefined ? null : `${site}::/48`
}

/** Like addressKey, but with the /48 of IPv6. Used by limits that throttle but never block an address. */
export function siteKey(address: string): string {
  const key = addressKey(address)
  return siteOf(key) ?? key
}

/**
 * Returns the rate limit key for an IP address. A household or server has a whole /64 of IPv6. Strips the port that
 * some proxies forward. Anything that isn't an IP address shares one key, so clients can't invent new ones.
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

/**
 * Adds to the count of a key, or starts a new window, in one statement, so all concurrent attempts count. As a text,
 * because most requests that write begin with it.
 */
async function addPoint(db: Db, limit: Limit, key: string): Promise<Counted> {
  const time = now()
  const endsAt = new Date(time.getTime() + limit.seconds * 1000)
  const { rows } = await sql<Counted>`
    insert into rate_limits as counted (key, points, expires_at) values (${rowKey(limit, key)}, 1, ${endsAt})
    on conflict (key) do update set
      points = case when counted.expires_at <= ${time} then 1 else counted.points + 1 end,
      expires_at = case when counted.expires_at <= ${time} then excluded.expires_at else counted.expires_at end
    returning points, expires_at as "endsAt"`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('An attempt was not counted')
  return counted
}

type Counted = { points: number; endsAt: Date }

const rowKey = (limit: Limit, key: string) => `${limit.name}:${sha256(key)}`
