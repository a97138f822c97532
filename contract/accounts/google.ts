import { z } from 'zod'
import { endpoint } from '../http.ts'
import { SignedIn } from './api.ts'
import { PASSWORD_MAX } from './rules.ts'

const claim = z.string().max(2000).nullish()

/** Who signed in, as the page heard it (spec section 3); what is missing counts as null. */
export const GoogleSignIn = z
  .object({ uid: claim, email: claim, displayName: claim, photoURL: claim })
  .extend({
    /** Of the account with this email address, where Google doesn't run the mailbox. */
    password: z.string().max(PASSWORD_MAX).optional(),
  })
export type GoogleSignIn = z.output<typeof GoogleSignIn>

export const googleAuth = endpoint({
  method: 'POST',
  path: '/api/google-auth',
  access: 'anyone',
  ignoresToken: true,
  summary:
    'Exchange a sign-in at Google, which the server itself has finished and a cookie carries, for a token. Refusals are {error}, with `needs: "password"` where Google is not authoritative for the address of an existing account: send it again with the password.',
  input: GoogleSignIn,
  answer: SignedIn,
})

export const googleEndpoints = [googleAuth] as const
