import type { Limit } from '../platform/http/limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Nobody is refused for longer, whatever strangers do: each limit that they can use up has this window. */
const WINDOW = 15 * MINUTE

/** How often something may be tried; a success gives its try back where the comment says so. */
export const LIMITS = {
  /** Wrong passwords for one account from anywhere. Refuses nothing: `attempts.ts` slows down by it. Success gives back. */
  passwordByAccount: { name: 'password-account', points: Number.MAX_SAFE_INTEGER, seconds: WINDOW },
  /** Wrong passwords for one account from one IP address; success gives back. */
  passwordByAccountAndAddress: { name: 'password-account-address', points: 10, seconds: WINDOW },
  /** Wrong passwords for one account on a device that has signed in to it; success gives back. */
  passwordByDevice: { name: 'password-device', points: 10, seconds: WINDOW },
  /** Wrong passwords of who is signed in; success gives back. */
  passwordBySession: { name: 'password-session', points: 10, seconds: WINDOW },
  /** Wrong passwords and passkeys from one IP address, for whichever account; success gives back. */
  signInByAddress: { name: 'sign-in-address', points: 50, seconds: WINDOW },
  /** Wrong codes of the second step on unknown devices, each after the right password; success gives back. */
  codeByAccount: { name: 'code-account', points: 5, seconds: WINDOW },
  codeByDevice: { name: 'code-device', points: 5, seconds: WINDOW },
  codeBySession: { name: 'code-session', points: 5, seconds: WINDOW },
  /** Sign-ins by passkey that were begun: each costs a row. */
  passkeyByAddress: { name: 'passkey-address', points: 60, seconds: WINDOW },
  /** Sign-ins with Google that were begun: each costs a row. */
  googleByAddress: { name: 'google-address', points: 60, seconds: WINDOW },
  registerByAddress: { name: 'register-address', points: 20, seconds: WINDOW },
  forgotByAddress: { name: 'forgot-address', points: 20, seconds: WINDOW },
  /** Reset emails to one address; beyond them one per window, while each link works for an hour. */
  forgotByEmail: { name: 'forgot-email', points: 3, seconds: HOUR },
  forgotByEmailSlowly: { name: 'forgot-email-slowly', points: 1, seconds: WINDOW },
  /** Opened links that turned out wrong; good ones are not counted. */
  linkByAddress: { name: 'link-address', points: 30, seconds: WINDOW },
  /** Emails that a signed-in user makes the shop send. */
  lettersByUser: { name: 'letters-user', points: 5, seconds: WINDOW },
} as const satisfies Record<string, Limit>
