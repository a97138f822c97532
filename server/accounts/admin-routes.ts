import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts/customers.ts'
import { resetSecondFactor as resetEndpoint } from '#contract/accounts/second-factor.ts'
import {
  changeUser as changeUserEndpoint,
  getListedUser,
  getPermissions,
  listUsers,
} from '#contract/accounts/users.ts'
import { notFound } from '../errors.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount, mountFile } from '../platform/http/mount.ts'
import { setPaginationHeaders } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import { changeNote, exportCustomers, readCustomer, readCustomers } from './customers.ts'
import { permissionsOf } from './permissions.ts'
import { resetSecondFactor } from './second-factor/second-factor.ts'
import { oldestUse } from './sessions/sessions.ts'
import * as queries from './user-queries.ts'
import { changeUser } from './users.ts'

export function accountAdminRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, getPermissions, async (_input, request) => permissionsOf(signedInUser(request)))

  mount(app, listUsers, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await queries.countUsers(db, query))
    return queries.listUsers(db, query, oldestUse())
  })

  mount(app, getListedUser, async ({ id }) => userNow(id))

  mount(app, changeUserEndpoint, async ({ id, ...changes }, request) => {
    await changeUser(db, signedInUser(request), id, changes)
    return userNow(id)
  })

  mount(app, resetEndpoint, async ({ id }, request) => {
    await resetSecondFactor(db, signedInUser(request).id, id)
    return userNow(id)
  })

  mount(app, contract.listCustomers, async (query, request, reply) => {
    const { total, customers } = await readCustomers(db, query)
    setPaginationHeaders(request, reply, query, total)
    return customers
  })
  mountFile(app, contract.exportCustomers, (filters, request) => ({
    name: 'customers.csv',
    content: exportCustomers(db, signedInUser(request).id, filters),
  }))
  mount(app, contract.getCustomer, ({ id }) => readCustomer(db, id))
  mount(app, contract.changeCustomerNote, ({ id, note, seen }, request) =>
    changeNote(db, signedInUser(request).id, id, { note, seen }),
  )

  async function userNow(id: number) {
    const user = await queries.findListedUser(db, id, oldestUse())
    if (!user) throw notFound('User not found')
    return user
  }
}
