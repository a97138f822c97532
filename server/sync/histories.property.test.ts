import { test } from 'vitest'
import { checkHistories } from '../../tests/support/sync-histories.ts'

test('random edits on both sides never lose an edit made in the shop, and every difference is explained', async () => {
  await checkHistories(6)
}, 120_000)
