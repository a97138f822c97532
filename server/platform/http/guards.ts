import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAllowed } from '#contract/accounts/allowed-roles.ts'
import { SAFETY_MESSAGES } from '#contract/accounts/passkey-rules.ts'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import { type StaffRole, whoMay } from '#contract/accounts/staff-roles.ts'
import { fieldInSentence } from '#contract/audit/labels.ts'
import type { Endpoint } from '#contract/http.ts'
import type { Config } from '../../config.ts'
import { invalidInput, notAllowed, notSignedIn, ShopError } from '../../errors.ts'

export type RequestUser = {
  id: number
  /** Null for a customer. */
  staffRole: StaffRole | null
  sessionId: number
  /** The session was proven within the last few minutes, or this is the demo. */
  isProven: boolean
  /** The password is still the one that the shop generated for the first admin. Always false in the demo. */
  mustChangePassword: boolean
  /** The account has an authenticator app, or the session has used one of its passkeys. */
  hasSecondFactor: boolean
  /** The shop requires a second factor of its staff, and this one has none. */
  needsSecondFactor: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, or null for a visitor. */
    user: RequestUser | null
  }
}

/** @throws ShopError 401, or 403 if this request may not use the endpoint */
export function guard(endpoint: Endpoint, { user }: FastifyRequest) {
  if (endpoint.access === 'anyone') return
  if (!user) throw notSignedIn()
  if (endpoint.access === 'admin') requireStaff(user, endpoint)
  if (endpoint.needsProof) requireProof(user)
}

/** @throws ShopError 403 for customers and other roles */
function requireStaff(user: RequestUser, { staff, needsNoFactor }: StaffEndpoint) {
  if (user.staffRole === null) throw notAllowed()
  if (user.mustChangePassword)
    throw new ShopError(403, 'password_change_needed', ACCOUNT_MESSAGES.passwordChangeNeeded)
  if (user.needsSecondFactor && !needsNoFactor)
    throw new ShopError(403, 'second_factor_needed', SAFETY_MESSAGES.factorNeeded)
  if (!isAllowed(user.staffRole, staff)) throw roleNotAllowed(whoMay(staff))
}

type StaffEndpoint = Extract<Endpoint, { access: 'admin' }>

/** @throws ShopError 403 if the user's role may not send one of these fields */
export function guardFields(endpoint: Endpoint, { staffRole }: Pick<RequestUser, 'staffRole'>, sent: object) {
  if (endpoint.access !== 'admin' || staffRole === null || staffRole === 'owner') return
  const { staff, staffFields = {} } = endpoint
  const allowed = staffFields[staffRole]
  const denied = allowed && Object.keys(sent).filter((name) => !allowed.includes(name))
  if (!denied?.length) return
  const may = staff.filter((role) => denied.every((name) => staffFields[role]?.includes(name) ?? true))
  const what = new Intl.ListFormat('en-US').format(denied.map(fieldInSentence))
  throw roleNotAllowed(whoMay(may, `change ${what}`))
}

const roleNotAllowed = (message: string) => new ShopError(403, 'role_not_allowed', message)

/** @throws ShopError 403 'proof_needed' if the session alone isn't enough for the operation */
export function requireProof({ isProven }: Pick<RequestUser, 'isProven'>) {
  if (!isProven) throw new ShopError(403, 'proof_needed', SAFETY_MESSAGES.proofNeeded)
}

/** @throws ShopError 401 for a visitor. After a guard by `access`, it only narrows the type */
export function signedInUser({ user }: FastifyRequest): RequestUser {
  if (!user) throw notSignedIn()
  return user
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Other machines send requests here and authenticate with a signature or token. Cookies are ignored. */
    fromAnywhere?: boolean
  }
}

const READS = ['GET', 'HEAD', 'OPTIONS']

/**
 * Rejects writes from other sites' pages, which would use the visitor's cookies (CSRF). Browsers send a request's
 * origin. Other clients don't, and have only their own cookies.
 */
export function rejectCrossSiteWrites(app: FastifyInstance, publicUrl: string) {
  const own = new URL(publicUrl).origin
  app.addHook('onRequest', async (request) => {
    if (READS.includes(request.method) || request.routeOptions.config?.fromAnywhere) return
    if (!isFromOwnPage(request, own)) throw notAllowed()
  })
}

function isFromOwnPage({ headers, host }: FastifyRequest, own: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = headers
  // For browsers without Sec-Fetch-Site. If the shop has several host names, the page's origin has the same one as the
  // request.
  return origin === undefined || origin === own || (URL.canParse(origin) && new URL(origin).host === host)
}

/** @returns null if the shop serves the host that the request names */
export type HostCheck = (request: IncomingMessage) => ShopError | null

/** Loopback names and IP addresses. No DNS record of an attacker can make a browser send these. */
const WITHOUT_DNS = /^(([\w-]+\.)*localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/i

/**
 * Rejects requests with two Host headers, which a proxy and the shop could read differently. The demo also rejects
 * unknown host names: it runs on a developer's machine, where any website could reach it by DNS rebinding.
 */
export function hostCheck({ demo, host, publicUrl }: Config): HostCheck {
  const own = [host.toLowerCase(), new URL(publicUrl).hostname]
  const unknown = new ShopError(
    403,
    'not_allowed',
    "The demo doesn't accept requests for this host name. To use a host name other than localhost, set PUBLIC_URL.",
  )
  return ({ headers, rawHeaders }) => {
    if (hostHeaders(rawHeaders) > 1) return invalidInput('The request has more than one Host header.')
    if (!demo || headers.host === undefined) return null
    const name = headers.host.replace(/:\d*$/, '').toLowerCase()
    return WITHOUT_DNS.test(name) || own.includes(name) ? null : unknown
  }
}

export function checkHosts(app: FastifyInstance, rejectionOf: HostCheck) {
  app.addHook('onRequest', async (request) => {
    const rejection = rejectionOf(request.raw)
    if (rejection) throw rejection
  })
}

/** Counts Host headers. Names and values alternate in `raw`. */
function hostHeaders(raw: string[]): number {
  let count = 0
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]?.length === 4 && raw[at]?.toLowerCase() === 'host') count += 1
  }
  return count
}
