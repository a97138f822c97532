/** How a Google sign-in returns to the page that started it. Doesn't import zod, so pages can load it early. */

/** Path where a sign-in starts: with `?flow=` in a popup, otherwise in the current window. */
export const GOOGLE_START = '/auth/google/start'
export const GOOGLE_CALLBACK = '/auth/google/callback'

/** An ID that the page chooses for a popup sign-in. Only that page listens to its channel. */
export const GOOGLE_FLOW = /^[\w-]{16,64}$/

/** Returns the BroadcastChannel on which a popup reports the outcome to the page that opened it. */
export function googleChannel(flow: string): string {
  return `google-sign-in:${flow}`
}

/** Session storage key of a full-window sign-in's result, exchanged the next time the app starts. */
export const GOOGLE_PENDING = 'google-sign-in'

/** Session storage key of the path that a full-window sign-in returns to. */
export const GOOGLE_TARGET = 'google-sign-in-target'

/**
 * Why a sign-in failed. 'denied': the user declined at Google. 'refused': the result is invalid. 'failed': Google is
 * unavailable. 'not-configured': the shop has no Google client.
 */
export type GoogleRejection = 'denied' | 'refused' | 'failed' | 'not-configured'

/** The identity-provider sign-in payload of the specification (section 3). */
export type FinishedSignIn = {
  uid: string
  email: string
  displayName: string | null
  photoURL: string | null
}

export type GoogleOutcome = { signIn: FinishedSignIn } | { refusal: GoogleRejection }

/**
 * Shown if Google doesn't host the mailbox of an existing account: the owner links the two with the account's password.
 */
export const GOOGLE_NEEDS_PASSWORD =
  'You already have an account with this email address. Enter its password to link it to Google.'
export const GOOGLE_CANNOT_LINK =
  'You already have an account with this email address. Sign in another way, or set a password with “Forgot your password?”.'

/** Shown if the account's email address was never verified, and Google doesn't host the mailbox. */
export const GOOGLE_LINK_MAILED =
  'There is an account with this email address that was never confirmed. We emailed a link to the address. Open it to finish signing in with Google.'

/** Shown if an emailed link is used with another Google account. */
export const googleOtherAddress = (email: string) =>
  `This link is for ${email}. Please choose that account at Google.`

export const GOOGLE_REJECTED = 'Google authentication failed'
