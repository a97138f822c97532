import type { FinishedSignIn } from '#contract/accounts/google-flow.ts'
import { type Api, ApiError } from '../platform/api.ts'
import { storeToken } from '../platform/auth-token.ts'
import { AUTH } from '../platform/paths.ts'
import { saveToastForReload } from '../ui/toast-store.ts'
import { keepWaitingGoogle, keepWaitingStep, rejectionDetails, stepIn } from './waiting-step.ts'

/** Thrown if Google doesn't host the mailbox of an existing account, so its password is required. */
export class PasswordNeeded extends Error {
  readonly signIn: FinishedSignIn

  constructor(signIn: FinishedSignIn, cause: ApiError) {
    super(cause.message, { cause })
    this.signIn = signIn
  }
}

/**
 * Exchanges a finished sign-in for a token, which takes effect on the next page load.
 * @throws ApiError, PasswordNeeded
 */
export async function exchangeSignIn(api: Api, signIn: FinishedSignIn, password?: string): Promise<void> {
  const { token, user } = await api
    .call('POST /api/google-auth', { ...signIn, password })
    .catch((error: unknown) => {
      if (error instanceof ApiError && needsPassword(error)) throw new PasswordNeeded(signIn, error)
      throw error
    })
  storeToken(token)
  saveToastForReload('Google sign-in successful', `Welcome, ${user.fullName || user.username}!`)
}

function needsPassword(error: ApiError): boolean {
  return rejectionDetails(error).needs === 'password'
}

/** Exchanges a full-window sign-in. A required code or password is entered on /auth. @throws ApiError */
export async function exchangeInWindow(api: Api, signIn: FinishedSignIn): Promise<void> {
  try {
    await exchangeSignIn(api, signIn)
  } catch (error) {
    const step = error instanceof Error ? stepIn(error) : null
    if (error instanceof PasswordNeeded) keepWaitingGoogle(error.signIn)
    else if (step !== null) keepWaitingStep(step)
    else throw error
    window.location.replace(AUTH)
  }
}
