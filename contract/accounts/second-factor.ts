import { z } from 'zod'
import { endpoint } from '../http.ts'
import { RowId, Time } from '../text.ts'
import { SignedIn } from './api.ts'
import { OwnPassword, PASSKEY_MAX_BYTES, Proof } from './passkeys.ts'
import { ALL_STAFF, OWNERS_ONLY } from './staff-roles.ts'
import { ListedUser } from './users.ts'

/** Six digits from the authenticator app, or a recovery code with any spacing. */
const Code = z.string().trim().min(1).max(60)

export const signInWithCode = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-code',
  access: 'anyone',
  ignoresToken: true,
  summary:
    "Complete a sign-in that returned 401 'code_needed', with its `step` and a code from the app or a recovery code.",
  input: z.object({ step: z.string().max(100), code: Code }),
  response: SignedIn,
})

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'admin',
  staff: ALL_STAFF,
  needsNoFactor: true,
  summary:
    'Start setting up an authenticator app (TOTP). Returns its secret, and the URI to show as a QR code. Sign-ins need no code until it is confirmed.',
  input: z.object({ password: OwnPassword }),
  response: z.object({ secret: z.string(), address: z.string() }),
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/confirm',
  access: 'admin',
  staff: ALL_STAFF,
  needsNoFactor: true,
  summary:
    'Turn on two-factor authentication with a first code. Returns the recovery codes, which are shown only once. Revokes other sessions. The owner is notified.',
  input: z.object({ code: Code }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})

/** Open to every user, because a former admin must also be able to turn it off. */
export const endSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/off',
  access: 'signed-in',
  summary: 'Turn off two-factor authentication. Needs the password and a code. The owner is notified.',
  input: z.object({ password: OwnPassword, code: Code }),
  response: z.object({ success: z.literal(true) }),
})

export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/second-factor',
  access: 'admin',
  staff: OWNERS_ONLY,
  needsProof: true,
  summary:
    'Turn off two-factor authentication for another user who has lost the app. Revokes all of their sessions. The owner is notified.',
  input: z.object({ id: RowId }),
  response: ListedUser,
})

export const secondFactorEndpoints = [
  signInWithCode,
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  resetSecondFactor,
] as const

/**
 * A stolen session alone must not promote users, change secrets, export customers, or refund large amounts. Outside the
 * demo, such requests are rejected with 403 `proof_needed` until the session's owner has proven their identity.
 */
export const giveProof = endpoint({
  method: 'POST',
  path: '/api/auth/proof',
  access: 'signed-in',
  summary:
    'Confirm your identity with a password, a code, or a passkey. Sensitive admin requests then need no proof for 15 minutes. An account that has none of the three must have signed in within ten minutes.',
  input: Proof,
  response: z.object({ provenUntil: Time }),
  maxBytes: PASSKEY_MAX_BYTES,
})

export const proofEndpoints = [giveProof] as const
