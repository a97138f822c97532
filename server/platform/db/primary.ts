import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { SettingsError } from '../../config.ts'
import { urlsOf } from './database-url.ts'
import { openPollingPool } from './polling-pool.ts'

/** The server that accepts writes. If the settings list several, a standby may become it (docs/decisions/0084). */
export type Primary = {
  url(): string
  /** Calls `listener` when another server has become the primary. */
  onMove(listener: () => void): void
  close(): Promise<void>
}

const POLL_EVERY_MS = 250

/** The timeline increases with each promotion, so of two servers that accept writes, the later one has the higher. */
const POLL_QUERY = `
  select case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end
    as timeline`

/**
 * Finds the primary among the servers that a URL lists, and keeps looking for it. A single server is taken as it is.
 * @param name of the setting, for errors
 * @throws SettingsError if none of several servers accepts writes
 */
export async function findPrimary(databaseUrl: string, name: string, log?: Logger): Promise<Primary> {
  const urls = urlsOf(databaseUrl)
  return urls.length === 1 ? onlyServer(databaseUrl) : followPrimary(urls, name, log)
}

/** A server without a fallback. */
export function onlyServer(databaseUrl: string): Primary {
  return { url: () => databaseUrl, onMove: () => undefined, close: async () => undefined }
}

type Server = {
  url: string
  pool: pg.Pool
  /** Its timeline if it accepts writes, or null. */
  timeline: number | null
  trouble: string | null
}

async function followPrimary(urls: string[], name: string, log?: Logger): Promise<Primary> {
  const servers = urls.map(
    (url): Server => ({ url, pool: openPollingPool(url), timeline: null, trouble: null }),
  )
  const listeners: (() => void)[] = []
  const closing = new AbortController()
  let current: Server | null = null

  const close = async () => {
    closing.abort()
    await Promise.all(following)
    await Promise.all(servers.map(({ pool }) => pool.end()))
  }
  let following: Promise<void>[] = []
  await Promise.all(servers.map(poll))
  const first = choose()
  if (!first) {
    await close()
    const reasons = servers.map(({ url, trouble }) => `${new URL(url).host}: ${trouble ?? 'is a standby'}`)
    throw new SettingsError(`${name}: no server accepts writes (${reasons.join('; ')})`)
  }
  current = first
  following = servers.map(follow)
  return {
    url: () => (current ?? first).url,
    onMove: (listener) => void listeners.push(listener),
    close,
  }

  async function follow(server: Server) {
    while (!closing.signal.aborted) {
      await delay(POLL_EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      await poll(server)
      const next = choose()
      if (next === null || next === current) continue
      current = next
      log?.warn({ host: new URL(next.url).host }, 'another database server became the primary')
      for (const listener of listeners) listener()
    }
  }

  async function poll(server: Server) {
    try {
      const { rows } = await server.pool.query<{ timeline: number | null }>(POLL_QUERY)
      server.timeline = rows[0]?.timeline ?? null
      server.trouble = null
    } catch (error) {
      server.timeline = null
      server.trouble =
        error instanceof Error ? error.message || String((error as { code?: string }).code) : ''
    }
  }

  function choose(): Server | null {
    return servers.reduce<Server | null>((best, server) => {
      if (server.timeline === null) return best
      if (best?.timeline == null || server.timeline > best.timeline) return server
      return server.timeline === best.timeline && server === current ? server : best
    }, null)
  }
}
