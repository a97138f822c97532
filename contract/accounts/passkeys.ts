import { z } from 'zod'
import { endpoint } from '../http.ts'
import { isOneLine, RowId, Time, textLine } from '../text.ts'
import { SignedIn } from './api.ts'
import { PASSKEY_NAME_MAX, SAFETY_MESSAGES } from './passkey-rules.ts'
import { PASSWORD_MAX } from './rules.ts'

export const Passkey = z.object({
  id: z.int().positive(),
  name: z.string(),
  createdAt: Time,
  /** Null if it hasn't been used to sign in yet. */
  lastUsedAt: Time.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** Security settings of an account, as shown to its owner. */
const Safety = z.object({
  /** If true, changes here require the password. */
  hasPassword: z.boolean(),
  /** Oldest first. */
  passkeys: z.array(Passkey),
  /** The linked Google account, or null if there is none. `email` is null for links made before it was stored. */
  google: z.object({ email: z.string().nullable() }).nullable(),
  secondFactor: z.object({ recoveryCodesLeft: z.int().nonnegative() }).nullable(),
})
export type Safety = z.infer<typeof Safety>

const Name = textLine()
  .min(1, SAFETY_MESSAGES.passkeyName)
  .max(PASSKEY_NAME_MAX, SAFETY_MESSAGES.passkeyName)
  .refine(isOneLine, SAFETY_MESSAGES.passkeyName)

/** Omitted only for an account without a password. */
export const OwnPassword = z.string().max(PASSWORD_MAX).optional()

/** Options for `navigator.credentials`, in WebAuthn's JSON format. */
const Options = z.looseObject({ challenge: z.string() })

export const PASSKEY_MAX_BYTES = 32_768
const base64url = z.string().regex(/^[\w-]*$/)
/** The part of WebAuthn's RegistrationResponseJSON that the shop reads. */
const NewCredential = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
})
export type NewCredential = z.output<typeof NewCredential>

/** The part of WebAuthn's AuthenticationResponseJSON that the shop reads. */
export const Assertion = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})
export type Assertion = z.output<typeof Assertion>

/** Proof that the account's owner is present, which a session alone doesn't show. Any one field is enough. */
export const Proof = z.object({
  password: OwnPassword,
  /** A code from the authenticator app, or a recovery code. */
  code: z.string().trim().max(60).optional(),
  /** Signed after `POST /api/auth/passkey-proof/begin`. */
  credential: Assertion.optional(),
})
export type Proof = z.output<typeof Proof>

export const getSafety = endpoint({
  method: 'GET',
  path: '/api/auth/safety',
  access: 'signed-in',
  summary: 'Your passkeys, and whether two-factor authentication is on.',
  input: z.object({}),
  response: Safety,
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/begin',
  access: 'signed-in',
  summary:
    'Start adding a passkey. Returns the options for `navigator.credentials.create`. Needs the password; an account without one must have signed in within ten minutes.',
  input: z.object({ password: OwnPassword }),
  response: Options,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  access: 'signed-in',
  summary:
    'Add the passkey that a device has created, named after the browser unless `name` is set. The owner is notified.',
  input: z.object({ name: Name.optional(), credential: NewCredential }),
  response: Safety,
  status: 201,
  maxBytes: PASSKEY_MAX_BYTES,
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/auth/passkeys/:id',
  access: 'signed-in',
  summary: 'Rename a passkey.',
  input: z.object({ id: RowId, name: Name }),
  response: Safety,
})

/** POST, since the password must be in a body. */
export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/:id/remove',
  access: 'signed-in',
  summary: 'Remove a passkey, unless it is the last way to sign in. The owner is notified.',
  input: z.object({ id: RowId, password: OwnPassword }),
  response: Safety,
})

export const removeGoogleLink = endpoint({
  method: 'POST',
  path: '/api/auth/google/remove',
  access: 'signed-in',
  summary:
    'Remove the link to a Google account, unless it is the last way to sign in. The owner is notified.',
  input: Proof,
  response: Safety,
  maxBytes: PASSKEY_MAX_BYTES,
})

export const beginPasskeyProof = endpoint({
  method: 'POST',
  path: '/api/auth/passkey-proof/begin',
  access: 'signed-in',
  summary:
    'Start confirming your identity with a passkey. Returns the options for `navigator.credentials.get`.',
  input: z.object({}),
  response: Options,
})

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey-sign-in/begin',
  access: 'anyone',
  ignoresToken: true,
  summary: 'Start signing in with a passkey. Returns the options for `navigator.credentials.get`.',
  input: z.object({}),
  response: Options,
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey-sign-in',
  access: 'anyone',
  ignoresToken: true,
  summary: "Sign in with a passkey's assertion. A passkey counts as two factors, so no code is required.",
  input: z.object({ credential: Assertion }),
  response: SignedIn,
  maxBytes: PASSKEY_MAX_BYTES,
})

export const passkeyEndpoints = [
  getSafety,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  removeGoogleLink,
  beginPasskeyProof,
  beginPasskeySignIn,
  signInWithPasskey,
] as const
