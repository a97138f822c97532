import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/pages/api.ts'
import { getPolicy, listPolicies } from '#contract/pages/policies.ts'
import { findPolicy, listPoliciesAt } from '../page-versions/policies.ts'
import { listPageVersions } from '../page-versions/queries.ts'
import { tagResponse } from '../platform/http/cache-tags.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import {
  deletePage,
  findAdminPage,
  findPublicPage,
  findWholeVersion,
  listPages,
  restoreOriginal,
  savePage,
} from './text-pages.ts'

export function textPageRoutes(app: FastifyInstance, { db, reads }: Shop) {
  mount(app, contract.getPage, async ({ name }, request, reply) => {
    // A page changes with the settings, which drop every cached response.
    tagResponse(reply, [])
    return reads(request, (db) => findPublicPage(db, name))
  })

  mount(app, contract.listPages, () => listPages(db))

  mount(app, contract.getAdminPage, ({ name }) => findAdminPage(db, name))

  mount(app, contract.savePage, ({ name, version, ...input }, request) =>
    savePage(db, signedInUser(request), name, input, version),
  )

  mount(app, contract.restorePage, ({ name, version }, request) =>
    restoreOriginal(db, signedInUser(request), name, version),
  )

  mount(app, contract.deletePage, async ({ name, version }, request) => {
    await deletePage(db, signedInUser(request), name, version)
    return { name }
  })

  mount(app, contract.listPageVersions, async ({ name }) =>
    (await listPageVersions(db, name)).map(({ createdAt, createdBy, ...version }) => ({
      ...version,
      at: createdAt.toISOString(),
      by: createdBy,
    })),
  )

  mount(app, contract.getPageVersion, ({ name, version }) => findWholeVersion(db, name, version))

  mount(app, listPolicies, ({ at }) => listPoliciesAt(db, new Date(at)))

  mount(app, getPolicy, ({ name, version }) => findPolicy(db, name, version))
}
