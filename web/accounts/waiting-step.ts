import type { FinishedSignIn } from '#contract/accounts/google-flow.ts'
import { ApiError } from '../platform/api.ts'

/** Of the session storage: a sign-in in the whole window that waits for its code on /auth. */
const KEY = 'sign_in_step'
/** The same for a sign-in at Google that waits for the account's password. */
const GOOGLE_KEY = 'google_waits'

/** What a code is sent with, when the sign-in was refused for want of one; else null. */
export function stepIn(error: Error): string | null {
  if (!(error instanceof ApiError) || error.status !== 401) return null
  const { step } = refusalOf(error)
  return typeof step === 'string' ? step : null
}

/** The body of a refusal, also in the shape of the one endpoint that answers `{error}` (spec section 7). */
export function refusalOf(error: ApiError): { error?: unknown; step?: unknown; needs?: unknown } {
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

export function readWaitingGoogle(): FinishedSignIn | null {
  try {
    return JSON.parse(sessionStorage.getItem(GOOGLE_KEY) ?? 'null') as FinishedSignIn | null
  } catch {
    // Where storage is forbidden nothing waits.
    return null
  }
}

export function readWaitingStep(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    // Where storage is forbidden nothing waits.
    return null
  }
}

export function forgetWaitingStep() {
  try {
    sessionStorage.removeItem(KEY)
    sessionStorage.removeItem(GOOGLE_KEY)
  } catch {
    // Where storage is forbidden nothing waits.
  }
}
