import type { SyncConflict } from '#contract/sync/conflicts.ts'
import * as fixtures from './fixtures.ts'
import { storeOf, variant } from './platform.ts'
import type { TestShop } from './shop.ts'

/** A product that exists in both the shop and the platform. */
export type Peg = {
  id: number
  name: string
  handle: string
  /** Admin view of the products. */
  product(): ReturnType<typeof read>
  /** Edits the product as an admin of the shop. */
  edit(changes: object): Promise<unknown>
  conflicts(state?: SyncConflict['state']): Promise<SyncConflict[]>
  /** Resolves a conflict about this field as an admin. */
  choose(field: string, side: 'here' | 'platform'): Promise<unknown>
}

/** Opens an empty store on the platform, with an admin who syncs it. */
export async function openSyncTestStore(shop: TestShop) {
  const admin = await fixtures.anAdmin(shop)
  const store = storeOf(shop)
  // Enough rate-limit points that the syncs never wait.
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
