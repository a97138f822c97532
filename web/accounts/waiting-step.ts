import { ApiError } from '../platform/api.ts'

/** Of the session storage: a sign-in in the whole window that waits for its code on /auth. */
const KEY = 'sign_in_step'

/** What a code is sent with, when the sign-in was refused for want of one; else null. */
export function stepIn(error: Error): string | null {
  if (!(error instanceof ApiError) || error.status !== 401) return null
  try {
    const { step } = JSON.parse(error.message.replace(/^\d+: /, '')) as { step?: unknown }
    return typeof step === 'string' ? step : null
  } catch {
    return null
  }
}

export function keepWaitingStep(step: string) {
  sessionStorage.setItem(KEY, step)
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
  } catch {
    // Where storage is forbidden nothing waits.
  }
}
