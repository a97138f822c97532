import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { confirmEmailChange as confirmEndpoint } from '#contract/accounts/mailed-links.ts'
import { CHALLENGE_SECONDS } from '#contract/accounts/passkey-rules.ts'
import * as contract from '#contract/accounts/passkeys.ts'
import { giveProof as giveProofEndpoint } from '#contract/accounts/second-factor.ts'
import { signedInUser } from '../../platform/http/guards.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Shop } from '../../shop.ts'
import { confirmEmailChange } from '../mailed-links/email-change.ts'
import { giveProof, type Prover } from '../prove-owner.ts'
import { originOf, welcome } from '../sessions/known-device.ts'
import { deviceOf } from '../sessions/user-agent.ts'
import { removeGoogleLink } from '../sign-in-methods.ts'
import { addPasskey, beginPasskey, readSafety, removePasskey, renamePasskey } from './passkeys.ts'
import { beginPasskeyProof, beginPasskeySignIn, signInWithPasskey } from './sign-in.ts'
import { relyingPartyOf } from './webauthn.ts'

/** Identifies the browser that requested the challenge. A response from another browser is rejected. */
const COOKIE = 'passkey'

export function passkeyRoutes(app: FastifyInstance, { db, config, secrets }: Shop) {
  const party = relyingPartyOf(config.publicUrl)
  const cookie = {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: CHALLENGE_SECONDS,
  } as const
  const take = (request: FastifyRequest, reply: FastifyReply) => {
    reply.clearCookie(COOKIE, cookie)
    return request.cookies[COOKIE] ?? ''
  }

  const prover = (request: FastifyRequest, reply: FastifyReply): Prover => ({
    db,
    secrets,
    party,
    passkeyToken: take(request, reply),
  })

  mount(app, contract.getSafety, async (_input, request) => readSafety(db, signedInUser(request).id))

  mount(app, contract.beginPasskey, async ({ password }, request, reply) => {
    const { token, options } = await beginPasskey(db, party, signedInUser(request), password)
    reply.setCookie(COOKIE, token, cookie)
    return options
  })

  mount(app, contract.addPasskey, async ({ name, credential }, request, reply) =>
    addPasskey(db, party, signedInUser(request), {
      token: take(request, reply),
      name: name ?? deviceOf(request.headers['user-agent'] ?? ''),
      credential,
    }),
  )

  mount(app, contract.renamePasskey, async ({ id, name }, request) =>
    renamePasskey(db, signedInUser(request).id, id, name),
  )

  mount(app, contract.removePasskey, async (input, request) =>
    removePasskey(db, signedInUser(request), input),
  )

  mount(app, contract.beginPasskeyProof, async (_input, request, reply) => {
    const { token, options } = await beginPasskeyProof(db, party, signedInUser(request))
    reply.setCookie(COOKIE, token, cookie)
    return options
  })

  mount(app, confirmEndpoint, async (input, request, reply) =>
    confirmEmailChange(prover(request, reply), signedInUser(request), input),
  )

  mount(app, contract.removeGoogleLink, async (input, request, reply) =>
    removeGoogleLink(prover(request, reply), signedInUser(request), input),
  )

  mount(app, giveProofEndpoint, async (input, request, reply) => {
    const until = await giveProof(prover(request, reply), signedInUser(request), input)
    return { provenUntil: until.toISOString() }
  })

  mount(app, contract.beginPasskeySignIn, async (_input, request, reply) => {
    const { token, options } = await beginPasskeySignIn(db, party, originOf(request))
    reply.setCookie(COOKIE, token, cookie).header('cache-control', 'no-store')
    return options
  })

  mount(app, contract.signInWithPasskey, async ({ credential }, request, reply) => {
    const token = take(request, reply)
    const signedIn = await signInWithPasskey(db, party, { token, credential }, originOf(request))
    await welcome({ db, config }, signedIn.user.id, request, reply)
    return signedIn
  })
}
