import { beforeAll } from 'vitest'
import { setHashingCost } from '../../server/accounts/passwords.ts'
import { shortenPauses, turnClock } from '../../server/platform/clock.ts'
import { endFile } from './after-file.ts'
import { LIGHT_HASHING, PAUSES_SHORTENED } from './config.ts'
import { expectOwnersToWrite, watchTableWriters } from './table-writers.ts'

shortenPauses(PAUSES_SHORTENED)
setHashingCost(LIGHT_HASHING)
watchTableWriters()

// An `afterAll` that is registered inside another hook never runs, so a shop opened there could not be closed by one. What
// the first `beforeAll` returns runs last of all. Files share their worker's modules, the clock among them.
beforeAll(() => async () => {
  turnClock(0)
  await endFile()
  expectOwnersToWrite()
})
