import type { Limit } from '../platform/http/limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How often something may be tried; a success gives its try back where the comment says so. */
export const LIMITS = {
  /** Wrong passwords for one account, from wherever they come; success gives back. */
  passwordByAccount: { name: 'password-account', points: 10, seconds: 15 * MINUTE },
  /** Wrong passwords from one address, for whichever account; success gives back. */
  signInByAddress: { name: 'sign-in-address', points: 50, seconds: 15 * MINUTE },
  /** Wrong codes of the second step for one account; success gives back. */
  codeByAccount: { name: 'code-account', points: 5, seconds: 15 * MINUTE },
  /** Sign-ins by passkey that were begun: each costs a row. */
  passkeyByAddress: { name: 'passkey-address', points: 60, seconds: 15 * MINUTE },
  registerByAddress: { name: 'register-address', points: 20, seconds: HOUR },
  forgotByEmail: { name: 'forgot-email', points: 3, seconds: HOUR },
  forgotByAddress: { name: 'forgot-address', points: 20, seconds: HOUR },
  /** Opened links that turned out wrong; success gives back. */
  linkByAddress: { name: 'link-address', points: 30, seconds: HOUR },
  /** Letters that a signed-in user makes the shop send. */
  lettersByUser: { name: 'letters-user', points: 5, seconds: HOUR },
} as const satisfies Record<string, Limit>
