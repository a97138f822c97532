import { z } from 'zod'
import type { Db } from '../platform/db/database.ts'
import { deleteExpiredLimits } from '../platform/http/limits.ts'
import { job } from '../platform/jobs/queue.ts'
import { deleteExpiredLinks } from './link-queries.ts'
import { deleteSessionsUsedBefore } from './session-queries.ts'
import { oldestUse } from './sessions.ts'

/** Started every hour: what has expired is refused anyway, and need not be kept. */
export const expireSignIns = job('expire-sign-ins', z.object({}))

/** Erases sign-ins, mailed links and counted attempts whose time is over. */
export async function forgetExpired(db: Db): Promise<void> {
  await deleteSessionsUsedBefore(db, oldestUse())
  await deleteExpiredLinks(db)
  await deleteExpiredLimits(db)
}
