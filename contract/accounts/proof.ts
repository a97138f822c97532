import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Time } from '../text.ts'
import { PASSKEY_MAX_BYTES, Proof } from './passkeys.ts'

/**
 * A stolen session alone must not promote users, change secrets, export customers, or refund large amounts. Outside the demo,
 * such requests are a 403 with the code `proof_needed` until the owner of the session has proven who they are.
 */
export const giveProof = endpoint({
  method: 'POST',
  path: '/api/auth/proof',
  access: 'signed-in',
  summary:
    'Confirm your identity with a password, a code, or a passkey. Sensitive admin requests then need no proof for 15 minutes. An account that has none of the three must have signed in within ten minutes.',
  input: Proof,
  answer: z.object({ provenUntil: Time }),
  maxBytes: PASSKEY_MAX_BYTES,
})

export const proofEndpoints = [giveProof] as const
