import type { FinishedSignIn, GoogleOutcome } from '#contract/accounts/google-flow.ts'
import { type Api, ApiError } from '../platform/api.ts'
import { storeToken } from '../platform/auth-token.ts'
import { AUTH } from '../platform/paths.ts'
import { saveToastForReload } from '../ui/toast-store.ts'
import {
  keepWaitingGoogle,
  keepWaitingStep,
  rejectionDetails,
  stepIn,
  takeGoogleLink,
} from './waiting-step.ts'
import { keepWantedInHistory, takeWantedPath } from './wanted-page.ts'

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
 * @param proof the account's password, or the token of an emailed link
 * @throws ApiError, PasswordNeeded
 */
export async function exchangeSignIn(
  api: Api,
  signIn: FinishedSignIn,
  proof: { password?: string; link?: string | undefined } = {},
): Promise<void> {
  const { token, user } = await api
    .call('POST /api/google-auth', { ...signIn, ...proof })
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

/**
 * Finishes a sign-in in the full window. Leads to the page that it began for, now, or once the user has signed in on
 * /auth. @throws ApiError, or an Error if there is nothing to exchange
 */
export async function finishInWindow(api: Api, outcome: GoogleOutcome): Promise<void> {
  const wanted = takeWantedPath()
  if ('refusal' in outcome) {
    if (wanted !== null) keepWantedInHistory(wanted, window.location.href)
    throw new Error(`Google sign-in: ${outcome.refusal}`)
  }
  const isSignedIn = await exchangeInWindow(api, outcome.signIn, { wanted })
  if (!isSignedIn || wanted === null) return
  window.location.replace(wanted)
  // This page must not start, because it would show the welcome that is meant for the next one.
  await new Promise(() => undefined)
}

/**
 * Exchanges a sign-in outside of /auth. A required code or password is then entered there.
 * @property link the token of the emailed link that the sign-in began on
 * @property wanted the path of the page that the user wants
 * @returns true if the user is signed in; otherwise the page changes to /auth @throws ApiError
 */
export async function exchangeInWindow(
  api: Api,
  signIn: FinishedSignIn,
  { link = takeGoogleLink(), wanted = null }: { link?: string; wanted?: string | null },
): Promise<boolean> {
  try {
    await exchangeSignIn(api, signIn, { link })
    return true
  } catch (error) {
    const step = error instanceof Error ? stepIn(error) : null
    if (error instanceof PasswordNeeded) keepWaitingGoogle(error.signIn)
    else if (step !== null) keepWaitingStep(step)
    else throw error
    openAuth(wanted)
    return false
  }
}

function openAuth(wanted: string | null) {
  if (wanted === null) return window.location.replace(AUTH)
  keepWantedInHistory(wanted, AUTH)
  window.location.reload()
}
