import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/newsletter.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import { pageLinks } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import { exportSubscribers } from './export.ts'
import { countSubscribers, listSubscribers } from './queries.ts'

export function newsletterAdminRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, contract.listSubscribers, async (query, request, reply) => {
    const total = await countSubscribers(db, query)
    reply.header('x-total-count', String(total))
    const pages = Math.max(1, Math.ceil(total / query.pageSize))
    reply.header('link', pageLinks(request.url, query.page, pages))
    return listSubscribers(db, query)
  })

  mount(app, contract.exportSubscribers, async (_input, request, reply) => {
    reply.header('content-disposition', 'attachment; filename="newsletter.csv"')
    return exportSubscribers(db, signedInUser(request).id, config.publicUrl)
  })
}
