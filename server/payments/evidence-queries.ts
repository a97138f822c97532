import type { EvidenceFile, EvidenceFileKind } from '#contract/orders/evidence-files.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { EvidenceFiles } from './provider.ts'

/** Oldest first. */
export async function listFiles(db: Db, disputeId: string): Promise<EvidenceFile[]> {
  const rows = await selectFiles(db, disputeId).orderBy('added_at').orderBy('kind').execute()
  return rows.map(({ kind, name, bytes, added_at }) => ({
    kind,
    name,
    bytes,
    addedAt: added_at.toISOString(),
  }))
}

/** Returns the provider's IDs of a dispute's files. */
export async function findFileIds(db: Db, disputeId: string): Promise<EvidenceFiles> {
  const rows = await selectFiles(db, disputeId).execute()
  return Object.fromEntries(rows.map(({ kind, file_id }) => [kind, file_id]))
}

export async function upsertFile(
  db: Db,
  file: { disputeId: string; kind: EvidenceFileKind; fileId: string; name: string; bytes: number },
): Promise<void> {
  const facts = { file_id: file.fileId, name: file.name, bytes: file.bytes, added_at: now() }
  await db
    .insertInto('dispute_files')
    .values({ dispute_id: file.disputeId, kind: file.kind, ...facts })
    .onConflict((conflict) => conflict.columns(['dispute_id', 'kind']).doUpdateSet(facts))
    .execute()
}

/** @returns the file's name, or null if there was none */
export async function deleteFile(db: Db, disputeId: string, kind: EvidenceFileKind): Promise<string | null> {
  const row = await db
    .deleteFrom('dispute_files')
    .where('dispute_id', '=', disputeId)
    .where('kind', '=', kind)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

function selectFiles(db: Db, disputeId: string) {
  return db
    .selectFrom('dispute_files')
    .select(['kind', 'file_id', 'name', 'bytes', 'added_at'])
    .where('dispute_id', '=', disputeId)
    .$narrowType<{ kind: EvidenceFileKind }>()
}
