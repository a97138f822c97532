import fc from 'fast-check'
import { expect } from 'vitest'
import { commitReservation, restockItems } from '../../server/stock/stock.ts'
import { pushStock } from '../../server/sync/push.ts'
import { variant } from './platform.ts'
import type { TestShop } from './shop.ts'
import type { openSyncTestStore } from './sync-test-store.ts'

type Pegs = Awaited<ReturnType<typeof openSyncTestStore>>
type Step =
  | {
      do: 'sell in shop' | 'return in shop' | 'sell on platform' | 'return on platform'
      units: number
      of: number
    }
  | { do: 'sync' | 'run jobs' | 'lose responses' | 'cut off' | 'restore connection' }

const START = 50
const units = fc.integer({ min: 1, max: 2 })
const move = (...kinds: Extract<Step, { units: number }>['do'][]) =>
  fc.record({ do: fc.constantFrom(...kinds), units, of: fc.nat({ max: 1 }) })
const other = (...kinds: Exclude<Step, { units: number }>['do'][]) =>
  fc.record({ do: fc.constantFrom(...kinds) })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: move('sell in shop', 'sell on platform') },
  { weight: 2, arbitrary: move('return in shop', 'return on platform') },
  { weight: 4, arbitrary: other('sync', 'run jobs') },
  { weight: 2, arbitrary: other('lose responses', 'cut off', 'restore connection') },
)

/** Groups run one after the other. The steps of a group run concurrently. */
const moments = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 })

/** Sends all pending stock changes without their delay, and runs the resulting jobs. */
export async function pushAll({ shop, runJobs }: TestShop) {
  await shop.db
    .updateTable('stock_pushes')
    .set({ next_at: new Date(0) })
    .execute()
  await pushStock(shop)
  await runJobs()
}

/**
 * Runs concurrent sales and returns on both sides, with syncs, jobs, and failing connections, and checks that each side
 * counts each of them once, by variant if the product has options. A killed worker leaves the same rows as one that gets
 * no response, so it isn't tried separately: 'cut off' fails before the platform applies a push, and 'lose responses'
 * afterward.
 */
export async function checkBothChannels(
  shop: TestShop,
  { admin, store, sync }: Pegs,
  { pushes, count, hasVariants = false }: { pushes: boolean; count: number; hasVariants?: boolean },
) {
  const { db } = shop.shop
  await admin.call('PATCH /api/admin/settings', { pushStock: pushes })
  let made = 0
  await fc.assert(
    fc.asyncProperty(moments, async (moments) => {
      made += 1
      const handle = `both-${pushes ? 'push' : 'follow'}-${hasVariants ? 'variants-' : ''}${made}`
      const sizes = hasVariants ? ['S', 'L'] : []
      const stocked = (more: object) => variant('8.00', { inventoryQuantity: START, ...more })
      await store.add({
        title: handle,
        handle,
        options: hasVariants ? [{ name: 'Size', values: sizes }] : [],
        variants: hasVariants ? sizes.map((size) => stocked({ values: [size] })) : [stocked({})],
      })
      await sync()
      const { id, variants } = await admin.call('GET /api/products/:slugOrId', { slugOrId: handle })
      const ids = hasVariants ? variants.map((one) => one.id) : [id]
      const placeOf = ({ of }: { of: number }) => (hasVariants ? of : 0)
      const steps = moments.flat()
      for (const [index, moment] of moments.entries()) {
        const done = await Promise.all(
          moment.map((one, place) => perform(one, `PL-${handle}-${index}-${place}`)),
        )
        expect(done).not.toContain(false)
      }
      await store.heal()
      const expected = ids.map((_id, place) => {
        const ofVariant = steps.filter((one) => 'units' in one && placeOf(one) === place)
        const [inShop, onPlatform] = [sumOf(ofVariant, 'in shop'), sumOf(ofVariant, 'on platform')]
        return { shop: START + inShop + onPlatform, platform: START + onPlatform + (pushes ? inShop : 0) }
      })
      // Deliver it twice, because a change must not be applied again.
      for (let round = 0; round < 2; round++) {
        await pushAll(shop)
        expect((await sync()).success).toBe(true)
        expect(await counts()).toEqual(expected)
      }

      async function perform(one: Step, order: string): Promise<unknown> {
        switch (one.do) {
          case 'sell in shop':
            return commitReservation(db, order, [{ variantId: ids[placeOf(one)] ?? 0, quantity: one.units }])
          case 'return in shop':
            return restockItems(db, order, [{ variantId: ids[placeOf(one)] ?? 0, quantity: one.units }])
          case 'sell on platform':
          case 'return on platform':
            return store.change(handle, {
              inventoryChange: changeOf(one),
              inventoryChangeOf: placeOf(one),
            })
          case 'sync':
            return sync().catch(() => 'another one runs')
          case 'run jobs':
            return shop.runJobs()
          case 'lose responses':
            return store.fail('lost-adjustment', { count: 5 })
          case 'cut off':
            return store.fail('down', { count: 5 })
          case 'restore connection':
            return store.heal()
        }
      }

      async function counts() {
        const { stockQuantity, variants } = await admin.call('GET /api/admin/products/:id', { id })
        const inShop = hasVariants ? variants.map((one) => one.stockQuantity) : [stockQuantity]
        const onPlatform = (await store.get(handle)).variants
        return inShop.map((units, place) => ({ shop: units, platform: onPlatform[place]?.inventoryQuantity }))
      }
    }),
    { numRuns: count, endOnFailure: true },
  )
}

const changeOf = (step: Step) =>
  'units' in step ? (step.do.startsWith('sell') ? -step.units : step.units) : 0
const sumOf = (steps: Step[], side: 'in shop' | 'on platform') =>
  steps.filter((step) => step.do.endsWith(` ${side}`)).reduce((sum, step) => sum + changeOf(step), 0)
