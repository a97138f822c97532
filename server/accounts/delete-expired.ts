import { z } from 'zod'
import { DEVICE_DAYS } from '#contract/accounts/rules.ts'
import { now } from '../platform/clock.ts'
import { deleteExpiredLimits } from '../platform/http/limits.ts'
import { job } from '../platform/jobs/queue.ts'
import type { Shop } from '../shop.ts'
import { deleteExpiredLinks } from './mailed-links/queries.ts'
import { deleteExpiredChallenges } from './passkeys/queries.ts'
import { reencryptSecrets } from './second-factor/codes.ts'
import { deleteExpiredSteps } from './second-factor/queries.ts'
import { deleteDevicesUsedBefore, deleteSessionsUsedBefore } from './sessions/queries.ts'
import { oldestUse } from './sessions/sessions.ts'

/** Hourly job that deletes expired rows. They are rejected even before that. */
export const expireSignIns = job('expire-sign-ins', z.object({}))

/** Deletes all expired sign-in data, and re-encrypts secrets that use an old key. */
export async function deleteExpired({ db, secrets }: Pick<Shop, 'db' | 'secrets'>): Promise<void> {
  await deleteSessionsUsedBefore(db, oldestUse())
  await deleteExpiredLinks(db)
  await deleteExpiredChallenges(db)
  await deleteExpiredSteps(db)
  await deleteDevicesUsedBefore(db, new Date(now().getTime() - DEVICE_DAYS * 86_400_000))
  await deleteExpiredLimits(db)
  await reencryptSecrets(db, secrets)
}
