import { z } from 'zod'
import { endpoint } from '../http.ts'
import { RowId, Time } from '../text.ts'

/** One device that is signed in. */
export const SignIn = z.object({
  id: z.int().positive(),
  createdAt: Time,
  /** To the minute. */
  lastUsedAt: Time,
  /** Such as 'Firefox on Linux'. */
  device: z.string(),
  /** True for the sign-in that asks. */
  isCurrent: z.boolean(),
})
export type SignIn = z.infer<typeof SignIn>

export const listSignIns = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'signed-in',
  summary: "One's own sign-ins, the one used last first.",
  input: z.object({}),
  answer: z.array(SignIn),
})

export const endSignIn = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'signed-in',
  summary: "End one of one's own sign-ins; answers those that are left.",
  input: z.object({ id: RowId }),
  answer: z.array(SignIn),
})

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out-everywhere',
  access: 'signed-in',
  summary: 'End all sign-ins, the one that asks included.',
  input: z.object({}),
  answer: z.object({ success: z.literal(true) }),
})

export const sessionEndpoints = [listSignIns, endSignIn, signOutEverywhere] as const
