import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/newsletter/api.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import { tellPages } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import { exportSubscribers } from './newsletter.ts'
import { countSubscribers, listSubscribers } from './queries.ts'

export function newsletterAdminRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, contract.listSubscribers, async (query, request, reply) => {
    tellPages(request, reply, query, await countSubscribers(db, query))
    return listSubscribers(db, query)
  })

  mount(app, contract.exportSubscribers, async (_input, request, reply) => {
    reply.header('content-disposition', 'attachment; filename="newsletter.csv"')
    return exportSubscribers(db, signedInUser(request).id, config.publicUrl)
  })
}
