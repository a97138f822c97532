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
  ...(['price here', 'stock here', 'rename here', 'archive here', 'restore here', 'sell here'] as const),
  ...(['price there', 'stock there', 'rename there', 'remove there', 'add there', 'remake there'] as const),
  ...(['continue there', 'stop at zero there', 'ship there', 'send a file there'] as const),
  ...(['sync', 'sync', 'sync', 'preview', 'undo', 'choose here', 'choose platform'] as const),
]
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(...ACTIONS),
  place: fc.nat({ max: 2 }),
  value: fc.integer({ min: 1, max: 9 }),
})

/** Histories that failed in the past. */
const FOUND_BEFORE: [Step[]][] = [
  [
    [
      { do: 'send a file there', place: 1, value: 1 },
      { do: 'sync', place: 0, value: 1 },
      { do: 'undo', place: 0, value: 1 },
      { do: 'rename here', place: 1, value: 1 },
      { do: 'ship there', place: 1, value: 1 },
      { do: 'sync', place: 0, value: 1 },
    ],
  ],
]

/**
 * Runs random histories of a product with variants. After each step, the values that an admin entered and didn't discard
 * are unchanged, and the stock agrees with its movements. At the end each variant is the same on both sides, or a
 * conflict explains the difference.
 */
export async function checkVariantHistories(
  shop: TestShop,
  { admin, store, sync }: Awaited<ReturnType<typeof openSyncTestStore>>,
  count: number,
) {
  let made = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      made += 1
      const handle = `variants-${made}`
      let names = 0
      const named = () => {
        names += 1
        return `Color ${names}`
      }
      const inColor = (value: number) => variant(`${value}.25`, { values: [named()] })
      await store.stockWith(0)
      await store.add({ title: handle, handle, ...withOptions([inColor(1), inColor(2), inColor(3)]) })
      await sync()
      const { id } = await admin.call('GET /api/products/:slugOrId', { slugOrId: handle })
      const product = () => admin.call('GET /api/admin/products/:id', { id })
      const there = async () => (await store.get(handle)).variants
      const conflicts = async (state: 'open' | 'kept') =>
        (await admin.call('GET /api/admin/sync-conflicts', { state, pageSize: 100 })).filter(
          ({ productId }) => productId === id,
        )
      /** Values that an admin has entered in the shop and not discarded, and units sold there, by variant. */
      const typed = new Map<string, unknown>()
      const sold = new Map<number, number>()
      /** Variants whose stock an admin or an undo has set, so that it no longer follows from the sales. */
      const counted = new Set<number>()
      /** Variants that an admin has restored, which may exist only in the shop. */
      const restored = new Set<number>()
      /** Titles that variants of the shop have had. */
      const titles = new Set<string>()
      for (const one of steps) {
        await perform(one)
        for (const { id, price, optionValues, stockQuantity } of (await product()).variants) {
          // The units sold while a variant isn't counted are unknown when it is counted again.
          if (stockQuantity === null) sold.delete(id)
          titles.add(optionValues[0] ?? '')
          for (const [name, now] of Object.entries({ price, title: optionValues[0] })) {
            const wanted = typed.get(`${name} ${id}`)
            if (wanted !== undefined) expect([name, now]).toEqual([name, wanted])
          }
        }
        expect(await listStockProblems(shop.shop.db)).toEqual([])
      }
      expect(await sync()).toMatchObject({ success: true })
      expect((await lastRun())?.failed).toBe(0)
      await expectExplained()

      async function lastRun() {
        return (await admin.call('GET /api/admin/sync-runs', { pageSize: 1 }))[0]
      }

      async function editHere(place: number, change: (values: string[]) => object | null) {
        const { options, variants } = await product()
        const chosen = variants[place % variants.length]
        const input = variants.flatMap(({ id, optionValues }) => {
          const more = id === chosen?.id ? change(optionValues) : {}
          return more === null ? [] : [{ id, optionValues, ...more }]
        })
        const values = input.map(({ optionValues }) => optionValues[0] ?? '')
        if (input.length > 0)
          await admin.call('PUT /api/admin/products/:id/variants', {
            id,
            variants: input,
            options: options.map(({ name }) => ({ name, values })),
          })
        return chosen?.id ?? 0
      }

      async function editThere(change: (variants: Awaited<ReturnType<typeof there>>) => object[]) {
        const variants = change(await there())
        if (variants.some(isShipped))
          await store.change(handle, withOptions(variants as { values: string[] }[]))
      }

      async function perform({ do: action, place, value }: Step): Promise<unknown> {
        const change = (more: object) =>
          editThere((variants) =>
            variants.map((one, index) => (index === place % variants.length ? { ...one, ...more } : one)),
          )
        switch (action) {
          case 'price here': {
            const edited = await editHere(place, () => ({ price: `${value}.50` }))
            return typed.set(`price ${edited}`, `${value}.50`)
          }
          case 'stock here':
            return counted.add(await editHere(place, () => ({ stockQuantity: value })))
          case 'rename here': {
            const title = named()
            return typed.set(`title ${await editHere(place, () => ({ optionValues: [title] }))}`, title)
          }
          case 'archive here':
            return editHere(place, () => null)
          case 'restore here': {
            const { options, variants } = await product()
            const active = variants.map(({ optionValues }) => optionValues[0] ?? '')
            const archived = [...titles].filter((title) => !active.includes(title))
            const title = archived[place % Math.max(archived.length, 1)]
            if (title === undefined) return
            const kept = variants.map(({ id, optionValues }) => ({ id, optionValues }))
            await admin.call('PUT /api/admin/products/:id/variants', {
              id,
              variants: [...kept, { optionValues: [title] }],
              options: options.map(({ name }) => ({ name, values: [...active, title] })),
            })
            for (const one of (await product()).variants)
              if (one.optionValues[0] === title) restored.add(one.id)
            return
          }
          case 'sell here': {
            const { variants } = await product()
            const unit = variants[place % variants.length]?.id ?? 0
            const order = `PL-${handle}-${named()}`
            if (await commitReservation(shop.shop.db, order, [{ variantId: unit, quantity: 1 }]))
              sold.set(unit, (sold.get(unit) ?? 0) + 1)
            return
          }
          case 'price there':
            return change({ price: `${value}.75` })
          case 'stock there':
            return change({ inventoryQuantity: value })
          case 'continue there':
            return change({ inventoryPolicy: 'CONTINUE' })
          case 'stop at zero there':
            return change({ inventoryPolicy: 'DENY' })
          case 'ship there':
            return change({ requiresShipping: true })
          case 'send a file there':
            return change({ requiresShipping: false })
          case 'rename there':
            return change({ values: [named()] })
          case 'remake there':
            return change({ id: undefined })
          case 'remove there':
            return editThere((variants) =>
              variants.length === 1
                ? []
                : variants.filter((_one, index) => index !== place % variants.length),
            )
          case 'add there':
            return editThere((variants) => (variants.length > 5 ? [] : [...variants, inColor(value)]))
          case 'sync':
            return sync()
          case 'preview': {
            const before = await product()
            await callForStream(admin, 'POST /api/admin/sync-preview', {}, () => undefined)
            return expect(await product()).toEqual(before)
          }
          case 'undo': {
            const runs = await admin.call('GET /api/admin/sync-runs', { pageSize: 3 })
            const last = runs.find((run) => run.kind === 'full' && run.created === 0 && !run.isUndone)
            if (!last) return
            for (const { id } of (await product()).variants) counted.add(id)
            await admin.call('POST /api/admin/sync-runs/:id/undo', { id: last.id })
            return shop.runJobs()
          }
          case 'choose here':
          case 'choose platform': {
            const open = await conflicts('open')
            const first = open[place % Math.max(open.length, 1)]
            if (!first) return
            const choose = action === 'choose here' ? 'here' : 'platform'
            const { variants } = await product()
            await admin.call('POST /api/admin/sync-conflicts/:id', { id: first.id, choose })
            if (choose === 'here') return
            const about = variants.find(({ optionValues }) => optionValues[0] === first.variant)?.id
            if (first.field === 'price') typed.delete(`price ${about}`)
            if (first.field === 'stockQuantity') {
              sold.delete(about ?? 0)
              counted.delete(about ?? 0)
            }
            if (first.field === 'options')
              for (const name of typed.keys()) if (name.startsWith('title')) typed.delete(name)
          }
        }
      }

      /** Checks that each variant is the same on both sides, or that the difference is explained. */
      async function expectExplained() {
        const open = [...(await conflicts('open')), ...(await conflicts('kept'))]
        const isNamed = (field: string, title?: string | null) =>
          open.some((one) => one.field === field && (title === undefined || one.variant === title))
        const links = await shop.shop.db
          .selectFrom('sync_variants')
          .innerJoin('variants', 'variants.id', 'sync_variants.variant_id')
          .select(['external_id', 'variant_id'])
          .where('product_id', '=', id)
          .execute()
        const { variants } = await product()
        const here = new Map(variants.map((one) => [one.id, one]))
        const seen = new Set<number>()
        for (const one of (await there()).filter(isShipped)) {
          const { id: number, values, price, inventoryQuantity, inventoryPolicy } = one
          const link = links.find(({ external_id }) =>
            external_id.endsWith(`/${46_000_000_000_000 + number}`),
          )
          const now = here.get(link?.variant_id ?? 0)
          if (!now) {
            expect(isNamed('onSale') || isNamed('options')).toBe(true)
            continue
          }
          seen.add(now.id)
          const [title] = now.optionValues
          if (title !== values[0]) expect(isNamed('options')).toBe(true)
          if (price !== now.price) expect([title, isNamed('price', title)]).toEqual([title, true])
          if (!counted.has(now.id) && !isNamed('stockQuantity', title))
            expect([title, now.stockQuantity]).toEqual([
              title,
              inventoryPolicy === 'CONTINUE'
                ? null
                : Math.max(inventoryQuantity - (sold.get(now.id) ?? 0), 0),
            ])
        }
        for (const { id, optionValues } of variants)
          if (!seen.has(id) && !restored.has(id))
            expect([optionValues, isNamed('onSale') || isNamed('options')]).toEqual([optionValues, true])
      }
    }),
    { numRuns: count, endOnFailure: true, examples: FOUND_BEFORE },
  )
}

const isShipped = ({ requiresShipping = true }: { requiresShipping?: boolean }) => requiresShipping

const withOptions = (variants: object[]) => ({
  variants,
  options: [{ name: 'Color', values: variants.flatMap((one) => (one as { values: string[] }).values) }],
})
