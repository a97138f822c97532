import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** A segment of the log by place (position in the chain), verified in a single snapshot. */
export type LogSegment = {
  /** Number of verified entries. */
  length: number
  /** The last place of the segment and its hash, or null if there is none. */
  reached: number
  reachedHash: string | null
  /** The checkpoint hash stored separately from the entries, or null if it is missing. */
  head: { place: number; hash: string } | null
  /** The first broken entry. Either `missing` places before it are empty, or its hash doesn't match its content. */
  broken: { id: number; place: number; missing: number; lastId: number | null } | null
  /** An entry without a hash, which the shop never creates. */
  unsealedId: number | null
}

/** Recomputes and compares the hashes of at most `atMost` entries after a place. */
export async function readSegment(db: Db, after: number, atMost: number): Promise<LogSegment> {
  const { rows } = await sql<{
    length: number
    reached: number
    reached_hash: string | null
    head_place: number | null
    head_hash: string | null
    id: number | null
    place: number
    missing: number
    last_id: number | null
    unsealed_id: number | null
  }>`
    with stretch as (
      select entry.id, entry.place, entry.hash, lag(entry.id) over places as last_id,
        entry.place - coalesce(lag(entry.place) over places, ${after}::bigint) - 1 as missing,
        entry.hash = audit_hash(coalesce(lag(entry.hash) over places, ''), entry) as fits
      from audit_log as entry
      where entry.place >= ${after}::bigint
      window places as (order by entry.place)
      order by entry.place
      limit ${after > 0 ? atMost + 1 : atMost}
    ),
    broken as (
      select id, place, missing, last_id from stretch
      where place > ${after}::bigint and (missing > 0 or not fits)
      order by place limit 1
    )
    select
      (select count(*)::int from stretch where place > ${after}::bigint) as length,
      coalesce((select max(place) from stretch), ${after}::bigint) as reached,
      (select encode(hash, 'hex') from stretch order by place desc limit 1) as reached_hash,
      head.place as head_place, encode(head.hash, 'hex') as head_hash,
      broken.*,
      (select min(id) from audit_log where hash is null) as unsealed_id
    from (select) as one
    left join audit_head as head on true
    left join broken on true`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The audit log cannot be read')
  const { id, place, missing, last_id, head_place, head_hash } = row
  return {
    length: row.length,
    reached: row.reached,
    reachedHash: row.reached_hash,
    head: head_place === null ? null : { place: head_place, hash: head_hash ?? '' },
    broken: id === null ? null : { id, place, missing, lastId: last_id },
    unsealedId: row.unsealed_id,
  }
}

/** Returns the entry at a place with its hash, or null if there is none. */
export async function findHash(db: Db, place: number): Promise<{ id: number; hash: string } | null> {
  const row = await db
    .selectFrom('audit_log')
    .select(['id', sql<string>`encode(hash, 'hex')`.as('hash')])
    .where('place', '=', place)
    .executeTakeFirst()
  return row ?? null
}
