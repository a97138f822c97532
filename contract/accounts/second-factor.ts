import { z } from 'zod'
import { endpoint } from '../http.ts'
import { RowId } from '../text.ts'
import { SignedIn } from './api.ts'
import { OwnPassword } from './passkeys.ts'
import { ListedUser } from './users.ts'

/** Six digits of the app, or a recovery code, however it is spaced. */
const Code = z.string().trim().min(1).max(60)

export const signInWithCode = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-code',
  access: 'anyone',
  ignoresToken: true,
  summary:
    "The second step of a sign-in that was answered with 401 'code_needed': its `step`, and a code of the app or a recovery code.",
  input: z.object({ step: z.string().max(100), code: Code }),
  answer: SignedIn,
})

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'admin',
  summary:
    'Begin to set up an authenticator app (TOTP): answers its secret, and the address to show as a QR code. Nothing is asked for before it is confirmed.',
  input: z.object({ password: OwnPassword }),
  answer: z.object({ secret: z.string(), address: z.string() }),
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/confirm',
  access: 'admin',
  summary:
    'Turn the app on with a first code: answers the recovery codes, which are never told again. Other sign-ins end. A letter tells.',
  input: z.object({ code: Code }),
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
})

/** For every user: who was an admin once must be rid of it too. */
export const endSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/off',
  access: 'signed-in',
  summary: 'Turn the app off, by password and code. A letter tells.',
  input: z.object({ password: OwnPassword, code: Code }),
  answer: z.object({ success: z.literal(true) }),
})

export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/second-factor',
  access: 'admin',
  needsProof: true,
  summary: 'Take the app off another user who has lost it; all their sign-ins end. A letter tells.',
  input: z.object({ id: RowId }),
  answer: ListedUser,
})

export const secondFactorEndpoints = [
  signInWithCode,
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  resetSecondFactor,
] as const
