import type { FastifyInstance } from 'fastify'
import { listAudit, listAuditFacets } from '#contract/audit.ts'
import { mount } from '../platform/http/mount.ts'
import { tellPages } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import * as queries from './queries.ts'

export function auditRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, listAudit, async (query, request, reply) => {
    tellPages(request, reply, query, await queries.countAuditEntries(db, query))
    return queries.listAuditEntries(db, query)
  })

  mount(app, listAuditFacets, async () => queries.listFacets(db))
}
