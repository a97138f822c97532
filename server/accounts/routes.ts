import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '#contract/accounts/api.ts'
import { ERASURE } from '#contract/accounts/erasure.ts'
import * as links from '#contract/accounts/mailed-links.ts'
import * as data from '#contract/accounts/my-data.ts'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import * as secondFactor from '#contract/accounts/second-factor.ts'
import * as sessionContract from '#contract/accounts/sessions.ts'
import { SIGNED_IN_BY } from '#contract/page-forms.ts'
import { dropCartCookie } from '../cart/cookie.ts'
import { pageForm, pageForms } from '../platform/http/forms.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { undoEmailChange } from './mailed-links/email-change.ts'
import { followLink, readLink } from './mailed-links/open-link.ts'
import { forgotPassword, resetPassword } from './mailed-links/reset.ts'
import { collectMyData, eraseAccount } from './my-data.ts'
import { changePassword, changeProfile, requestGuestOrders, resendVerification } from './profile.ts'
import { register } from './register.ts'
import { signInWithCode } from './second-factor/sign-in-code.ts'
import { originOf, rememberDevice, welcome } from './sessions/known-device.ts'
import { tokenOf } from './sessions/request-user.ts'
import {
  findOwnAccount,
  listSessions,
  revokeSession,
  signedInWith,
  signOut,
  signOutEverywhere,
} from './sessions/sessions.ts'
import { signIn } from './sign-in.ts'

const done = { success: true } as const

const LINK_DONE = {
  verify: ACCOUNT_MESSAGES.emailVerified,
  change: ACCOUNT_MESSAGES.emailMoved,
  claim: ACCOUNT_MESSAGES.ordersClaimed,
} as const

export function accountRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, contract.register, async (input, request, reply) => {
    const signedIn = await register(db, input, originOf(request))
    await welcome({ db, config }, signedIn.user.id, request, reply)
    return signedIn
  })

  mount(app, contract.login, async (input, request, reply) => {
    const signedIn = await signIn(db, input, originOf(request))
    await welcome({ db, config }, signedIn.user.id, request, reply)
    return signedIn
  })

  mount(app, contract.logout, async (_input, request, reply) => {
    await signOut(db, tokenOf(request))
    dropCartCookie(reply)
    return done
  })

  mount(app, contract.getUser, async (_input, { user }) => (user ? findOwnAccount(db, user) : null))

  mount(app, contract.changeProfile, async (input, request) =>
    changeProfile(db, signedInUser(request), input, originOf(request)),
  )

  mount(app, contract.changePassword, async (input, request) => {
    await changePassword(db, signedInUser(request), input)
    return done
  })

  mount(app, sessionContract.listSessions, async (_input, request) => listSessions(db, signedInUser(request)))

  mount(app, sessionContract.revokeSession, async ({ id }, request) =>
    revokeSession(db, signedInUser(request), id),
  )

  mount(app, sessionContract.signOutEverywhere, async (_input, request) => {
    await signOutEverywhere(db, signedInUser(request).id)
    return done
  })

  mount(app, links.readLink, async ({ token }, request, reply) => {
    reply.header('cache-control', 'no-store')
    return readLink(db, token, originOf(request))
  })

  mount(app, links.verifyEmail, async ({ token }, request) => {
    return { message: LINK_DONE[await followLink(db, token, request.user, originOf(request))] }
  })

  mount(app, links.requestGuestOrders, async (_input, request) => {
    await requestGuestOrders(db, signedInUser(request).id, originOf(request))
    return { message: ACCOUNT_MESSAGES.verifySent }
  })

  mount(app, links.undoEmailChange, async ({ token }, request) => {
    const needsReset = await undoEmailChange(db, token, originOf(request))
    const { emailChangeUndone, emailChangeUndoneReset } = ACCOUNT_MESSAGES
    return { message: needsReset ? emailChangeUndoneReset : emailChangeUndone }
  })

  mount(app, links.resendVerification, async (_input, request) => {
    const isSent = await resendVerification(db, signedInUser(request).id, originOf(request))
    return { message: isSent ? ACCOUNT_MESSAGES.verifySent : ACCOUNT_MESSAGES.alreadyVerified }
  })

  mount(app, links.forgotPassword, async ({ email }, request) => {
    await forgotPassword(db, email, originOf(request))
    return { message: ACCOUNT_MESSAGES.linkSent }
  })

  mount(app, links.resetPassword, async (input, request, reply) => {
    const userId = await resetPassword(db, input, originOf(request))
    await rememberDevice({ db, config }, userId, request, reply)
    return { message: ACCOUNT_MESSAGES.passwordReset }
  })

  mount(app, data.getMyData, async (_input, request, reply) => {
    reply.header('content-disposition', 'attachment; filename="my-plinth-data.json"')
    return collectMyData(db, signedInUser(request))
  })

  mount(app, data.deleteAccount, async ({ password }, request) => {
    await eraseAccount(db, signedInUser(request), password)
    return { erased: [...ERASURE.erased], kept: ERASURE.kept.map((one) => ({ ...one })) }
  })
}

const TAKE_SECONDS = 600

/** Handles the forms of /auth without JavaScript: the same operations as the API, with pages as responses. */
export async function accountForms(app: FastifyInstance, { db, secrets, config }: Shop) {
  const isHttps = config.publicUrl.startsWith('https:')
  // No other host of the same site can plant this cookie, and with it an attacker's session.
  const cookie = isHttps ? '__Host-sign-in' : 'sign-in'

  /**
   * Leaves the token in a cookie for the page's script. The token is stored permanently only in local storage (spec
   * section 4).
   */
  const handOver = (reply: FastifyReply, { token }: contract.SignedIn, by: string) => {
    reply.setCookie(cookie, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: isHttps,
      maxAge: TAKE_SECONDS,
    })
    return `/auth?${SIGNED_IN_BY}=${by}`
  }

  await pageForms(app, '/auth', {
    login: pageForm(contract.Credentials, async (input, request, reply) =>
      handOver(reply, await signIn(db, input, originOf(request)), 'login'),
    ),
    register: pageForm(contract.Registration, async (input, request, reply) =>
      handOver(reply, await register(db, input, originOf(request)), 'register'),
    ),
    code: pageForm(secondFactor.signInWithCode.input, async (input, request, reply) =>
      handOver(reply, await signInWithCode(db, secrets, input, originOf(request)), 'login'),
    ),
  })

  await pageForms(app, '/auth/forgot-password', {
    forgot: pageForm(links.forgotPassword.input, async ({ email }, request) => {
      await forgotPassword(db, email, originOf(request))
      return '/auth/forgot-password?sent=1'
    }),
  })

  // Claims the cart only now. Without JavaScript, it stays the visitor's cart, which the page can show.
  mount(app, contract.claimSignIn, async (_input, request, reply) => {
    reply.header('cache-control', 'no-store')
    const token = request.cookies[cookie] ?? ''
    const signedIn = await signedInWith(db, token, config.demo)
    reply.clearCookie(cookie, { path: '/', secure: isHttps })
    await welcome({ db, config }, signedIn.user.id, request, reply)
    return signedIn
  })
}
