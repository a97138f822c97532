import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/audit/api.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import { tellPages } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import { checkStretch } from './chain.ts'
import * as queries from './queries.ts'
import { previewUndo, type Undoers, undoChange, withCanUndo } from './undo.ts'

export function auditRoutes(app: FastifyInstance, { db }: Shop, undoers: Undoers) {
  mount(app, contract.listAudit, async (query, request, reply) => {
    tellPages(request, reply, query, await queries.countAuditEntries(db, query))
    const entries = await queries.listAuditEntries(db, query)
    return entries.map((entry) => withCanUndo(undoers, entry))
  })

  mount(app, contract.listAuditFacets, async () => queries.listFacets(db))

  mount(app, contract.checkAudit, ({ after, seal }) => checkStretch(db, after, seal))

  mount(app, contract.previewUndo, ({ id }) => previewUndo(db, undoers, id))

  mount(app, contract.undoChange, ({ id }, request) => undoChange(db, undoers, signedInUser(request), id))
}
