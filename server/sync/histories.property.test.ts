import { test } from 'vitest'
import { checkOptionHistories } from '../../tests/support/option-histories.ts'
import { openTestShop } from '../../tests/support/shop.ts'
import { checkHistories } from '../../tests/support/sync-histories.ts'
import { openSyncTestStore } from '../../tests/support/sync-test-store.ts'
import { checkVariantHistories } from '../../tests/support/variant-histories.ts'

test('random edits on both sides never lose an edit made in the shop, and every difference is explained', async () => {
  await checkHistories(6)
}, 120_000)

test('random edits of variants on both sides never lose an edit, and each variant keeps its own stock', async () => {
  const shop = await openTestShop()
  await checkVariantHistories(shop, await openSyncTestStore(shop), 6)
}, 120_000)

test('options that the platform adds and removes keep the edits, conflicts, and codes of the only variant', async () => {
  const shop = await openTestShop()
  await checkOptionHistories(shop, await openSyncTestStore(shop), 4)
}, 120_000)
