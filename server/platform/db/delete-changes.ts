import { z } from 'zod'
import { now } from '../clock.ts'
import { job } from '../jobs/queue.ts'
import type { Db } from './database.ts'

const RETENTION_MS = 3_600_000

/**
 * Hourly job. Nodes check for changes several times a second and don't use cached responses if a check fails, so old
 * changes aren't needed.
 */
export const deleteChangesJob = job('delete-page-changes', z.object({}))

export async function deleteChanges(db: Db): Promise<void> {
  await db
    .deleteFrom('page_changes')
    .where('at', '<', new Date(now().getTime() - RETENTION_MS))
    .execute()
}
