import { z } from 'zod'
import { endpoint } from '../http.ts'
import { RowId, Time } from '../text.ts'
import { SignedIn } from './api.ts'
import { PASSKEY_NAME_MAX, SAFETY_MESSAGES } from './passkey-rules.ts'
import { PASSWORD_MAX } from './rules.ts'

export const Passkey = z.object({
  id: z.int().positive(),
  name: z.string(),
  createdAt: Time,
  /** Null until somebody signed in with it. */
  lastUsedAt: Time.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** How an account is kept safe, as its owner sees it. */
const Safety = z.object({
  /** Whoever has one types it to change what is here. */
  hasPassword: z.boolean(),
  /** The oldest first. */
  passkeys: z.array(Passkey),
  /** The linked Google account, or null if there is none. `email` is null for links made before it was kept. */
  google: z.object({ email: z.string().nullable() }).nullable(),
  secondFactor: z.object({ recoveryCodesLeft: z.int().nonnegative() }).nullable(),
})
export type Safety = z.infer<typeof Safety>

const Name = z
  .string()
  .trim()
  .min(1, SAFETY_MESSAGES.passkeyName)
  .max(PASSKEY_NAME_MAX, SAFETY_MESSAGES.passkeyName)
  .regex(/^[^\p{Cc}]*$/u, SAFETY_MESSAGES.passkeyName)

/** Missing only where an account has none. */
export const OwnPassword = z.string().max(PASSWORD_MAX).optional()

/** What `navigator.credentials` wants, in WebAuthn's own JSON. */
const Options = z.looseObject({ challenge: z.string() })

export const PASSKEY_MAX_BYTES = 32_768
const base64url = z.string().regex(/^[\w-]*$/)
/** WebAuthn's RegistrationResponseJSON, of which the shop reads this. */
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

/** WebAuthn's AuthenticationResponseJSON, of which the shop reads this. */
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

/** Proof that the account's owner is present, not only their session: any one of these. */
export const Proof = z.object({
  password: OwnPassword,
  /** From the authenticator app, or a recovery code. */
  code: z.string().trim().max(60).optional(),
  /** Signed after `POST /api/auth/passkey-proof/begin`. */
  credential: Assertion.optional(),
})
export type Proof = z.output<typeof Proof>

export const getSafety = endpoint({
  method: 'GET',
  path: '/api/auth/safety',
  access: 'signed-in',
  summary: "One's passkeys, and whether a second factor is set up.",
  input: z.object({}),
  answer: Safety,
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/begin',
  access: 'signed-in',
  summary:
    'Begin to add a passkey: answers what `navigator.credentials.create` wants. Asks for the password; who has none must have signed in within ten minutes.',
  input: z.object({ password: OwnPassword }),
  answer: Options,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  access: 'signed-in',
  summary: "Add the passkey that a device has made; without a name it gets its browser's. A letter tells.",
  input: z.object({ name: Name.optional(), credential: NewCredential }),
  answer: Safety,
  status: 201,
  maxBytes: PASSKEY_MAX_BYTES,
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/auth/passkeys/:id',
  access: 'signed-in',
  summary: 'Rename a passkey.',
  input: z.object({ id: RowId, name: Name }),
  answer: Safety,
})

/** POST, since the password must travel in a body. */
export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/:id/remove',
  access: 'signed-in',
  summary: 'Remove a passkey, unless nothing else is left to sign in with. A letter tells.',
  input: z.object({ id: RowId, password: OwnPassword }),
  answer: Safety,
})

export const removeGoogleLink = endpoint({
  method: 'POST',
  path: '/api/auth/google/remove',
  access: 'signed-in',
  summary:
    'Remove the link to a Google account, unless nothing else is left to sign in with. The owner is notified.',
  input: Proof,
  answer: Safety,
  maxBytes: PASSKEY_MAX_BYTES,
})

export const beginPasskeyProof = endpoint({
  method: 'POST',
  path: '/api/auth/passkey-proof/begin',
  access: 'signed-in',
  summary: 'Begin to prove by passkey who you are: returns what `navigator.credentials.get` wants.',
  input: z.object({}),
  answer: Options,
})

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey-sign-in/begin',
  access: 'anyone',
  ignoresToken: true,
  summary: 'Begin to sign in with a passkey: answers what `navigator.credentials.get` wants.',
  input: z.object({}),
  answer: Options,
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey-sign-in',
  access: 'anyone',
  ignoresToken: true,
  summary: 'Sign in with what a passkey has signed. It counts as two factors: no code is asked for.',
  input: z.object({ credential: Assertion }),
  answer: SignedIn,
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
