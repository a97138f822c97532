import type { SyncConflict } from '#contract/sync/conflicts.ts'
import * as fixtures from './fixtures.ts'
import { storeOf, variant } from './platform.ts'
import type { TestShop } from './shop.ts'

/** A product that shop and platform both know. */
export type Peg = {
  id: number
  name: string
  handle: string
  /** Admin view of the products. */
  product(): ReturnType<typeof read>
  /** The admin changes it. */
  edit(changes: object): Promise<unknown>
  conflicts(state?: SyncConflict['state']): Promise<SyncConflict[]>
  /** The admin ends a conflict about this field. */
  choose(field: string, side: 'here' | 'platform'): Promise<unknown>
}

/** A platform whose store is empty at first, and an admin who syncs with it. */
export async function openSyncTestStore(shop: TestShop) {
  const admin = await fixtures.anAdmin(shop)
  const store = storeOf(shop)
  // So the many syncs never wait for points.
  await store.set({ bucketSize: 100_000, restoreRate: 100_000 })
  await store.stockWith(0)
  let made = 0
  const sync = () => admin.call('GET /api/sync-all')
  const lastRun = async () => (await admin.call('GET /api/admin/sync-runs', {}))[0]

  async function aPeg(): Promise<Peg> {
    made += 1
    const name = `Peg ${made}`
    const handle = `peg-${made}`
    await store.add({ title: name, handle, variants: [variant('10.00')] })
    await sync()
    const { id } = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: handle })
    const conflicts = async (state: SyncConflict['state'] = 'open') =>
      (await admin.call('GET /api/admin/sync-conflicts', { state, pageSize: 100 })).filter(
        (conflict) => conflict.productId === id || conflict.name === name,
      )
    return {
      id,
      name,
      handle,
      product: () => read(admin, id),
      edit: (changes) => admin.call('PATCH /api/admin/products/:id', { id, ...changes }),
      conflicts,
      async choose(field, side) {
        const found = [...(await conflicts()), ...(await conflicts('kept'))].find(
          (one) => one.field === field,
        )
        await admin.call('POST /api/admin/sync-conflicts/:id', { id: found?.id ?? 0, choose: side })
      },
    }
  }

  return { admin, store, sync, lastRun, aPeg }
}

const read = (admin: fixtures.Customer, id: number) => admin.call('GET /api/admin/products/:id', { id })
