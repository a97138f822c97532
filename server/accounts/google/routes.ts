import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, LogLevel } from 'fastify'
import { googleAuth } from '#contract/accounts/google.ts'
import {
  GOOGLE_CALLBACK,
  GOOGLE_FLOW,
  GOOGLE_PENDING,
  GOOGLE_START,
  type GoogleOutcome,
  googleChannel,
} from '#contract/accounts/google-flow.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { ShopError } from '../../errors.ts'
import { mount } from '../../platform/http/mount.ts'
import type { Shop } from '../../shop.ts'
import { originOf, welcome } from '../sessions/known-device.ts'
import { GoogleError, openGoogle } from './google.ts'
import {
  BEGUN_SECONDS,
  beginSignIn,
  exchangeSignIn,
  FINISHED_SECONDS,
  finishSignIn,
  flowOf,
} from './sign-in.ts'

const SCRIPT = '/auth/google/script'

export async function googleRoutes(app: FastifyInstance, { db, config }: Shop) {
  const google = openGoogle(config.google, `${config.publicUrl}${GOOGLE_CALLBACK}`)
  const secure = config.publicUrl.startsWith('https:')
  // Without the prefix, a subdomain could plant an attacker's cookie, which would sign the shopper in as the attacker.
  const prefix = secure ? '__Host-' : ''
  const begunName = `${prefix}google_begun`
  const finishedName = `${prefix}google_finished`
  const cookie = { httpOnly: true, sameSite: 'lax', secure } as const
  // Browsers accept the prefix only with the path /.
  const begunCookie = { ...cookie, path: secure ? '/' : '/auth/google', maxAge: BEGUN_SECONDS }
  const finishedCookie = { ...cookie, path: secure ? '/' : googleAuth.path, maxAge: FINISHED_SECONDS }

  app.get<{ Querystring: { flow?: unknown } }>(GOOGLE_START, async (request, reply) => {
    const flow = readFlow(request.query.flow)
    reply.header('cache-control', 'no-store')
    try {
      const { token, address } = await beginSignIn(db, google, flow, originOf(request))
      return reply.setCookie(begunName, token, begunCookie).redirect(address.href)
    } catch (error) {
      return sendOutcome(reply, flow, { refusal: rejectionOf(error, request) })
    }
  })

  app.get(GOOGLE_CALLBACK, { logLevel: quietly(config.logLevel) }, async (request, reply) => {
    const callback = new URL(request.url, config.publicUrl)
    const flow = flowOf(callback)
    reply.clearCookie(begunName, begunCookie)
    try {
      const begun = request.cookies[begunName] ?? ''
      const { token, signIn } = await finishSignIn(db, google, begun, callback)
      return sendOutcome(reply.setCookie(finishedName, token, finishedCookie), flow, { signIn })
    } catch (error) {
      return sendOutcome(reply, flow, { refusal: rejectionOf(error, request) })
    }
  })

  app.get(SCRIPT, async (_request, reply) => {
    reply.header('content-type', 'text/javascript; charset=utf-8').header('cache-control', 'no-cache')
    return callbackScript
  })

  const exchange: FastifyPluginAsync = async (app) => {
    sendError(app)
    mount(app, googleAuth, async (claimed, request, reply) => {
      reply.clearCookie(finishedName, finishedCookie).header('cache-control', 'no-store')
      const finished = request.cookies[finishedName] ?? ''
      const outcome = await exchangeSignIn(db, finished, claimed, originOf(request))
      if ('rejection' in outcome) {
        reply.setCookie(finishedName, outcome.again, finishedCookie)
        throw outcome.rejection
      }
      const { signedIn } = outcome
      await welcome({ db, config }, signedIn.user.id, request, reply)
      return signedIn
    })
  }
  await app.register(exchange)
}

/** Keeps callback URLs out of the request log, because they contain codes. */
function quietly(level: string): LogLevel {
  return ['error', 'fatal', 'silent'].includes(level) ? (level as LogLevel) : 'warn'
}

/** Errors of this endpoint have a different shape: `{error}` (contract section 1), plus the step if a code is needed. */
function sendError(app: FastifyInstance) {
  app.addHook('preSerialization', async (_request, reply, payload) => {
    if (reply.statusCode < 400) return payload
    const { message, step, code } = payload as ErrorBody
    return { error: message, step, ...(code === 'password_needed' ? { needs: 'password' } : {}) }
  })
}

/** The shop's own opener policy would cut the popup off from the page that opened it, as if it were closed. */
function sendOutcome(reply: FastifyReply, flow: string | null, outcome: GoogleOutcome) {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', callbackPolicy)
    .header('cross-origin-opener-policy', 'unsafe-none')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(callbackPage(flow, outcome, SCRIPT))
}

/** The browser gets the kind of failure; the log gets the reason. */
function rejectionOf(error: unknown, request: FastifyRequest) {
  if (error instanceof GoogleError) {
    const level = error.refusal === 'denied' ? 'info' : 'warn'
    request.log[level]({ refusal: error.refusal, reason: error.message }, 'Google sign-in rejected')
    return error.refusal
  }
  if (!(error instanceof ShopError)) request.log.error({ err: error }, 'Google sign-in failed')
  return 'failed'
}

function readFlow(flow: unknown): string | null {
  return typeof flow === 'string' && GOOGLE_FLOW.test(flow) ? flow : null
}

/** Shown if the page can't close itself. In most browsers, the page closes before anyone can read this. */
const WORDS = 'You can close this window and return to the shop.'

/** Returns the page that Google redirects to, in a popup or in the full window. Its script passes on the outcome. */
function callbackPage(flow: string | null, outcome: GoogleOutcome, scriptAddress: string): string {
  const next = 'signIn' in outcome ? '/' : '/auth'
  const delivery: Delivery = {
    channel: flow === null ? null : googleChannel(flow),
    key: GOOGLE_PENDING,
    outcome,
    next,
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Sign in with Google – Plinth</title>
<script type="application/json" id="delivery">${JSON.stringify(delivery).replaceAll('<', '\\u003c')}</script>
<script src="${scriptAddress}"></script>
</head>
<body>
<main>
<h1>Sign in with Google</h1>
<p>${WORDS}</p>
<p><a href="${next}">Back to the shop</a></p>
</main>
</body>
</html>
`
}

/** The script of the page. It is type-checked like all code, but runs only in the browser. */
const callbackScript = `(${deliverOutcome})()\n`

const callbackPolicy =
  "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Input of the callback page's script. */
type Delivery = {
  /** Channel that the page that opened the popup listens on, or null in the full window. */
  channel: string | null
  /** Session storage key for the outcome in the full window. */
  key: string
  outcome: GoogleOutcome
  next: string
}

/** Sent to the browser as text, so it can't use anything from its scope. */
function deliverOutcome() {
  const text = document.getElementById('delivery')?.textContent ?? ''
  const { channel, key, outcome, next } = JSON.parse(text) as Delivery
  if (channel === null) {
    sessionStorage.setItem(key, JSON.stringify(outcome))
    location.replace(next)
    return
  }
  const opener = new BroadcastChannel(channel)
  opener.postMessage(outcome)
  opener.close()
  window.close()
}
