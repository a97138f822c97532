import type { FinishedSignIn } from '#contract/google-flow.ts'
import type { Api } from '../platform/api.ts'
import { storeToken } from '../platform/auth-token.ts'
import { keepToastForReload } from '../ui/toast-store.ts'

/** Exchanges a finished sign-in for a token, which counts from the next start of the page on. @throws ApiError */
export async function exchangeSignIn(api: Api, signIn: FinishedSignIn): Promise<void> {
  const { token, user } = await api.call('POST /api/google-auth', signIn)
  storeToken(token)
  keepToastForReload('Google sign-in successful', `Welcome, ${user.fullName || user.username}!`)
}
