import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts/invitations.ts'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import { signedInUser } from '../../platform/http/guards.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Shop } from '../../shop.ts'
import { originOf } from '../sessions/known-device.ts'
import { acceptInvitation, readInvitation } from './accept.ts'
import { invite, resendInvitation, revokeInvitation } from './invite.ts'
import { listInvitations } from './queries.ts'

export function invitationRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, contract.listInvitations, async () => listInvitations(db))

  mount(app, contract.invite, async (offer, request) => invite(db, signedInUser(request).id, offer))

  mount(app, contract.resendInvitation, async ({ id }, request) =>
    resendInvitation(db, signedInUser(request).id, id),
  )

  mount(app, contract.revokeInvitation, async ({ id }, request) => {
    await revokeInvitation(db, signedInUser(request).id, id)
    return { success: true } as const
  })

  mount(app, contract.readInvitation, async ({ token }, request, reply) => {
    reply.header('cache-control', 'no-store')
    return readInvitation(db, token, originOf(request))
  })

  mount(app, contract.acceptInvitation, async (input, request) => {
    await acceptInvitation(db, input, request.user, originOf(request))
    return { message: ACCOUNT_MESSAGES.invitationAccepted }
  })
}
