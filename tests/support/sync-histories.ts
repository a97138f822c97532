import fc from 'fast-check'
import { expect } from 'vitest'
import { callForStream } from '../../web/platform/api-stream.ts'
import * as fixtures from './fixtures.ts'
import { type StoreProduct, storeOf, variant } from './platform.ts'
import { openTestShop } from './shop.ts'

/** Possible actions on either side, in any order. */
type Step =
  | { do: 'edit in shop' | 'edit on platform'; field: 'name' | 'price' | 'description'; value: number }
  | { do: 'hide on platform'; change: keyof typeof HIDDEN }
  | { do: 'archive in shop' | 'show on platform' | 'sync' | 'preview' | 'undo' }
  | { do: 'choose'; side: 'here' | 'platform' }

/** Changes on the platform that make the shop leave out a product, and the one that makes the shop sell it again. */
const HIDDEN = {
  archived: { status: 'ARCHIVED' },
  unpublished: { publishedAt: null },
  'a gift card': { isGiftCard: true },
  'without shipping': { requiresShipping: false },
} as const
const SHOWN = {
  status: 'ACTIVE',
  publishedAt: '2026-01-01T00:00:00Z',
  isGiftCard: false,
  requiresShipping: true,
} as const

const field = fc.constantFrom('name', 'price', 'description')
const value = fc.integer({ min: 1, max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit in shop' as const), field, value }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit on platform' as const), field, value }) },
  { weight: 4, arbitrary: fc.constant({ do: 'sync' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('choose' as const),
      side: fc.constantFrom('here' as const, 'platform' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('hide on platform' as const),
      change: fc.constantFrom(...(Object.keys(HIDDEN) as (keyof typeof HIDDEN)[])),
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        'archive in shop' as const,
        'show on platform' as const,
        'preview' as const,
        'undo' as const,
      )
      .map((what) => ({ do: what })),
  },
)

/** Histories that failed in the past. */
const FOUND_BEFORE: [Step[]][] = [
  [
    [
      { do: 'edit in shop', field: 'name', value: 1 },
      { do: 'archive in shop' },
      { do: 'sync' },
      { do: 'choose', side: 'platform' },
      { do: 'sync' },
    ],
  ],
]

/**
 * Runs random histories of one product: edits on both sides, syncs, previews, undos, and resolved conflicts. After each
 * step, the values that an admin entered and didn't discard are unchanged. At the end both catalogs agree, or a conflict or
 * field ownership explains the difference.
 */
export async function checkHistories(count: number) {
  const shop = await openTestShop()
  const admin = await fixtures.anAdmin(shop)
  const store = storeOf(shop)
  await store.set({ bucketSize: 1_000_000, restoreRate: 1_000_000 })
  let made = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      await store.stockWith(0)
      made += 1
      const handle = `history-${made}`
      await store.add({
        title: 'Begin',
        handle,
        descriptionHtml: '<p>Begin</p>',
        variants: [variant('9.00')],
      })
      await admin.call('GET /api/sync-all')
      const { id } = await admin.call('GET /api/products/:slugOrId', { slugOrId: handle })
      const product = () => admin.call('GET /api/admin/products/:id', { id })
      const conflicts = async (state: 'open' | 'kept') =>
        (await admin.call('GET /api/admin/sync-conflicts', { state, pageSize: 100 })).filter(
          ({ productId }) => productId === id,
        )
      /** Values that an admin has entered in the shop, and neither discarded nor overwritten. */
      const typed = new Map<string, string>()
      for (const one of steps) {
        await take(one)
        const now = await product()
        for (const [name, text] of typed) expect(now[name as 'name']).toBe(text)
      }
      await admin.call('GET /api/sync-all')
      await expectExplained()

      async function take(one: Step) {
        const change = 'field' in one ? bothValues(one) : null
        switch (one.do) {
          case 'edit in shop': {
            await admin.call('PATCH /api/admin/products/:id', { id, ...change?.shop })
            typed.set(one.field, Object.values(change?.shop ?? {})[0] ?? '')
            return
          }
          case 'edit on platform':
            await store.change(handle, change?.platform ?? {})
            return
          case 'hide on platform':
            await store.change(handle, HIDDEN[one.change])
            return
          case 'show on platform':
            await store.change(handle, SHOWN)
            return
          case 'archive in shop':
            // Ordered products are never erased; the shop archives them in the same way.
            await shop.shop.db
              .updateTable('products')
              .set(({ eb }) => ({ archived_at: new Date(), version: eb('version', '+', 1) }))
              .where('id', '=', id)
              .execute()
            return
          case 'sync':
            await admin.call('GET /api/sync-all')
            return
          case 'preview': {
            const before = await product()
            await callForStream(admin, 'POST /api/admin/sync-preview', {}, () => undefined)
            expect(await product()).toEqual(before)
            return
          }
          case 'undo': {
            const runs = await admin.call('GET /api/admin/sync-runs', { pageSize: 3 })
            // Don't undo the first sync, which created the product: nothing would be left to check.
            const last = runs.find((run) => run.kind === 'full' && run.created === 0 && !run.isUndone)
            if (!last) return
            await admin.call('POST /api/admin/sync-runs/:id/undo', { id: last.id })
            await shop.runJobs()
            return
          }
          case 'choose': {
            const [first] = await conflicts('open')
            if (!first) return
            await admin.call('POST /api/admin/sync-conflicts/:id', { id: first.id, choose: one.side })
            if (one.side === 'platform') typed.delete(first.field)
          }
        }
      }

      /** Checks that each field is the same on both sides, or that the difference is explained. */
      async function expectExplained() {
        const platformProduct = (await store.list()).find((one) => one.handle === handle)
        const now = await product()
        const named = new Set(
          [...(await conflicts('open')), ...(await conflicts('kept'))].map((one) => one.field),
        )
        const isActive = platformProduct !== undefined && isSold(platformProduct)
        if (isActive === now.isArchived) expect([...named]).toContain('onSale')
        if (!isActive || now.isArchived) return
        if (platformProduct.title !== now.name) expect([...named]).toContain('name')
        if (platformProduct.variants[0]?.price !== now.price) expect([...named]).toContain('price')
        if (platformProduct.descriptionHtml !== now.description) expect([...named]).toContain('description')
      }
    }),
    { numRuns: count, endOnFailure: true, examples: FOUND_BEFORE },
  )
}

function isSold({ status, publishedAt, isGiftCard, variants }: StoreProduct): boolean {
  const isShipped = variants.some(({ requiresShipping }) => requiresShipping)
  return status === 'ACTIVE' && publishedAt !== null && !isGiftCard && isShipped
}

function bothValues({ field, value }: { field: string; value: number }) {
  if (field === 'price') return { shop: { price: `${value}.50` }, platform: { price: `${value}.25` } }
  if (field === 'name') return { shop: { name: `Shop ${value}` }, platform: { title: `Platform ${value}` } }
  return {
    shop: { description: `<p>Shop ${value}</p>` },
    platform: { descriptionHtml: `<p>Platform ${value}</p>` },
  }
}
