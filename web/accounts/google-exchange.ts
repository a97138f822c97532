import type { FinishedSignIn } from '#contract/google-flow.ts'
import { AUTH } from '../platform/addresses.ts'
import type { Api } from '../platform/api.ts'
import { storeToken } from '../platform/auth-token.ts'
import { keepToastForReload } from '../ui/toast-store.ts'
import { keepWaitingStep, stepIn } from './waiting-step.ts'

/** Exchanges a finished sign-in for a token, which counts from the next start of the page on. @throws ApiError */
export async function exchangeSignIn(api: Api, signIn: FinishedSignIn): Promise<void> {
  const { token, user } = await api.call('POST /api/google-auth', signIn)
  storeToken(token)
  keepToastForReload('Google sign-in successful', `Welcome, ${user.fullName || user.username}!`)
}

/** The same in the whole window, where the code that may be asked for is typed in on /auth. @throws ApiError */
export async function exchangeInWindow(api: Api, signIn: FinishedSignIn): Promise<void> {
  try {
    await exchangeSignIn(api, signIn)
  } catch (error) {
    const step = error instanceof Error ? stepIn(error) : null
    if (step === null) throw error
    keepWaitingStep(step)
    window.location.replace(AUTH)
  }
}
