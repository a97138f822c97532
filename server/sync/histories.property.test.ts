import { test } from 'vitest'
import { checkHistories } from '../../tests/support/sync-histories.ts'

test('random histories of edits on both sides never lose what was typed here, and end explained', async () => {
  await checkHistories(6)
}, 120_000)
