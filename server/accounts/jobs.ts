import { z } from 'zod'
import { DEVICE_DAYS } from '#contract/accounts/rules.ts'
import { now } from '../platform/clock.ts'
import { deleteExpiredLimits } from '../platform/http/limits.ts'
import { job } from '../platform/jobs/queue.ts'
import type { Shop } from '../shop.ts'
import { deleteExpiredLinks } from './mailed-links/queries.ts'
import { deleteExpiredChallenges } from './passkeys/queries.ts'
import { sealFactorsAnew } from './second-factor/codes.ts'
import { deleteExpiredSteps } from './second-factor/queries.ts'
import { deleteDevicesUsedBefore, deleteSessionsUsedBefore } from './sessions/queries.ts'
import { oldestUse } from './sessions/sessions.ts'

/** Started every hour: what has expired is refused anyway, and need not be kept. */
export const expireSignIns = job('expire-sign-ins', z.object({}))

/** Erases sign-ins, finished or not, mailed links and counted attempts whose time is over, and leaves an old key unneeded. */
export async function forgetExpired({ db, secrets }: Pick<Shop, 'db' | 'secrets'>): Promise<void> {
  await deleteSessionsUsedBefore(db, oldestUse())
  await deleteExpiredLinks(db)
  await deleteExpiredChallenges(db)
  await deleteExpiredSteps(db)
  await deleteDevicesUsedBefore(db, new Date(now().getTime() - DEVICE_DAYS * 86_400_000))
  await deleteExpiredLimits(db)
  await sealFactorsAnew(db, secrets)
}
