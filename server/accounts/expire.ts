import { z } from 'zod'
import { deleteExpiredLimits } from '../platform/http/limits.ts'
import { job } from '../platform/jobs/queue.ts'
import type { Shop } from '../shop.ts'
import { deleteExpiredChallenges } from './challenge-queries.ts'
import { sealFactorsAnew } from './codes.ts'
import { deleteExpiredLinks } from './link-queries.ts'
import { deleteSessionsUsedBefore } from './session-queries.ts'
import { oldestUse } from './sessions.ts'
import { deleteExpiredSteps } from './step-queries.ts'

/** Started every hour: what has expired is refused anyway, and need not be kept. */
export const expireSignIns = job('expire-sign-ins', z.object({}))

/** Erases sign-ins, finished or not, mailed links and counted attempts whose time is over, and leaves an old key unneeded. */
export async function forgetExpired({ db, secrets }: Pick<Shop, 'db' | 'secrets'>): Promise<void> {
  await deleteSessionsUsedBefore(db, oldestUse())
  await deleteExpiredLinks(db)
  await deleteExpiredChallenges(db)
  await deleteExpiredSteps(db)
  await deleteExpiredLimits(db)
  await sealFactorsAnew(db, secrets)
}
