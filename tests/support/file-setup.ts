import { beforeAll } from 'vitest'
import { setHashingCost } from '../../server/accounts/passwords.ts'
import { shortenPauses, turnClock } from '../../server/platform/clock.ts'
import { endFile } from './after-file.ts'
import { LIGHT_HASHING, PAUSES_SHORTENED } from './config.ts'
import { expectOwnersToWrite, watchTableWriters } from './table-writers.ts'

shortenPauses(PAUSES_SHORTENED)
setHashingCost(LIGHT_HASHING)
watchTableWriters()

// Vitest never runs an `afterAll` registered inside another hook, so a hook can't register a cleanup that way. Instead, the
// function that the first `beforeAll` returns runs last. Files share their worker's modules, including the clock.
beforeAll(() => async () => {
  turnClock(0)
  await endFile()
  expectOwnersToWrite()
})
