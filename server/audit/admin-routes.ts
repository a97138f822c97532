import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/audit/api.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import { setPaginationHeaders } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import { checkSegment } from './chain.ts'
import * as queries from './queries.ts'
import { describeEntries, previewUndo, type UndoHandlers, undoChange } from './undo.ts'

export function auditRoutes(app: FastifyInstance, { db }: Shop, handlers: UndoHandlers) {
  mount(app, contract.listAudit, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await queries.countAuditEntries(db, query))
    return describeEntries(db, handlers, await queries.listAuditEntries(db, query))
  })

  mount(app, contract.listAuditFacets, async () => queries.listFacets(db))

  mount(app, contract.checkAudit, ({ after, seal }) => checkSegment(db, after, seal))

  mount(app, contract.previewUndo, ({ id }) => previewUndo(db, handlers, id))

  mount(app, contract.undoChange, ({ id }, request) => undoChange(db, handlers, signedInUser(request), id))
}
