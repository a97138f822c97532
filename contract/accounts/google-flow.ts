/** How a sign-in at Google comes back to the page that began it; no zod here, so that a page may have it at its first load. */

/** Where a sign-in begins: with `?flow=` in a popup, without it in the whole window. */
export const GOOGLE_START = '/auth/google/start'
export const GOOGLE_CALLBACK = '/auth/google/callback'

/** The page's own name for a sign-in in a popup: nobody else listens to its channel. */
export const GOOGLE_FLOW = /^[\w-]{16,64}$/

/** The BroadcastChannel on which a popup tells the page that opened it how the sign-in ended. */
export function googleChannel(flow: string): string {
  return `google-sign-in:${flow}`
}

/** In the session storage: what came back to the whole window and waits to be exchanged at the next start of the app. */
export const GOOGLE_PENDING = 'google-sign-in'

/**
 * Why nobody is signed in. 'denied': the person said no at Google. 'refused': what came back does not hold.
 * 'failed': Google could not be asked. 'not-configured': the shop is not known to Google.
 */
export type GoogleRefusal = 'denied' | 'refused' | 'failed' | 'not-configured'

/** The identity-provider sign-in payload of the specification (section 3). */
export type FinishedSignIn = {
  uid: string
  email: string
  displayName: string | null
  photoURL: string | null
}

export type GoogleOutcome = { signIn: FinishedSignIn } | { refusal: GoogleRefusal }

/** Google doesn't run the mailbox of an existing account: the owner links the two by the account's password. */
export const GOOGLE_NEEDS_PASSWORD =
  'You already have an account with this email address. Enter its password to link it to Google.'
export const GOOGLE_CANNOT_LINK =
  'You already have an account with this email address. Sign in to it another way, or set a password by “Forgot password”.'

export const GOOGLE_REFUSED = 'Google authentication failed'
