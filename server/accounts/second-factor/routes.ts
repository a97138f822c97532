import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts/second-factor.ts'
import { signedInUser } from '../../platform/http/guards.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Shop } from '../../shop.ts'
import { originOf, welcome } from '../sessions/known-device.ts'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor } from './second-factor.ts'
import { signInWithCode } from './sign-in-code.ts'

export function secondFactorRoutes(app: FastifyInstance, { db, secrets, config }: Shop) {
  mount(app, contract.signInWithCode, async (input, request, reply) => {
    const signedIn = await signInWithCode(db, secrets, input, originOf(request))
    await welcome({ db, config }, signedIn.user.id, request, reply)
    return signedIn
  })

  mount(app, contract.beginSecondFactor, async ({ password }, request) =>
    beginSecondFactor(db, secrets, signedInUser(request), password),
  )

  mount(app, contract.confirmSecondFactor, async ({ code }, request) => ({
    recoveryCodes: await confirmSecondFactor(db, secrets, signedInUser(request), code),
  }))

  mount(app, contract.endSecondFactor, async (input, request) => {
    await endSecondFactor(db, secrets, signedInUser(request), input)
    return { success: true } as const
  })
}
