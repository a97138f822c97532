import { z } from 'zod'
import type { CdnSettings } from '../../config.ts'
import { now } from '../clock.ts'
import { job } from '../jobs/queue.ts'
import type { Db } from './database.ts'

const RETENTION_MS = 3_600_000

/**
 * Hourly job. Nodes check for changes several times a second and don't use cached responses if a check fails, so old
 * changes aren't needed after they were reported to the CDN.
 */
export const deleteChangesJob = job('delete-page-changes', z.object({}))

/** @param cdn without one, also deletes which changes were reported */
export async function deleteChanges(db: Db, cdn: CdnSettings | null): Promise<void> {
  if (!cdn) await db.deleteFrom('cdn_purges').execute()
  await db
    .deleteFrom('page_changes')
    .where('at', '<', new Date(now().getTime() - RETENTION_MS))
    .execute()
}
