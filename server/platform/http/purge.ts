import { sql } from 'kysely'
import { z } from 'zod'
import type { CdnSettings } from '../../config.ts'
import { type Db, inTransaction } from '../db/database.ts'
import type { Changes } from '../db/listen.ts'
import { enqueue, job } from '../jobs/queue.ts'
import { isShownOnPages, WHOLE_SHOP } from './cache-tags.ts'

/** Reports to the CDN what has changed since the last report. */
export const purgeChangesJob = job('purge-cdn', z.object({}), { keptSeconds: 3600 })
/** Repeats a report: the CDN may have fetched a response that was rendered before the change. */
export const purgeAgainJob = job('purge-cdn-again', z.object({ tags: z.array(z.string()) }), {
  keptSeconds: 3600,
})

/** At most one job in this time, for all nodes together. */
const ONCE_IN_S = 2
/** Longer than a node takes to learn of a change, and to render a page. */
const AGAIN_AFTER_S = 10
/** Maximum number of tags in a request, as at Cloudflare. */
const TAGS_AT_ONCE = 30
/** With more tags than this, everything is purged. */
const TAGS_MAX = 300
const TIMEOUT_MS = 10_000

/** Enqueues the job after each change that this node learns of. */
export function purgeOnChange(db: Db, changes: Changes, onError: (error: unknown) => void) {
  let isWaiting = false
  changes.onChange(() => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      enqueue(db, purgeChangesJob, {}, { onceIn: ONCE_IN_S }).catch(onError)
    }, 100).unref()
  })
}

/** @throws Error if the CDN doesn't accept the request; the job is then retried with the same changes */
export async function purgeChanges(db: Db, cdn: CdnSettings | null): Promise<void> {
  if (!cdn) return
  const { snapshot, tags: all } = await findNewChanges(db)
  const tags = all.filter(isShownOnPages)
  if (tags.length === 0) return
  const purged = tags.length > TAGS_MAX || tags.includes(WHOLE_SHOP) ? [WHOLE_SHOP] : tags
  await purge(cdn, purged)
  await inTransaction(db, async (db) => {
    await upsertPurged(db, snapshot)
    await enqueue(db, purgeAgainJob, { tags: purged }, { after: AGAIN_AFTER_S })
  })
}

/** Sends `{"tags": […]}`, which Cloudflare's API understands, and the same as a header, for a proxy's own rules. */
export async function purge({ purgeUrl, token }: CdnSettings, tags: string[]): Promise<void> {
  for (let from = 0; from < tags.length; from += TAGS_AT_ONCE) {
    const some = tags.slice(from, from + TAGS_AT_ONCE)
    const response = await fetch(purgeUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'surrogate-key': some.join(' '),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ tags: some }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The CDN responded to a purge with ${response.status}`)
  }
}

/** Before the first purge, anything may be in the CDN. Changes are deleted only after they were purged (server/jobs.ts). */
async function findNewChanges(db: Db): Promise<{ snapshot: string; tags: string[] }> {
  const { rows } = await sql<{ snapshot: string; tags: string[]; isKnown: boolean }>`
    select pg_current_snapshot()::text as snapshot, exists (select from cdn_purges) as "isKnown",
      array(
        select distinct tag from page_changes, cdn_purges
        where xid >= pg_snapshot_xmin(snapshot) and not pg_visible_in_snapshot(xid, snapshot)) as tags`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('The query for changes returned no row')
  return { snapshot: row.snapshot, tags: row.isKnown ? row.tags : [WHOLE_SHOP] }
}

async function upsertPurged(db: Db, snapshot: string): Promise<void> {
  await sql`
    insert into cdn_purges (snapshot, purged_at) values (${snapshot}::pg_snapshot, now())
    on conflict (only_one) do update set snapshot = excluded.snapshot, purged_at = excluded.purged_at`.execute(
    db,
  )
}
