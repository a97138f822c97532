import { test } from 'vitest'
import { checkHistories } from '../support/sync-histories.ts'

test('1,000 random histories of edits on both sides never lose what was typed here, and end explained', async () => {
  await checkHistories(1000)
}, 3_600_000)
