import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '#contract/accounts/api.ts'
import * as links from '#contract/accounts/mailed-links.ts'
import * as secondFactor from '#contract/accounts/second-factor.ts'
import { SIGNED_IN_BY } from '#contract/page-forms.ts'
import { pageForm, pageForms } from '../platform/http/forms.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { forgotPassword } from './mailed-links/reset.ts'
import { register } from './register.ts'
import { signInWithCode } from './second-factor/sign-in-code.ts'
import { originOf, welcome } from './sessions/known-device.ts'
import { signedInWith } from './sessions/sessions.ts'
import { signIn } from './sign-in.ts'

const TAKE_SECONDS = 600

/** The forms of /auth where no script runs yet: the same operations as the API, answered by pages. */
export async function accountForms(app: FastifyInstance, { db, secrets, config }: Shop) {
  const isHttps = config.publicUrl.startsWith('https:')
  // Another host of the same site can't plant this one, and with it somebody else's session.
  const cookie = isHttps ? '__Host-sign-in' : 'sign-in'

  /** The token waits in a cookie for the page's script: nothing but the local storage keeps it for longer (spec section 4). */
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

  // Only now is the cart taken over: without script it stays the visitor's, whose page can show it.
  mount(app, contract.takeSignIn, async (_input, request, reply) => {
    reply.header('cache-control', 'no-store')
    const token = request.cookies[cookie] ?? ''
    const signedIn = await signedInWith(db, token, config.demo)
    reply.clearCookie(cookie, { path: '/', secure: isHttps })
    await welcome({ db, config }, signedIn.user.id, request, reply)
    return signedIn
  })
}
