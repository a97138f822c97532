import { test } from 'vitest'
import { shortenPauses } from '../../server/platform/clock.ts'
import { checkOptionHistories } from '../support/option-histories.ts'
import { openTestShop } from '../support/shop.ts'
import { checkBothChannels } from '../support/stock-channels.ts'
import { checkHistories } from '../support/sync-histories.ts'
import { openSyncTestStore } from '../support/sync-test-store.ts'
import { checkVariantHistories } from '../support/variant-histories.ts'

test('1,000 random histories of edits on both sides never lose an edit made in the shop, and every difference is explained', async () => {
  await checkHistories(1000)
}, 3_600_000)

test('1,000 random histories of variants keep each variant’s edits and stock', async () => {
  const shop = await openTestShop()
  await checkVariantHistories(shop, await openSyncTestStore(shop), 1000)
}, 3_600_000)

test('300 random histories of options that begin and end keep the edits of the only variant', async () => {
  const shop = await openTestShop()
  await checkOptionHistories(shop, await openSyncTestStore(shop), 300)
}, 3_600_000)

test.each([
  { pushes: false, hasVariants: false },
  { pushes: true, hasVariants: false },
  { pushes: false, hasVariants: true },
  { pushes: true, hasVariants: true },
])(
  'units sold on either channel are deducted once in the shop and once on the platform: %o',
  async (how) => {
    shortenPauses(100)
    const shop = await openTestShop()
    await checkBothChannels(shop, await openSyncTestStore(shop), { ...how, count: 150 })
  },
  600_000,
)
