import { GOOGLE_PENDING, type GoogleOutcome } from '#contract/accounts/google-flow.ts'
import type { Api } from '../platform/api.ts'

/** Before the app starts: exchanges what came back from Google to the whole window, if anything did (spec section 4). */
export async function exchangeRedirectResult(api: Api): Promise<void> {
  const pending = takePending()
  if (!pending) return
  try {
    const outcome = JSON.parse(pending) as GoogleOutcome
    if ('refusal' in outcome) throw new Error(`Google sign-in: ${outcome.refusal}`)
    const { exchangeInWindow } = await import('./google-exchange.ts')
    await exchangeInWindow(api, outcome.signIn)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: spec section 8, 'Redirect-result errors are only logged'
    console.error(error)
  }
}

function takePending(): string | null {
  try {
    const pending = sessionStorage.getItem(GOOGLE_PENDING)
    sessionStorage.removeItem(GOOGLE_PENDING)
    return pending
  } catch {
    // Where storage is forbidden nothing waits.
    return null
  }
}
