import type { FastifyInstance } from 'fastify'
import { decideStockPush, listStockJournal } from '#contract/stock/api.ts'
import type { SyncRun } from '#contract/sync/api.ts'
import * as contract from '#contract/sync/api.ts'
import * as conflictsContract from '#contract/sync/conflicts.ts'
import { SYNC_MESSAGES } from '#contract/sync/rules.ts'
import { notFound } from '../errors.ts'
import { pause } from '../platform/clock.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount, mountEvents, mountStream } from '../platform/http/mount.ts'
import { setPaginationHeaders } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import { countJournal, listJournal } from '../stock/push-queries.ts'
import { changeOwners, readSyncedFields, settleConflict } from './apply/settle-conflict.ts'
import { changeSchedule, deleteConnection, enterConnection, readConnection } from './connection.ts'
import { previewSync } from './preview.ts'
import { decidePush } from './push.ts'
import * as conflicts from './record/conflict-queries.ts'
import * as runs from './record/run-queries.ts'
import { startSync, startUndo, syncAll } from './sync.ts'

export function syncAdminRoutes(app: FastifyInstance, shop: Shop) {
  const { db } = shop

  mount(app, contract.syncAll, (_input, request) => syncAll(shop, signedInUser(request).id))

  mount(app, contract.startSync, async ({ kind }, request) =>
    run(await startSync(shop, kind, signedInUser(request).id)),
  )

  mount(app, contract.listSyncRuns, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await runs.countRuns(db))
    return runs.listRuns(db, query)
  })

  mount(app, contract.listSyncChanges, async ({ id, ...query }, request, reply) => {
    await run(id)
    setPaginationHeaders(request, reply, query, await runs.countChanges(db, id))
    return runs.listChanges(db, id, query)
  })

  mountEvents(app, contract.followSync, async ({ id }) => {
    await run(id)
    return follow(shop, id)
  })

  mount(app, contract.getSyncConnection, () => readConnection(shop))

  mount(app, contract.setSyncConnection, async (input, request) => {
    await enterConnection(shop, signedInUser(request).id, input)
    return readConnection(shop)
  })

  mount(app, contract.disconnectPlatform, async (_input, request) => {
    await deleteConnection(db, signedInUser(request).id)
    return readConnection(shop)
  })

  mount(app, contract.setSyncSchedule, async ({ scheduleMinutes }, request) => {
    await changeSchedule(db, signedInUser(request).id, scheduleMinutes)
    return readConnection(shop)
  })

  mount(app, conflictsContract.undoSync, async ({ id }, request) =>
    run(await startUndo(shop, id, signedInUser(request).id)),
  )

  mountStream(app, conflictsContract.previewSync, () => previewSync(shop))

  mount(app, conflictsContract.listSyncConflicts, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await conflicts.countConflicts(db, query.state))
    return conflicts.listConflicts(db, query)
  })

  mount(app, conflictsContract.settleSyncConflict, async ({ id, choose }, request) => {
    await settleConflict(db, signedInUser(request).id, id, choose)
    return { success: true as const }
  })

  mount(app, conflictsContract.getSyncedFields, ({ id }) => readSyncedFields(db, id))

  mount(app, conflictsContract.getSyncOwners, async () => ({ here: await conflicts.listOwners(db) }))

  mount(app, conflictsContract.setSyncOwners, async ({ here }, request) => {
    await changeOwners(db, signedInUser(request).id, here)
    return { here: await conflicts.listOwners(db) }
  })

  mount(app, listStockJournal, async ({ show, ...query }, request, reply) => {
    const onlyOpen = show === 'open'
    setPaginationHeaders(request, reply, query, await countJournal(db, { onlyOpen }))
    return listJournal(db, { onlyOpen, ...query })
  })

  mount(app, decideStockPush, async ({ id, decision }, request) => {
    await decidePush(db, signedInUser(request).id, id, decision)
    return { success: true as const }
  })

  async function run(id: number) {
    const found = await runs.findRun(db, id)
    if (!found) throw notFound(SYNC_MESSAGES.noRun)
    return found
  }
}

/** Poll interval for a run, which another node may be executing. */
const LOOK_EVERY_MS = 400

/** Yields a run each time it changes, until it ends. */
async function* follow(
  { db, stopping }: Pick<Shop, 'db' | 'stopping'>,
  runId: number,
): AsyncGenerator<SyncRun> {
  let lastSent = ''
  while (!stopping.aborted) {
    const run = await runs.findRun(db, runId)
    if (!run) return
    const now = JSON.stringify(run)
    if (now !== lastSent) yield run
    lastSent = now
    if (run.state !== 'running') return
    await pause(LOOK_EVERY_MS)
  }
}
