import fc from 'fast-check'
import { expect } from 'vitest'
import { listStockProblems } from '../../server/stock/queries.ts'
import { commitReservation } from '../../server/stock/stock.ts'
import { callForStream } from '../../web/platform/api-stream.ts'
import { variant } from './platform.ts'
import type { TestShop } from './shop.ts'
import type { openSyncTestStore } from './sync-test-store.ts'

/** Possible actions on either side, in any order. `place` chooses a variant, and `value` what it gets. */
type Step = { do: (typeof ACTIONS)[number]; place: number; value: number }
const ACTIONS = [
  ...(['begin options', 'begin options', 'end options', 'end options'] as const),
  ...(['price here', 'sell here', 'price there', 'stock there', 'code there'] as const),
  ...(['sync', 'sync', 'sync', 'preview', 'undo', 'choose here', 'choose platform'] as const),
]
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(...ACTIONS),
  place: fc.nat({ max: 2 }),
  value: fc.integer({ min: 1, max: 9 }),
})

/**
 * Runs random histories of a product whose options the platform adds and removes. After each step, prices that an admin
 * entered and didn't discard are unchanged, and the stock agrees with its movements. At the end each
 * variant has the platform's price and SKU, or a conflict explains the difference.
 */
export async function checkOptionHistories(
  shop: TestShop,
  { admin, store, sync }: Awaited<ReturnType<typeof openSyncTestStore>>,
  count: number,
) {
  let made = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      made += 1
      const handle = `options-${made}`
      let orders = 0
      await store.stockWith(0)
      await store.add({ title: handle, handle, variants: [variant('1.25', { inventoryQuantity: 9 })] })
      await sync()
      const { id } = await admin.call('GET /api/products/:slugOrId', { slugOrId: handle })
      const product = () => admin.call('GET /api/admin/products/:id', { id })
      const there = async () => (await store.get(handle)).variants
      const conflicts = async (state: 'open' | 'kept') =>
        (await admin.call('GET /api/admin/sync-conflicts', { state, pageSize: 100 })).filter(
          ({ productId }) => productId === id,
        )
      /** Prices that an admin has entered and not discarded, by variant. */
      const typed = new Map<number, string>()
      for (const one of steps) {
        await perform(one)
        for (const { id, price } of await variantsHere())
          if (typed.has(id)) expect([id, price]).toEqual([id, typed.get(id)])
        expect(await listStockProblems(shop.shop.db)).toEqual([])
      }
      expect(await sync()).toMatchObject({ success: true })
      const [last] = await admin.call('GET /api/admin/sync-runs', { pageSize: 1 })
      expect(last?.failed).toBe(0)
      await expectExplained()

      /** Returns the variants, or the product as its only one. */
      async function variantsHere() {
        const { variants, price, sku } = await product()
        return variants.length > 0 ? variants : [{ id, price, sku, optionValues: [] as string[] }]
      }

      async function editThere(change: (variants: Awaited<ReturnType<typeof there>>) => object[]) {
        const variants = change(await there()) as { values?: string[] }[]
        const values = variants.flatMap(({ values = [] }) => values)
        await store.change(handle, {
          variants,
          options: values.length > 0 ? [{ name: 'Color', values }] : [],
        })
      }

      async function perform({ do: action, place, value }: Step): Promise<unknown> {
        const kept = value % 2 > 0 ? {} : { id: undefined }
        const change = (more: object) =>
          editThere((variants) =>
            variants.map((one, index) => (index === place % variants.length ? { ...one, ...more } : one)),
          )
        switch (action) {
          case 'begin options':
            return editThere((variants) =>
              variants.length > 1
                ? variants
                : [
                    { ...variants[0], ...kept, values: ['Gray'] },
                    variant(`${value}.75`, { values: ['Blue'], inventoryQuantity: value }),
                  ].toSorted(() => (place > 0 ? 1 : -1)),
            )
          case 'end options':
            return editThere((variants) => [{ ...variants[place % variants.length], ...kept, values: [] }])
          case 'price there':
            return change({ price: `${value}.75` })
          case 'stock there':
            return change({ inventoryQuantity: value })
          case 'code there':
            return change({ sku: `${handle}-${value}` })
          case 'price here': {
            const { options, variants } = await product()
            const chosen = variants[place % Math.max(variants.length, 1)]
            const price = `${value}.50`
            typed.set(chosen?.id ?? id, price)
            if (!chosen) return admin.call('PATCH /api/admin/products/:id', { id, price })
            return admin.call('PUT /api/admin/products/:id/variants', {
              id,
              options,
              variants: variants.map(({ id, optionValues }) =>
                id === chosen.id ? { id, optionValues, price } : { id, optionValues },
              ),
            })
          }
          case 'sell here': {
            const variants = await variantsHere()
            orders += 1
            const variantId = variants[place % variants.length]?.id ?? id
            return commitReservation(shop.shop.db, `PL-${handle}-${orders}`, [{ variantId, quantity: 1 }])
          }
          case 'sync':
            return sync()
          case 'preview': {
            const before = await product()
            await callForStream(admin, 'POST /api/admin/sync-preview', {}, () => undefined)
            return expect(await product()).toEqual(before)
          }
          case 'undo': {
            const runs = await admin.call('GET /api/admin/sync-runs', { pageSize: 3 })
            const run = runs.find(
              ({ kind, created, isUndone }) => kind === 'full' && created === 0 && !isUndone,
            )
            if (!run) return
            await admin.call('POST /api/admin/sync-runs/:id/undo', { id: run.id })
            return shop.runJobs()
          }
          case 'choose here':
          case 'choose platform': {
            const open = await conflicts('open')
            const first = open[place % Math.max(open.length, 1)]
            if (!first) return
            const choose = action === 'choose here' ? 'here' : 'platform'
            const about = (await variantsHere()).find(
              (one) => (one.optionValues[0] ?? null) === first.variant,
            )
            await admin.call('POST /api/admin/sync-conflicts/:id', { id: first.id, choose })
            if (choose === 'here') return
            if (first.field === 'price' && about) typed.delete(about.id)
            // The platform's options come with its prices if only one side had options.
            if (first.field === 'options') typed.clear()
          }
        }
      }

      /** Checks that each variant is the same on both sides, or that the difference is explained. */
      async function expectExplained() {
        const known = [...(await conflicts('open')), ...(await conflicts('kept'))]
        const isNamed = (field: string, title: string | null) =>
          known.some((one) => one.field === field && one.variant === title)
        if (isNamed('options', null)) return
        const here = await variantsHere()
        for (const { values, price, sku } of await there()) {
          const [title = null] = values
          const now = here.find(({ optionValues }) => (optionValues[0] ?? null) === title)
          if (!now) {
            expect([title, known.some(({ field }) => field === 'onSale')]).toEqual([title, true])
            continue
          }
          if (price !== now.price) expect([title, isNamed('price', title)]).toEqual([title, true])
          if ((sku || null) !== now.sku && !isTwice(sku, await there()))
            expect([title, sku, now.sku, isNamed('sku', title)]).toEqual([title, sku, now.sku, true])
        }
      }
    }),
    { numRuns: count, endOnFailure: true },
  )
}

const isTwice = (sku: string, variants: { sku: string }[]) =>
  variants.filter((one) => one.sku === sku).length > 1
