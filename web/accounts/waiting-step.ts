import type { FinishedSignIn } from '#contract/accounts/google-flow.ts'
import { ApiError } from '../platform/api.ts'

/** Session storage key of a full-window sign-in that requires a code on /auth. */
const KEY = 'sign_in_step'
/** Session storage key of a Google sign-in that requires the account's password. */
const GOOGLE_KEY = 'google_waits'

/** Session storage key of the emailed link that a full-window sign-in with Google began on. */
const LINK_KEY = 'google_link'

/** Returns the step's token if a sign-in was rejected because it needs a code, otherwise null. */
export function stepIn(error: Error): string | null {
  if (!(error instanceof ApiError) || error.status !== 401) return null
  const { step } = rejectionDetails(error)
  return typeof step === 'string' ? step : null
}

/** Returns the body of a rejection, including that of the one endpoint that returns `{error}` (spec section 7). */
export function rejectionDetails(error: ApiError): { error?: unknown; step?: unknown; needs?: unknown } {
  try {
    const body: unknown = JSON.parse(error.message.replace(/^\d+: /, ''))
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

export function keepWaitingStep(step: string) {
  sessionStorage.setItem(KEY, step)
}

export function keepWaitingGoogle(signIn: FinishedSignIn) {
  sessionStorage.setItem(GOOGLE_KEY, JSON.stringify(signIn))
}

/** @param token null to discard the link of an earlier sign-in */
export function keepGoogleLink(token: string | null) {
  if (token === null) sessionStorage.removeItem(LINK_KEY)
  else sessionStorage.setItem(LINK_KEY, token)
}

/** Returns the kept link once. */
export function takeGoogleLink(): string | undefined {
  const token = sessionStorage.getItem(LINK_KEY)
  sessionStorage.removeItem(LINK_KEY)
  return token ?? undefined
}

export function readWaitingGoogle(): FinishedSignIn | null {
  try {
    return JSON.parse(sessionStorage.getItem(GOOGLE_KEY) ?? 'null') as FinishedSignIn | null
  } catch {
    // Without storage, no sign-in is waiting.
    return null
  }
}

export function readWaitingStep(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    // Without storage, no sign-in is waiting.
    return null
  }
}

export function clearWaitingStep() {
  try {
    sessionStorage.removeItem(KEY)
    sessionStorage.removeItem(GOOGLE_KEY)
  } catch {
    // Without storage, nothing is waiting.
  }
}
