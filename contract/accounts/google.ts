import { z } from 'zod'
import { endpoint } from '../http.ts'
import { SignedIn } from './api.ts'
import { LinkToken } from './mailed-links.ts'
import { PASSWORD_MAX } from './rules.ts'

const claim = z.string().max(2000).nullish()

/** The user who signed in, as reported to the page (spec section 3). Missing fields count as null. */
export const GoogleSignIn = z
  .object({ uid: claim, email: claim, displayName: claim, photoURL: claim })
  .extend({
    /** Password of the account with this email address, required if Google doesn't host the mailbox. */
    password: z.string().max(PASSWORD_MAX).optional(),
    /** The token of the emailed link, required if the account's email address was also never verified. */
    link: LinkToken.optional(),
  })
export type GoogleSignIn = z.output<typeof GoogleSignIn>

export const googleAuth = endpoint({
  method: 'POST',
  path: '/api/google-auth',
  access: 'anyone',
  ignoresToken: true,
  summary:
    'Exchange a Google sign-in, which the server has completed and stored in a cookie, for a token. Errors are {error}, with `needs: "password"` if Google is not authoritative for the email address of an existing account: resend the request with the password. If its address was never verified, a link is emailed: sign in again with the link’s token.',
  input: GoogleSignIn,
  response: SignedIn,
})

export const googleEndpoints = [googleAuth] as const
